// The page frame: hints about a wrong PUBLIC_URL, error pages, mail server status and form addresses.
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAutomation } from '../support/automations.ts'
import { mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

/** Requests a page with its own Host header, which `fetch` does not allow. */
function opened(path: string, headers: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(server.url + path, { headers: { accept: 'text/html', ...headers } }, answer => {
      let text = ''
      answer.on('data', (part: Buffer) => (text += part.toString()))
      answer.on('end', () => resolve(text))
    })
    request.on('error', reject)
  })
}

const HINT = 'which differs from the URL in your browser'

describe('an address other than PUBLIC_URL', () => {
  it('shows which address to open and which setting defines it', async () => {
    const text = await opened('/login', { host: 'mail.internal:3000' })
    expect(text).toContain(HINT)
    expect(text).toContain(`<a href="${server.url}">${server.url}</a>`)
    expect(text).toContain('<code>PUBLIC_URL</code>')
    expect(text).not.toContain('mail.internal')
  })

  it.each([
    ['its own', () => ({ host: new URL(server.url).host })],
    ['another name of the same machine', () => ({ host: `127.0.0.1:${server.port}` })],
    ['what a proxy made of it', () => ({ host: 'upstream', 'x-forwarded-for': '192.0.2.1' })],
  ])('shows no hint under %s', async (_, headers) => {
    expect(await opened('/login', headers())).not.toContain(HINT)
  })

  it('shows the hint when a form is rejected', async () => {
    await person.get('/account')
    const { status, text } = await person.post('/account/password', {}, { origin: 'http://mail.internal:3000' })
    expect(status).toBe(403)
    expect(text).toContain('<h1>Form sent from another site</h1>')
    expect(text).toContain(`The form was not sent from a page at ${server.url}`)
    expect(text).toContain('set PUBLIC_URL')
  })
})

describe('error page', () => {
  it.each([
    ['is not there', 404, () => person.get('/mailbox/unknown')],
    ['is nowhere', 404, () => person.get('/nowhere')],
    ['cannot be reached like this', 405, () => person.post('/mailbox')],
    ['is refused', 403, () => person.post('/logout', { form_token: 'wrong' })],
    [
      'takes forms only',
      415,
      () => person.post('/team/invite', {}, { origin: server.url, 'content-type': 'text/plain' }),
    ],
  ])('has the menu and the request id when a page %s', async (_, expected, ask) => {
    const { status, text, headers } = await ask()
    expect(status).toBe(expected)
    expect(text).toContain('<nav aria-label="Main">')
    expect(text).toContain(server.admin.email)
    expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`)
  })

  it('marks its section in the menu, and logging out works', async () => {
    const { text } = await person.get('/automations/unknown')
    expect(text).toContain('<a href="/automations" aria-current="page">')
    const leaving = aPerson(server)
    await leaving.logIn()
    await leaving.get('/nowhere')
    expect((await leaving.post('/logout')).status).toBe(303)
    expect((await leaving.get('/mailbox')).location).toContain('/login')
  })

  it('has no menu without a session or for a consent request', async () => {
    const { text, headers } = await aPerson(server).get('/nowhere')
    expect(text).not.toContain('<nav')
    expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`)
    expect((await person.get('/consent/unknown')).text).not.toContain('<nav')
  })

  it('lets a person without a team log out', async () => {
    const leaving = aPerson(server)
    const account = await aColleague(server, { email: 'leaver@example.net' })
    await leaving.logIn('/team', account)
    await leaving.get('/team')
    await leaving.post('/team/remove', { user_id: account.user_id })
    const { status, text } = await leaving.get('/mailbox')
    expect([status, text.includes('<h1>No team</h1>'), text.includes('<nav')]).toEqual([403, true, false])
    expect(text).toContain('<form method="post" action="/logout">')
    expect((await leaving.post('/logout')).location).toBe('/login?next=/start')
    expect((await leaving.get('/mailbox')).location).toBe('/login?next=/mailbox')
  })

  it('has the menu after a server error, unless the database cannot be read', async () => {
    const own = await startServer()
    const visitor = aPerson(own)
    await visitor.logIn()
    const { readSnapshot, read } = own.database
    const broken = (): never => {
      throw new Error('an internal error')
    }
    Object.assign(own.database, { readSnapshot: broken })
    const mistake = await visitor.get('/team')
    expect([mistake.status, mistake.text.includes('<nav aria-label="Main">')]).toEqual([500, true])
    Object.assign(own.database, { read: broken })
    const worse = await visitor.get('/team')
    expect([worse.status, worse.text.includes('<nav')]).toEqual([500, false])
    expect(worse.text).toContain(`<code>${worse.headers.get('x-request-id')}</code>`)
    Object.assign(own.database, { readSnapshot, read })
    await own.stop()
  })
})

describe('mail server status', () => {
  it('is shown on every page while the mail server is unreachable', async () => {
    const own = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const visitor = aPerson(own)
    await visitor.logIn()
    for (const path of ['/mailbox', '/team', '/nowhere']) {
      await expect.poll(async () => (await visitor.get(path)).text).toContain('Can’t reach the mail server')
    }
    expect((await aPerson(own).get('/login')).text).not.toContain('Can’t reach')
    await own.stop()
  })

  it('is shown only in the mailbox while the mail server is reachable', async () => {
    const sink = await mailSink()
    const own = await startServer({ SMTP_URL: sink.url })
    const visitor = aPerson(own)
    await visitor.logIn()
    await expect.poll(async () => (await visitor.get('/mailbox')).text).toContain('is reachable.')
    expect((await visitor.get('/team')).text).not.toContain('is reachable.')
    await own.stop()
    await sink.close()
  })
})

describe('the address of a form', () => {
  it('leads to the page after a rejected form', async () => {
    const id = await anAutomation(server)
    await person.get(`/automations/${id}`)
    const refused = await person.post(`/automations/${id}/enable`)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Fix these before enabling')
    const { status, location } = await person.get(`/automations/${id}/enable`)
    expect([status, location]).toEqual([303, `/automations/${id}`])
    expect((await person.get(location!)).status).toBe(200)
  })

  it.each([
    ['/account/password', '/account'],
    ['/account/log-out-everywhere', '/account'],
    ['/logout', '/account'],
    ['/team/invite', '/team'],
    ['/team/withdraw', '/team'],
    ['/grants/1/revoke', '/grants'],
    ['/clients/1/disable', '/clients'],
    ['/automations/1/disable', '/automations/1'],
    ['/automations/1/runs/2/cancel', '/automations/1/runs/2'],
  ])('%s redirects to %s', async (path, page) => {
    expect((await person.get(path)).location).toBe(page)
    // After a login, the person returns to the page too.
    const form = await aPerson(server).post(path)
    expect(form.location).toBe(path === '/logout' ? '/login?next=/start' : `/login?next=${page}`)
  })
})
