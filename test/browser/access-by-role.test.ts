// Access to every page and form: by role, against the table that the pages use and that docs/team.md contains; without
// a session; and with a forged form.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accessTable, type AccessRule } from '../../src/interfaces/dashboard/access.ts'
import { ROLE_NAMES, type Role } from '../../src/identity/teams/roles.ts'
import { ACCESS, AREAS, PAGES } from '../../src/interfaces/dashboard/routes.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type Account, aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
type Kind = Role | 'operator'
let accounts: Record<Kind, { email: string; password: string }>
/** Another member of the team, for the removal page. */
let other: Account

beforeAll(async () => {
  server = await startServer()
  const team_id = await aTeamOf(server, server.admin.email, 'Second')
  other = await aColleague(server, { email: 'other@example.net', team_id })
  const one = (role: Role): Promise<Account> => aColleague(server, { email: `${role}@example.net`, team_id, role })
  accounts = {
    owner: await one('owner'),
    admin: await one('admin'),
    developer: await one('developer'),
    marketer: await one('marketer'),
    viewer: await one('viewer'),
    operator: server.admin,
  }
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const PAGES_OF_ALL = PAGES.map(({ method, path }) => `${method} ${path}`)
const REFUSED = /<h1>(?:Operators only|Not allowed for your role)<\/h1>/

const LEADERS: readonly Kind[] = ['owner', 'admin', 'operator']
const BUILDERS: readonly Kind[] = [...LEADERS, 'developer']
const WORKERS: readonly Kind[] = [...BUILDERS, 'marketer']
const ALL: readonly Kind[] = [...WORKERS, 'viewer']
/** Roles that may open the pages of an area and submit its forms. */
const MAY: Record<AccessRule, readonly [see: readonly Kind[], act: readonly Kind[]]> = {
  anybody: [ALL, ALL],
  person: [ALL, ALL],
  account: [ALL, ALL],
  everyone: [ALL, ALL],
  owner: [
    ['owner', 'operator'],
    ['owner', 'operator'],
  ],
  member: [ALL, WORKERS],
  worker: [WORKERS, WORKERS],
  builder: [ALL, BUILDERS],
  developer: [BUILDERS, BUILDERS],
  self: [LEADERS, LEADERS],
  admin: [LEADERS, LEADERS],
  operator: [['operator'], ['operator']],
}

function may(kind: Kind, page: string): boolean {
  const [see, act] = MAY[ACCESS.get(page)!]
  return (page.startsWith('GET') ? see : act).includes(kind)
}

const people = new Map<Kind, Person>()

/** Logs in again after a form that ended the session. Uses unknown ids, except for members. */
async function isRefused(page: string, kind: Kind): Promise<boolean> {
  const person = people.get(kind) ?? aPerson(server)
  people.set(kind, person)
  if ((await person.get('/account')).status !== 200) {
    await person.logIn('/account', accounts[kind])
    await person.get('/account')
  }
  const { status, text } = await ask(person, page)
  const isRefused = REFUSED.test(text)
  expect(isRefused ? status : 403, page).toBe(403)
  return isRefused
}

const pathOf = (path: string): string =>
  path.replace(':user_id', other.user_id).replace(':address', 'ana@example.net').replaceAll(/:\w+/g, UNKNOWN)

function ask(person: Person, page: string): ReturnType<Person['get']> {
  const [method, path] = page.split(' ') as [string, string]
  return method === 'GET' ? person.get(pathOf(path)) : person.post(pathOf(path), { user_id: UNKNOWN })
}

describe('access table', () => {
  it('equals the table in the guide', () => expect(readFileSync('docs/team.md', 'utf8')).toContain(accessTable(AREAS)))
})

describe.each([...ROLE_NAMES, 'operator'] as const)('access of %s', kind => {
  it.each(PAGES_OF_ALL.filter(page => page !== 'POST /team/remove'))(
    '%s is allowed or refused according to the table',
    async page => expect(await isRefused(page, kind)).toBe(!may(kind, page)),
  )
})

describe('login redirect without a session', () => {
  it.each(PAGES_OF_ALL.filter(page => !['anybody'].includes(ACCESS.get(page)!)))('%s redirects', async page => {
    const { status, location } = await ask(aPerson(server), page)
    expect([303, status === 303 && location?.startsWith('/login')]).toEqual([status, true])
  })
})

describe('a form from another origin or with a wrong CSRF token', () => {
  // a form with an attachment is read only after its draft was found
  const forms = PAGES.filter(
    ({ method, who, takes_file }) => method === 'POST' && who !== 'anybody' && takes_file !== 'attachment',
  )
  let operator: Person
  beforeAll(async () => {
    operator = aPerson(server)
    await operator.logIn('/account')
    await operator.get('/account')
  })

  it.each(forms.map(({ path }) => path))('is rejected by POST %s', async path => {
    const at = pathOf(path)
    for (const headers of [{}, { origin: 'https://evil.example' }] as Record<string, string>[])
      expect((await operator.post(at, {}, headers)).status).toBe(403)
    expect((await operator.post(at, { form_token: 'wrong' })).status).toBe(403)
  })
})

it('returns 403 to a developer who removes another member', async () => {
  const person = aPerson(server)
  await person.logIn('/team', accounts.developer)
  await person.get('/team')
  expect((await person.post('/team/remove', { user_id: other.user_id })).status).toBe(403)
  expect((await person.get(`/team/remove/${other.user_id}`)).status).toBe(403)
})
