// Links to accounts at an OpenID provider in the database: which account a login opens, also for concurrent logins.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LinkAnswer, findOrLinkUser, unlinkProvider } from '../../src/identity/login/openid/actions.ts'
import type { ProviderPerson } from '../../src/identity/login/openid/rules.ts'
import { findLinkOfUser } from '../../src/identity/login/openid/store.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import type { Role } from '../../src/identity/teams/roles.ts'
import { createInvitation, acceptInvitationAsNewUser } from '../../src/identity/teams/invitations/actions.ts'
import { findUserByEmail, listTeams, type Team, saveRole } from '../../src/identity/teams/store.ts'
import { type WithTeams, databases, withTeams } from '../support/databases.ts'

type Invited = Exclude<Awaited<ReturnType<typeof createInvitation>>, string>

const ISSUER = 'https://id.example.com'
const at = (day: number): Date => new Date(Date.UTC(2026, 10, day))

describe.each(databases)('a login with a provider on %s', (_, open) => {
  let teams: WithTeams
  let team: Team
  beforeEach(async () => {
    teams = await withTeams(open)
    const ada = { name: 'Careful', email: 'ada@example.com', password_hash: 'a hash' }
    team = await teams.database.unit(tx => addTeam(tx, ada, at(1)))
  })
  afterEach(() => teams.end())

  const person = (subject: string, email: string | undefined): ProviderPerson => ({
    subject,
    email,
    name: 'Ada',
    has_two_factors: false,
  })
  const login = async (
    given: ProviderPerson,
    { day = 2, issuer = ISSUER, ...answer }: LinkAnswer & { day?: number; issuer?: string } = {},
  ): Promise<string> => {
    const linked = await teams.database.unit(tx => findOrLinkUser({ tx, now: at(day) }, issuer, given, answer))
    return typeof linked === 'string' ? linked : `${linked.user.email}${linked.is_new ? ', new' : ''}`
  }
  const invited = (email: string, day = 2) =>
    teams.database.unit(async tx => {
      const { id: invited_by } = (await findUserByEmail(tx, 'ada@example.com'))!
      return (await createInvitation(tx, { team_id: team.id, email, role: 'viewer', invited_by }, at(day))) as Invited
    })
  const userOf = (email: string) => teams.database.read(tx => findUserByEmail(tx, email))

  it('opens the account by its link, and creates the link by the address once', async () => {
    expect(await login(person('1', 'ADA@example.com'))).toBe('ada@example.com, new')
    expect(await login(person('1', undefined))).toBe('ada@example.com')
    expect(await login(person('2', 'ada@example.com'))).toBe('linked_before')
    expect(await login(person('1', undefined), { issuer: 'https://other.example.com' })).toBe('unverified')
    const { id: user_id } = (await userOf('ada@example.com'))!
    const link = await teams.database.read(tx => findLinkOfUser(tx, { user_id, issuer: ISSUER }))
    expect(link).toEqual({ issuer: ISSUER, subject: '1', user_id, created_at: at(2).toISOString() })
  })

  it('creates one of two concurrent links', async () => {
    const both = await Promise.all([login(person('1', 'ada@example.com')), login(person('2', 'ada@example.com'))])
    expect(both.toSorted()).toEqual(['ada@example.com, new', 'linked_before'])
  })

  it('accepts an open invitation that the user chose, and creates one account for two concurrent logins', async () => {
    expect(await login(person('3', 'new@example.com'))).toBe('unknown')
    const { id: invitation_id } = await invited('new@example.com')
    const { id: others } = await invited('other@example.com')
    expect(await login(person('3', 'new@example.com'))).toBe('question')
    expect(await login(person('3', 'new@example.com'), { invitation_id: others })).toBe('question')
    const accept = () => login(person('3', 'new@example.com'), { invitation_id })
    const both = await Promise.all([accept(), accept()])
    expect(both.toSorted()).toEqual(['new@example.com', 'new@example.com, new'])
    const { id: user_id } = (await userOf('new@example.com'))!
    expect(await teams.database.read(tx => listTeams(tx, { user_id }))).toMatchObject([{ id: team.id, role: 'viewer' }])
    const late = await invited('late@example.com')
    const at_end = { day: 9, invitation_id: late.id }
    expect(await login(person('4', 'late@example.com'), at_end)).toBe('unknown')
  })

  it('asks before it links an account with an unverified address, and links it for its own session', async () => {
    const { token } = await invited('prepared@example.com')
    const joined = { token, name: 'Preparer', password_hash: 'a hash' }
    const { user_id } = (await teams.database.unit(tx => acceptInvitationAsNewUser(tx, joined, at(2))))!
    const prepared = person('5', 'prepared@example.com')
    expect(await login(prepared)).toBe('question')
    expect(await login(prepared, { user_id: 'of another session' })).toBe('question')
    expect(await login(prepared, { user_id })).toBe('prepared@example.com, new')
    expect(await userOf('prepared@example.com')).toMatchObject({
      password_hash: 'a hash',
      email_verified_at: at(2).toISOString(),
    })
  })

  it('removes the password of such an account unless it belongs to the session', async () => {
    const { token } = await invited('prepared@example.com')
    const joined = { token, name: 'Preparer', password_hash: 'a hash' }
    await teams.database.unit(tx => acceptInvitationAsNewUser(tx, joined, at(2)))
    const both = await Promise.all(
      ['5', '6'].map(subject => login(person(subject, 'prepared@example.com'), { removes_access: true })),
    )
    expect(both.toSorted()).toEqual(['linked_before', 'prepared@example.com, new'])
    expect(await userOf('prepared@example.com')).toMatchObject({ password_hash: 'none' })
  })

  it('rejects an invitation whose sender may no longer invite', async () => {
    const { id: invitation_id } = await invited('new@example.com')
    const { id: user_id } = (await userOf('ada@example.com'))!
    const giveAda = (role: Role) => teams.database.unit(async tx => saveRole(tx, { team_id: team.id, user_id, role }))
    await giveAda('developer')
    expect(await login(person('3', 'new@example.com'))).toBe('unknown')
    await giveAda('admin')
    expect(await login(person('3', 'new@example.com'), { invitation_id })).toBe('new@example.com, new')
  })

  it('deletes only its own link, and only for its user', async () => {
    await login(person('1', 'ada@example.com'))
    const { id: invitation_id } = await invited('new@example.com')
    await login(person('3', 'new@example.com'), { invitation_id })
    const [ada, other] = [(await userOf('ada@example.com'))!, (await userOf('new@example.com'))!]
    const remove = () => teams.database.unit(tx => unlinkProvider({ tx, now: at(3) }, ada, ISSUER))
    expect([await remove(), await remove()]).toEqual([true, false])
    const left = teams.database.read(tx => findLinkOfUser(tx, { user_id: other.id, issuer: ISSUER }))
    expect(await left).toMatchObject({ subject: '3' })
  })
})
