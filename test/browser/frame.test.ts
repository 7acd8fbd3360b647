// The frame around pages: what it says under a wrong address, and what a page has that says what went wrong.
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anAutomation } from '../support/automations.ts'
import { mailSink } from '../support/mail-sink.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague } from '../support/people.ts'
import { type TestServer, freePort, startServer } from '../support/server.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn()
})
afterAll(() => server.stop())

/** A page as a browser gets it that opened it under another name; `fetch` lets nobody choose the Host. */
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

const HINT = 'which is not the address in your browser'

describe('under another address than PUBLIC_URL', () => {
  it('a page says which one to open, and which setting says so', async () => {
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
  ])('it says nothing of it under %s', async (_, headers) => {
    expect(await opened('/login', headers())).not.toContain(HINT)
  })

  it('a form that is refused says the same', async () => {
    await person.get('/account')
    const { status, text } = await person.post('/account/password', {}, { origin: 'http://mail.internal:3000' })
    expect(status).toBe(403)
    expect(text).toContain('<h1>Not sent from here</h1>')
    expect(text).toContain(`This form was not sent from a page at ${server.url}`)
    expect(text).toContain('set PUBLIC_URL')
  })
})

describe('a page that says what went wrong', () => {
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
  ])('keeps the menu and names the request when a page %s', async (_, expected, ask) => {
    const { status, text, headers } = await ask()
    expect(status).toBe(expected)
    expect(text).toContain('<nav aria-label="Main">')
    expect(text).toContain(server.admin.email)
    expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`)
  })

  it('marks the section it belongs to, and its way out works', async () => {
    const { text } = await person.get('/automations/unknown')
    expect(text).toContain('<a href="/automations" aria-current="page">')
    const leaving = aPerson(server)
    await leaving.logIn()
    await leaving.get('/nowhere')
    expect((await leaving.post('/logout')).status).toBe(303)
    expect((await leaving.get('/mailbox')).location).toContain('/login')
  })

  it('shows nothing of the menu to who is not logged in, nor where a client led somebody', async () => {
    const { text, headers } = await aPerson(server).get('/nowhere')
    expect(text).not.toContain('<nav')
    expect(text).toContain(`<code>${headers.get('x-request-id')}</code>`)
    expect((await person.get('/consent/unknown')).text).not.toContain('<nav')
  })

  it('has a way out for who belongs to no team', async () => {
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

  it('has the menu also when the server made a mistake, and comes without it when nothing can be read', async () => {
    const own = await startServer()
    const visitor = aPerson(own)
    await visitor.logIn()
    const { readSnapshot, read } = own.database
    const broken = (): never => {
      throw new Error('a mistake')
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

describe('what there is to say about the mail server', () => {
  it('is said on every page while there is trouble', async () => {
    const own = await startServer({ SMTP_URL: `smtp://127.0.0.1:${await freePort()}` })
    const visitor = aPerson(own)
    await visitor.logIn()
    for (const path of ['/mailbox', '/team', '/nowhere']) {
      await expect.poll(async () => (await visitor.get(path)).text).toContain('Can’t reach the mail server')
    }
    expect((await aPerson(own).get('/login')).text).not.toContain('Can’t reach')
    await own.stop()
  })

  it('is said in the mailbox alone while all is well', async () => {
    const sink = await mailSink()
    const own = await startServer({ SMTP_URL: sink.url })
    const visitor = aPerson(own)
    await visitor.logIn()
    await expect.poll(async () => (await visitor.get('/mailbox')).text).toContain('answers.')
    expect((await visitor.get('/team')).text).not.toContain('answers.')
    await own.stop()
    await sink.close()
  })
})

describe('the address of a form', () => {
  it('can be opened again after a refused enable', async () => {
    const id = await anAutomation(server)
    await person.get(`/automations/${id}`)
    const refused = await person.post(`/automations/${id}/enable`)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('What stands in the way of enabling it')
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
  ])('%s leads to %s', async (path, page) => {
    expect((await person.get(path)).location).toBe(page)
    // and whoever is not logged in comes back to the page, too
    const form = await aPerson(server).post(path)
    expect(form.location).toBe(path === '/logout' ? '/login?next=/start' : `/login?next=${page}`)
  })
})
