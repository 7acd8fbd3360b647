// A sent broadcast with opens and clicks, and its results in the published SDK, command line and MCP server.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CommandLine, commandLine } from '../support/cli.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { runSdkProgram } from '../support/sdk.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { aTrackedDomain, receivedBy, visit } from '../support/tracked.ts'

let sink: MailSink
let server: TestServer
let id: string
const LINK = 'https://example.com/pricing?for=reader'
const readers = ['reader-1@example.net', 'reader-2@example.net']

beforeAll(async () => {
  sink = await mailSink()
  server = await startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' })
  await aTrackedDomain(server, 'tracked.example.org')
  const own = contactsOf(server)
  const segment_id = await own.aSegment()
  for (const email of readers) await own.aContact(email, { segments: [{ id: segment_id }] })
  const html = `<p>Hi {{{contact.email}}}</p><a href="${LINK.replaceAll('&', '&amp;')}">Prices</a><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>`
  const body = { segment_id, from: 'Ada <ada@tracked.example.org>', subject: 'News', html }
  id = (await server.call('POST', '/broadcasts', { body })).body.id
  expect((await server.call('POST', `/broadcasts/${id}/send`, { body: {} })).status).toBe(200)
  const mails = await Promise.all(readers.map(async email => receivedBy(sink, email)))
  // the unsubscribe link is never tracked
  for (const { links } of mails) expect(links[1]).toContain('/unsubscribe?token=')
  await vi.waitFor(async () => expect(await delivered()).toBe(2), 60_000)
  const [first] = mails
  await visit(first!.picture!)
  // a click within 3 seconds counts as a machine
  const follow = async (): Promise<void> => {
    await visit(first!.links[0]!)
    expect((await server.call('GET', `/broadcasts/${id}/clicked-links`)).body.data.length).toBe(1)
  }
  await vi.waitFor(follow, { timeout: 60_000, interval: 500 })
})
afterAll(async () => {
  await server.stop()
  await sink.close()
})

async function delivered(): Promise<number> {
  return (await server.call('GET', `/broadcasts/metrics?broadcast_id=${id}`)).body.totals.delivered
}

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/)
const [email] = readers
const clicked = { id: expect.any(String), contact_id: UUID, email, count: 1, clicked_links: [{ url: LINK, clicks: 1 }] }
const link = { id: expect.any(String), url: LINK, clicks: 1, unique_clicks: 1 }

describe('broadcast results', () => {
  it('are returned to the SDK', async () => {
    const answers = await runSdkProgram('broadcast-results-program.ts', server)
    expect(answers.delivered).toMatchObject({ object: 'list', has_more: true, data: [{ email }] })
    expect(answers.clicked).toEqual({ object: 'list', has_more: false, data: [clicked] })
    expect(answers.bounced).toEqual({ object: 'list', has_more: false, data: [] })
    expect(answers.links).toEqual({ object: 'list', has_more: false, data: [link] })
  })

  it('are returned to the command line', async () => {
    const cli: CommandLine = commandLine(server)
    const found = await cli.resend('broadcasts', 'recipients', id, '--type', 'clicked')
    expect(found).toMatchObject({ data: [clicked] })
    expect(await cli.resend('broadcasts', 'clicked-links', id)).toMatchObject({ data: [link] })
    cli.end()
  })

  it('are returned to the MCP server', async () => {
    const mcp: Mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    expect(await mcp.call('list-broadcast-recipients', { id, broadcastId: id, type: 'clicked' })).toContain(email)
    expect(await mcp.call('list-broadcast-clicked-links', { id, broadcastId: id })).toContain(LINK)
    mcp.stop()
  })

  it('are counted', async () => {
    const { totals } = (await server.call('GET', '/broadcasts/metrics')).body
    expect(totals).toMatchObject({
      sent: 2,
      delivered: 2,
      unique_opened: 1,
      clicked: 1,
      unique_clicked: 1,
      open_rate: 50,
    })
  })
})
