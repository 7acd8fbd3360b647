// The handler around every page, tested with pages of its own.
import { FileLinks } from '../../src/mail/attachments/actions.ts'
import { ShareTokens } from '../../src/base/secrets/share-token.ts'
import type { Middleware } from 'koa'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageArea } from '../../src/interfaces/dashboard/access.ts'
import { type DashboardPage, openPage, page, personPage } from '../../src/interfaces/dashboard/page.ts'
import { FormFault, problem } from '../../src/interfaces/dashboard/problems.ts'
import { refusal } from '../../src/base/text/refusal.ts'
import { dashboardRoutes } from '../../src/interfaces/dashboard/routes.ts'
import { html } from '../../src/base/html/html.ts'
import { Uploads } from '../../src/audience/imports/actions.ts'
import { serverSecret } from '../../src/base/store/server-secret.ts'
import { addTeamForUser } from '../../src/identity/teams/actions.ts'
import { listTeams } from '../../src/identity/teams/store.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

let user_id = ''
const typing = page('GET /typing', 'member', async () => ({
  title: 'Typing',
  done: { typed: 'It is kept.' },
  body: ({ done, trouble, form }) =>
    html`${done}
      <p>Trouble: ${trouble ?? 'none'}, typed: ${form.get('name') ?? 'none'}</p>`,
}))
const found: DashboardPage[] = [
  typing,
  page(
    'POST /typing/name',
    'member',
    async ({ tx, visitor, form, now }) => {
      await addTeamForUser(tx, { name: form.get('name')!, user_id: visitor.user.id }, now)
      if (form.get('end') === 'fault') throw new FormFault('A name & more.', 429, 7)
      if (form.get('end') === 'refusal') throw refusal('not_found', 'There is none.')
      return { location: '/typing?done=typed' }
    },
    { refused: typing },
  ),
  page(
    'POST /typing/alone',
    'member',
    async () => {
      throw refusal('not_found', 'There is none.')
    },
    { refused: 'It was not typed' },
  ),
  page('GET /trial', 'member', async ({ visitor }) => {
    user_id = visitor.user.id
    return { title: 'Trial', body: ({ done }) => html`<p>Note: ${done ?? 'none'}</p>` }
  }),
  page('POST /trial/team', 'member', async ({ tx, visitor, form, now }) => {
    await addTeamForUser(tx, { name: form.get('name')!, user_id: visitor.user.id }, now)
    const end = form.get('end')
    if (end === 'returned') return problem(409, 'Returned', 'Nothing stays of it.')
    if (end === 'thrown') throw problem(409, 'Thrown', 'Nothing stays of it.')
    return { location: '/trial', flash: html`<b>made ${form.get('name')}</b>` }
  }),
  openPage('GET /trial/:id/slow/:part', 'member', async ({ asVisitor, params }) => {
    const name = await asVisitor(async ({ visitor }) => visitor.user.name)
    await new Promise(resolve => setImmediate(resolve))
    const count = await asVisitor(async ({ tx, visitor }) => (await listTeams(tx, { user_id: visitor.user.id })).length)
    return { title: 'Slow', body: () => html`<p>${name} of ${count}, ${params.id} and ${params.part}</p>` }
  }),
  personPage('GET /trial/person', async ({ visitor }) => ({
    title: 'Person',
    body: () => html`<p>${visitor.user.email}</p>`,
  })),
  openPage('GET /trial/file', 'member', async () => ({
    type: 'text/plain',
    headers: { 'X-Frame-Options': 'SAMEORIGIN' },
    content: '<b>',
  })),
]

let server: TestServer
let person: Person
let door: Middleware = (_, next) => next()
let open: (pages: readonly DashboardPage[]) => Middleware
beforeAll(async () => {
  server = await startServer({}, { doors: [(ctx, next) => door(ctx, next)] })
  const { database, oauth, url: public_url } = server
  const csrf_secret = await database.unit(tx => serverSecret(tx, 'dashboard_forms', new Date()))
  const [links, shares] = [new FileLinks('a secret', public_url), new ShareTokens('a secret')]
  const uploads = new Uploads(database, () => new Date(), 1_000_000)
  const logs = { written: async () => {} }
  const made = {
    links,
    uploads,
    shares,
    logs,
    has_mcp: true,
    relay: undefined,
    server: () => ({ relay: undefined, disk: undefined }),
    limits: { quotas: { daily: 0, monthly: 0 }, rate_limit: 0 },
    relays: [],
    csrf_secret,
    browser_secret: 'a secret',
    factor_secret: 'another secret',
    images_bytes_max: 1_000_000,
    notices_from: undefined,
    provider: undefined,
  }
  const domains = { mail_host: 'mail.example.com', spf_include: undefined, takes_bounces: false }
  const parts = { database, oauth, public_url, domains, personal_lists: [], ...made }
  // Requests alternate between two instances, as behind a proxy in front of several processes.
  open = pages => dashboardRoutes({ ...parts, now: () => new Date() }, pages).first
  const doors = [1, 2].map(() => open(found))
  door = (ctx, next) => {
    doors.push(doors.shift()!)
    return doors[0]!(ctx, next)
  }
  person = aPerson(server)
  await person.logIn()
  await person.get('/trial')
})
afterAll(() => server.stop())

const teams = async (): Promise<string[]> =>
  (await server.database.read(tx => listTeams(tx, { user_id }))).map(({ name }) => name)

it('refuses an area that does not describe the access rule of a page', () => {
  const forgotten = page('POST /forgotten/:id', 'owner', async () => ({ location: '/trial' }))
  expect(() => pageArea({ member: 'Trial: view' }, [forgotten])).toThrow(
    'The area of the page `POST /forgotten/:id` does not describe `owner`.',
  )
})

describe('a page', () => {
  it('has the frame of the logged-in person and is not cached', async () => {
    const { status, text, headers } = await person.get('/trial')
    expect([status, text.includes('<nav aria-label="Main">'), text.includes('Note: none')]).toEqual([200, true, true])
    expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'DENY'])
  })

  it('redirects to the login without a session and returns afterwards', async () => {
    const guest = aPerson(server)
    expect((await guest.get('/trial?a=b')).location).toBe('/login?next=/trial%3Fa%3Db')
    expect((await guest.post('/trial/team', { name: 'Guests' })).location).toBe('/login?next=/trial')
    expect((await guest.get('/trial/person')).location).toBe('/login?next=/trial/person')
    expect((await guest.get('/trial/1/slow/2')).location).toBe('/login?next=/trial/1/slow/2')
    expect(await teams()).not.toContain('Guests')
  })

  it('can be public and return a file', async () => {
    const { status, text, headers } = await aPerson(server).get('/trial/file')
    expect([status, text, headers.get('content-type')]).toEqual([200, '<b>', 'text/plain; charset=utf-8'])
    expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual(['no-store', 'SAMEORIGIN'])
  })

  it('can wait between two transactions', async () => {
    expect((await person.get('/trial/one/slow/two')).text).toMatch(/ of \d+, one and two</)
  })
})

describe('a form', () => {
  it('requires the CSRF token of the session and our origin', async () => {
    expect((await person.post('/trial/team', { name: 'Forged', form_token: 'wrong' })).status).toBe(403)
    expect((await person.post('/trial/team', { name: 'Forged' }, { origin: 'https://evil.example' })).status).toBe(403)
    const other = aPerson(server)
    await other.logIn()
    await other.get('/trial')
    expect((await person.post('/trial/team', { name: 'Forged', form_token: other.formToken() })).status).toBe(403)
    expect(await teams()).not.toContain('Forged')
  })

  it.each(['returned', 'thrown'])('rolls back when a problem is %s', async end => {
    await person.get('/trial')
    const { status, text } = await person.post('/trial/team', { name: `It was ${end}`, end })
    expect([status, text.includes('Nothing stays of it.')]).toEqual([409, true])
    expect(await teams()).not.toContain(`It was ${end}`)
  })

  it('is shown again with error and input when it is rejected, and rolls back', async () => {
    await person.get('/typing')
    const fault = await person.post('/typing/name', { name: 'Not <kept>', end: 'fault' })
    expect([fault.status, fault.headers.get('retry-after')]).toEqual([429, '7'])
    expect(fault.text).toContain('<p>Trouble: A name &amp; more., typed: Not &lt;kept&gt;</p>')
    const refused = await person.post('/typing/name', { name: 'Not <kept>', end: 'refusal' })
    expect([refused.status, refused.text.includes('Trouble: There is none., typed: Not')]).toEqual([422, true])
    expect(await teams()).not.toContain('Not <kept>')
    const done = await person.get((await person.post('/typing/name', { name: 'Typed' })).location!)
    expect(done.text).toMatch(/It is kept\.<\/p>\s*<p>Trouble: none, typed: none</)
  })

  it('can have an error page of its own', async () => {
    await person.get('/typing')
    const { status, text } = await person.post('/typing/alone')
    expect([status, text.includes('It was not typed'), text.includes('There is none.')]).toEqual([404, true, true])
  })

  it('shows its flash message once, to its sender', async () => {
    await person.get('/trial')
    const { status, location } = await person.post('/trial/team', { name: 'A & B' })
    expect([status, location]).toEqual([303, '/trial'])
    expect(await teams()).toContain('A & B')
    const other = aPerson(server)
    await other.logIn()
    expect((await other.get('/trial')).text).toContain('Note: none')
    expect((await person.get('/trial')).text).toContain('Note: <b>made A &amp; B</b>')
    expect((await person.get('/trial')).text).toContain('Note: none')
  })
})
