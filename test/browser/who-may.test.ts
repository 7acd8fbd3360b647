// Who may see and do what: every page and every form there is, asked for by each kind of person, against the one table that
// the pages obey and that docs/team.md is made of.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCESS, accessTable, type Who } from '../../src/doors/dashboard/access.ts'
import { PAGES } from '../../src/doors/dashboard/routes.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { type Account, aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let accounts: Record<'member' | 'admin' | 'operator', { email: string; password: string }>
/** Somebody else in the team whom the page of a removal is about. */
let other: Account

beforeAll(async () => {
  server = await startServer()
  const team_id = await aTeamOf(server, server.admin.email, 'Second')
  other = await aColleague(server, { email: 'other@example.net', team_id })
  accounts = {
    member: await aColleague(server, { email: 'member@example.net', team_id }),
    admin: await aColleague(server, { email: 'second@example.net', team_id, role: 'admin' }),
    operator: server.admin,
  }
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const PAGES_OF_ALL = PAGES.map(({ method, path }) => `${method} ${path}`)
const REFUSED = /<h1>For (?:admins|operators)<\/h1>/

type Kind = keyof typeof accounts
const MAY: Record<Who, readonly Kind[]> = {
  anybody: ['member', 'admin', 'operator'],
  person: ['member', 'admin', 'operator'],
  member: ['member', 'admin', 'operator'],
  self: ['admin', 'operator'],
  admin: ['admin', 'operator'],
  operator: ['operator'],
}

/** Asks with a session of its own, as some forms end it. With ids of nothing, but for people. */
async function isRefused(page: string, kind: Kind): Promise<boolean> {
  const person = aPerson(server)
  await person.logIn('/account', accounts[kind])
  await person.get('/account')
  const { status, text } = await ask(person, page)
  const isRefused = REFUSED.test(text)
  expect(isRefused ? status : 403, page).toBe(403)
  return isRefused
}

function ask(person: Person, page: string): ReturnType<Person['get']> {
  const [method, path] = page.split(' ') as [string, string]
  const at = path.replace(':user_id', other.user_id).replace(':address', 'ana@example.net').replaceAll(/:\w+/g, UNKNOWN)
  return method === 'GET' ? person.get(at) : person.post(at, { user_id: UNKNOWN })
}

describe('the table', () => {
  it('has every page and every form, and nothing else', () => {
    expect([...ACCESS.keys()].toSorted()).toEqual([...new Set(PAGES_OF_ALL)].toSorted())
  })

  it('is that of the guide', () => expect(readFileSync('docs/team.md', 'utf8')).toContain(accessTable()))
})

describe.each(['member', 'admin', 'operator'] as const)('to %s', kind => {
  it.each(PAGES_OF_ALL.filter(page => page !== 'POST /team/remove'))(
    '%s is open or closed as the table has it',
    async page => expect(await isRefused(page, kind)).toBe(!MAY[ACCESS.get(page)!].includes(kind)),
  )
})

describe('to nobody who is logged in', () => {
  it.each(PAGES_OF_ALL.filter(page => !['anybody'].includes(ACCESS.get(page)!)))('%s is closed', async page => {
    const { status, location } = await ask(aPerson(server), page)
    expect([303, status === 303 && location?.startsWith('/login')]).toEqual([status, true])
  })
})

it('lets a member remove themselves and nobody else', async () => {
  const person = aPerson(server)
  await person.logIn('/team', accounts.member)
  await person.get('/team')
  expect((await person.post('/team/remove', { user_id: other.user_id })).status).toBe(403)
  expect((await person.get(`/team/remove/${other.user_id}`)).status).toBe(403)
})
