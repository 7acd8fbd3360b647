// Teams and the people in them, as the dashboard and the first start need them.
import { randomUUIDv7 } from 'node:crypto'
import type { InTeam, Tx } from '../../base/store/database.ts'
import { removeInvitationsBy } from './invitations/store.ts'
import { type Role, isLastAdmin } from './rules.ts'
import * as store from './store.ts'
import type { OwnTeam, Team } from './store.ts'

export type { Member, Role } from './rules.ts'
export type { OwnTeam, User } from './store.ts'
export { PASSWORD_LENGTH_MIN, TEAMS_OF_PERSON_MAX, isRole, passwordFault, usableEmail, usableName } from './rules.ts'

/** Whether the database is unused yet. */
export async function isNew(tx: Tx): Promise<boolean> {
  return (await store.findFirstTeam(tx, {})) === undefined
}

/** Makes a team with its first administrator. */
export async function addTeam(
  tx: Tx,
  { name, ...admin }: { name: string; email: string; password_hash: string },
  now: Date,
): Promise<Team> {
  const id = randomUUIDv7()
  const email = admin.email.toLowerCase()
  store.insertUser(tx, { ...admin, id, email, name: 'Administrator', created_at: now.toISOString() })
  return addTeamOf(tx, { name, user_id: id }, now)
}

/** Makes a team for a person who has an account already; they are its admin. */
export async function addTeamOf(
  tx: Tx,
  { name, user_id }: { name: string; user_id: string },
  now: Date,
): Promise<Team> {
  store.guardTeams(tx, user_id)
  const created_at = now.toISOString()
  const team = { id: randomUUIDv7(), name, sender_name: null, time_zone: 'UTC', created_at }
  store.insertTeam(tx, team)
  store.insertMembership(tx, { team_id: team.id, user_id, role: 'admin', created_at })
  return team
}

/** The first few names of teams that are wanted, of all there are. */
export async function findTeamNames(tx: Tx, isWanted: (name: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (let after: string | undefined = ''; after !== undefined && found.length < NAMES_FOUND_MAX;) {
    const { names, last } = await store.listTeamNames(tx, after)
    found.push(...names.filter(isWanted))
    after = last
    await tx.pause()
  }
  return found.slice(0, NAMES_FOUND_MAX)
}

const NAMES_FOUND_MAX = 5

export { findUserByEmail, guardMembers, listMembers, listTeams, replacePassword, saveNamesOfTeam } from './store.ts'

/** How those know a team who get its mail. */
export async function findSenderName(tx: Tx, team_id: string): Promise<string | undefined> {
  const names = await store.findNamesOfTeam(tx, { id: team_id })
  return names && (names.sender_name ?? names.name)
}

/**
 * Whether one of these teams makes its owner an operator of the server: an admin of the team it was set up with. What
 * reaches beyond a team (clients, new teams) is not for the admins of the others.
 */
export async function makesOperator(tx: Tx, teams: readonly OwnTeam[]): Promise<boolean> {
  const first = await store.findFirstTeam(tx, {})
  return teams.some(({ id, role }) => id === first?.id && role === 'admin')
}

/** Whether it is the team that the server was set up with, whose keys are the operators'. */
export async function isFirstTeam(tx: Tx, team_id: string): Promise<boolean> {
  return (await store.findFirstTeam(tx, {}))?.id === team_id
}

export type MemberChange = 'done' | 'unknown' | 'last_admin'

interface OneMember extends InTeam {
  user_id: string
}

export async function changeRole({ tx, team_id, user_id }: OneMember, role: Role): Promise<MemberChange> {
  const change = await changeOf({ tx, team_id, user_id }, role)
  // or who is no admin any more could still let people in
  if (change === 'done' && role !== 'admin') removeInvitationsBy(tx, { team_id, invited_by: user_id })
  if (change === 'done') store.saveRole(tx, { team_id, user_id, role })
  return change
}

/** With the invitations that they sent: one of them could be a way back. */
export async function removeMember({ tx, team_id, user_id }: OneMember): Promise<MemberChange> {
  const change = await changeOf({ tx, team_id, user_id }, undefined)
  if (change !== 'done') return change
  removeInvitationsBy(tx, { team_id, invited_by: user_id })
  store.removeTeamMembership(tx, { team_id, user_id })
  return 'done'
}

/** What comes of having a member in this role from now on, or in none. */
async function changeOf({ tx, team_id, user_id }: OneMember, role: Role | undefined): Promise<MemberChange> {
  store.guardMembers(tx, team_id)
  const members = await store.listMembers(tx, { team_id })
  if (!members.some(({ id }) => id === user_id)) return 'unknown'
  return role !== 'admin' && isLastAdmin(members, user_id) ? 'last_admin' : 'done'
}
