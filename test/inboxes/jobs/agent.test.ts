// The agent of an inbox with a model: an HTTP server that implements the chat completions protocol.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { type Destination, destination } from '../../support/destination.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { aPerson } from '../../support/pages.ts'
import { type TestServer, aTeam, startServer } from '../../support/server.ts'
import { temporaryFolder } from '../../support/folder.ts'

const time = clock()
let model: Destination
let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string
let answer: { status?: number; content?: string; body?: string }

beforeAll(async () => {
  model = await destination((_, response) => {
    const {
      status = 200,
      content = '{}',
      body = JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }),
    } = answer
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const key_file = path.join(temporaryFolder(), 'key')
  writeFileSync(key_file, 'secret-of-the-model\n')
  const settings = { AGENT_URL: `${model.url}/v1/chat/completions`, AGENT_MODEL: 'small', AGENT_KEY_FILE: key_file }
  server = await startServer(settings, { now: time.now })
  own = await inboxesOf(server, 'agent.example.com')
  inbox = await own.anInbox()
  await own.ask('POST', `/inboxes/${inbox}/labels`, { name: 'Billing' })
  await tell({ instructions: 'Be kind.', tone: 'concise_casual', actions: ['draft_reply', 'add_labels', 'archive'] })
})
afterAll(async () => {
  await server.stop()
  await model.close()
})
beforeEach(() => {
  answer = {}
  model.received.length = 0
})

const tell = (body: object, of = inbox) => own.ask('PATCH', `/inboxes/${of}/agent`, body)
const drafts = async () => (await own.ask('GET', `/inboxes/${inbox}/drafts`)).body.data
const sent = async (): Promise<number> => (await own.ask('GET', '/emails')).body.data.length

/** Receives an email and returns the result of the agent. */
async function received(mail: Parameters<typeof own.receive>[0] = {}) {
  const id = await own.receive(mail)
  await server.queue.idle()
  const thread = (await own.threads(inbox))[0]
  const draft = (await drafts()).find((each: { reply_to_email_id: string }) => each.reply_to_email_id === id)
  return { id, thread, draft }
}

describe('the agent of an inbox', () => {
  it('drafts a reply, adds labels and moves the thread without sending anything', async () => {
    answer = { content: JSON.stringify({ reply: 'It is paid.', labels: ['Billing'], folder: 'archive' }) }
    const before = await sent()
    const { thread, draft } = await received({ subject: 'Invoice', text: 'Did you pay?' })
    expect(draft).toMatchObject({
      type: 'reply',
      to: ['mira@example.net'],
      subject: 'Re: Invoice',
      snippet: 'It is paid.',
    })
    expect(thread).toMatchObject({ folder: 'archive', has_draft: true, labels: [{ name: 'Billing' }] })
    expect(await sent()).toBe(before)
    const [{ method, url, headers, body }] = model.received as [Destination['received'][number]]
    expect([method, url, headers.authorization]).toEqual(['POST', '/v1/chat/completions', 'Bearer secret-of-the-model'])
    const asked = JSON.parse(body)
    expect(asked).toMatchObject({ model: 'small', response_format: { type: 'json_schema' } })
    expect(asked.messages.map(({ role }: { role: string }) => role)).toEqual(['system', 'user'])
    expect(asked.messages[0].content).toContain('Be kind.')
    expect(asked.messages[1].content).toContain('Did you pay?')
  })

  it('performs the actions enabled on its page, which shows no warning about a missing model', async () => {
    const of = await own.anInbox('pages')
    const person = aPerson(server)
    await person.logIn('/inboxes')
    const path = `/inboxes/${of}/agent`
    expect((await person.get(path)).text).not.toContain('AGENT_URL')
    const form = { agent: 'on', archive: 'on', instructions: 'Tidy up.' }
    expect((await person.post(path, form)).location).toBe(`${path}?done=changed`)
    answer = { content: JSON.stringify({ folder: 'archive' }) }
    await own.receive({ to: ['pages@agent.example.com'] })
    await server.queue.idle()
    expect(await own.threads(of)).toMatchObject([{ folder: 'archive', has_draft: false }])
    expect(JSON.parse(model.received[0]!.body).messages[0].content).toContain('Tidy up.')
  })

  it.each<[string, typeof answer]>([
    ['returns prose', { content: 'I would rather not.' }],
    ['makes a decision that is not allowed', { content: '{"reply":"x","folder":"trash"}' }],
    ['adds recipients', { content: '{"reply":"x","to":["thief@example.net"]}' }],
    ['returns an unexpected response', { body: '{"error":"no"}' }],
    ['returns an oversized response', { content: 'x'.repeat(600_000) }],
    ['rejects the key', { status: 401 }],
  ])('does not change an email when its model %s', async (_, given) => {
    answer = given
    const { thread, draft } = await received({ text: 'Hidden words' })
    expect(draft).toBeUndefined()
    expect(thread).toMatchObject({ folder: 'inbox', has_draft: false, labels: [] })
    expect(model.received).toHaveLength(1)
    expect(server.logged()).toContain('agent skipped email')
    expect(server.logged()).not.toMatch(/Hidden words|secret-of-the-model/)
  })

  it('retries while its model is unavailable, and then gives up', async () => {
    answer = { status: 503 }
    const { draft } = await received()
    for (let tries = 1; tries < 4; tries++) {
      expect(model.received).toHaveLength(Math.min(tries, 3))
      time.forward(600_000)
      await server.queue.idle()
    }
    expect(model.received).toHaveLength(3)
    expect(draft).toBeUndefined()
  })

  it('does not reply to automatic email and does not receive spam', async () => {
    answer = { content: '{"reply":"x"}' }
    const { draft } = await received({ more: { is_automatic: true } })
    expect(draft).toBeUndefined()
    expect(JSON.parse(model.received[0]!.body).messages[0].content).not.toContain('`reply`')
    await received({ verdict: 'spam' })
    expect(model.received).toHaveLength(1)
  })

  it('is not called without allowed actions or for another team', async () => {
    await tell({ actions: [] })
    await received()
    await tell({ actions: ['draft_reply', 'add_labels', 'archive'] })
    const other = await inboxesOf(server, 'other-agent.example.com', await aTeam(server, 'Other agent'))
    await other.anInbox()
    await other.receive()
    await server.queue.idle()
    expect(model.received).toHaveLength(0)
  })
})
