// Users besides the administrator, with a working password and their own teams.
import { addTeamForUser } from '../../src/identity/teams/actions.ts'
import type { Role } from '../../src/identity/teams/roles.ts'
import { findUserByEmail, listMembers, listTeams, saveEmailVerified } from '../../src/identity/teams/store.ts'
import { createInvitation, acceptInvitationAsNewUser } from '../../src/identity/teams/invitations/actions.ts'
import { quickHash } from './passwords.ts'
import type { TestServer } from './server.ts'

export interface Account {
  user_id: string
  email: string
  password: string
}

export interface Newcomer {
  email: string
  role?: Role
  team_id?: string
  /** Whether the address is verified. */
  is_verified?: boolean
  hash?: (password: string) => Promise<string>
}

const PASSWORD = 'a long enough password'

/** A member of the first team, or of `team_id`. */
export async function aColleague(
  server: TestServer,
  { email, role = 'developer', team_id, is_verified = false, hash = quickHash }: Newcomer,
): Promise<Account> {
  const password_hash = await hash(PASSWORD)
  const user_id = await server.database.unit(async tx => {
    const admin = (await findUserByEmail(tx, server.admin.email))!
    const team = team_id ?? (await listTeams(tx, { user_id: admin.id }))[0]!.id
    const owner = (await listMembers(tx, { team_id: team })).find(member => member.role === 'owner')!
    const invited = await createInvitation(tx, { team_id: team, email, role, invited_by: owner.id }, server.now())
    const { token } = invited as { token: string }
    const { user_id: id } = (await acceptInvitationAsNewUser(
      tx,
      { token, name: `Colleague ${email}`, password_hash },
      server.now(),
    ))!
    if (is_verified) saveEmailVerified(tx, { id, email_verified_at: server.now().toISOString() })
    return id
  })
  return { user_id, email, password: PASSWORD }
}

/** Creates another team of the user and returns its id. */
export async function aTeamOf({ database, now }: TestServer, email: string, name: string): Promise<string> {
  return database.unit(async tx => {
    const user = (await findUserByEmail(tx, email))!
    return (await addTeamForUser(tx, { name, user_id: user.id }, now())).id
  })
}

/** The first team of the user. */
export async function firstTeamOf({ database }: TestServer, email: string): Promise<string> {
  return database.read(async tx => (await listTeams(tx, { user_id: (await findUserByEmail(tx, email))!.id }))[0]!.id)
}
