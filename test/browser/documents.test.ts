// Pages about a client that is identified by a metadata document instead of a registration.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { type Publisher, LOCAL, aDocument, publisher } from '../support/documents.ts'
import { aRequest, aSealedRequest, exchange } from '../support/oauth.ts'
import { aPerson, type Person } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

const time = clock(new Date().toISOString())
let web: Publisher
let server: TestServer
let person: Person

beforeAll(async () => {
  web = await publisher()
  server = await startServer(web.env, { now: time.now })
  person = aPerson(server)
  await person.logIn()
})
afterAll(async () => {
  await server.stop()
  await web.close()
})

const words = (text: string): string => text.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
const headline = (text: string): string => words(/<h1>([\s\S]*?)<\/h1>/.exec(text)![1]!).trim()

async function aPage(client_id: string, more: object = {}, redirect_uri = LOCAL): Promise<string> {
  web.publish(client_id, aDocument(client_id, more))
  return `/consent/${await aSealedRequest(server, aRequest(client_id, { redirect_uri }))}`
}

describe('consent page for a client with a metadata document', () => {
  it('shows the host and port of the client id, the claimed name, the redirect host and that it is not verified', async () => {
    const client_id = web.at('/one.json')
    const back = web.at('/back')
    const logo = web.at('/logo.png')
    const { text } = await person.get(await aPage(client_id, { redirect_uris: [back, LOCAL], logo_uri: logo }, back))
    const { host } = new URL(client_id)
    expect(headline(text)).toBe(
      `The application published at ${host}, which calls itself “Night Mailer”, requests access`,
    )
    expect(text).toMatch(/<p class="warning">\s*<strong>Not verified\.<\/strong>/)
    expect(text).toMatch(new RegExp(`Redirects to</dt>\\s*<dd>\\s*<code>${host}</code>`))
    expect(words(text)).not.toContain('any program on this computer')
    // Loading a logo would reveal the visitor to its host.
    expect(text).not.toContain(logo)
    expect(web.asked(logo)).toEqual([])
  })

  it('warns that any program on this computer can use a loopback redirect', async () => {
    const { text } = await person.get(await aPage(web.at('/two.json')))
    expect(words(text)).toContain('any program on this computer can say that it is this one.')
  })

  it('is shown for each request, and the login page shows the same host', async () => {
    const client_id = web.at('/three.json')
    for (let each = 0; each < 2; each++) {
      const { location } = await person.post(await aPage(client_id), { decision: 'approve' })
      const code = new URL(location!).searchParams.get('code')!
      const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
      expect((await exchange(server, { client_id, redirect_uri: LOCAL, code, code_verifier })).status).toBe(200)
    }
    const stranger = aPerson(server)
    const { location } = await stranger.get(await aPage(client_id))
    expect(words((await stranger.get(location!)).text)).toContain(`published at ${new URL(client_id).host}`)
  })

  it('carries the longest document and name through its address', async () => {
    const client_id = web.at('/long.json')
    const uris = Array.from({ length: 9 }, (_, index) => `http://127.0.0.1/${index}${'a'.repeat(440)}`)
    const { text } = await person.get(
      await aPage(client_id, { client_name: 'Ü'.repeat(200), redirect_uris: [LOCAL, ...uris] }),
    )
    expect(headline(text)).toContain(`“${'Ü'.repeat(200)}”`)
  })
})

describe('client list', () => {
  it('includes a client with a metadata document, which an admin can disable and enable again', async () => {
    const client_id = web.at('/four.json')
    await person.post(await aPage(client_id, { client_name: 'Listed' }), { decision: 'approve' })
    const { text } = await person.get('/clients')
    expect(text).toContain(`<code>${client_id}</code>`)
    expect(text).toContain('Client ID metadata document')
    const [, path] = /action="(\/clients\/[\w-]+\/disable)"[\s\S]{0,600}?/.exec(text.slice(text.indexOf('Listed')))!
    expect((await person.post(path!, {})).location).toBe('/clients?done=disabled')
    const { status, body } = await server.call(
      'GET',
      `/oauth/authorize?${new URLSearchParams(aRequest(client_id, { redirect_uri: LOCAL }) as never).toString()}`,
      { key: null },
    )
    expect([status, body.error]).toEqual([400, 'invalid_client'])
    await person.get('/clients')
    expect((await person.post(path!.replace('disable', 'enable'), {})).location).toBe('/clients?done=enabled')
  })
})
