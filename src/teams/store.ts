// Teams, people, and who belongs to which team.
import type { Tx } from '../store/database.ts'
import { statement } from '../store/statement.ts'
import type { Member, Role } from './rules.ts'

export interface Team {
  id: string
  name: string
  created_at: string
}

/** A team as one of its people has it. */
export interface OwnTeam extends Team {
  role: Role
}

export interface User {
  id: string
  /** In lower case. */
  email: string
  name: string
  password_hash: string
  created_at: string
}

export interface Membership {
  team_id: string
  user_id: string
  role: Role
  created_at: string
}

// ---- teams

const firstTeam = statement<object, { id: string }>(
  knex =>
    knex('teams')
      .select('id')
      .orderBy([{ column: 'created_at' }, { column: 'id' }]),
  'limit 1',
)

const insertTeamRow = statement<Team>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: place('name'), created_at: place('created_at') }),
)

/** Read without letting others go on. */
const NAMES_AT_ONCE = 500

const namesAfter = statement<{ after: string; limit: number }, { id: string; name: string }>(
  (knex, place) => knex('teams').select('id', 'name').where('id', '>', place('after')).orderBy('id'),
  'limit :limit',
)

/** Some names of teams; `last` is where to go on, if more may be left. */
export async function listTeamNames(tx: Tx, after: string): Promise<{ names: string[]; last: string | undefined }> {
  const rows = await tx.all(namesAfter, { after, limit: NAMES_AT_ONCE })
  return { names: rows.map(({ name }) => name), last: rows.length === NAMES_AT_ONCE ? rows.at(-1)!.id : undefined }
}

/** The team of the one who set up the server. */
export async function findFirstTeam(tx: Tx): Promise<{ id: string } | undefined> {
  return tx.get(firstTeam, {})
}

export async function insertTeam(tx: Tx, team: Team): Promise<void> {
  await tx.run(insertTeamRow, team)
}

// ---- people

const userByEmail = statement<{ email: string }, User>((knex, place) =>
  knex('users').select('*').where('email', place('email')),
)

const userById = statement<{ id: string }, User>((knex, place) => knex('users').select('*').where('id', place('id')))

const insertUserRow = statement<User>((knex, place) =>
  knex('users').insert({
    id: place('id'),
    email: place('email'),
    name: place('name'),
    password_hash: place('password_hash'),
    created_at: place('created_at'),
  }),
)

const replacePasswordHash = statement<{ id: string; old: string; password_hash: string }>((knex, place) =>
  knex('users')
    .where('id', place('id'))
    .where('password_hash', place('old'))
    .update({ password_hash: place('password_hash') }),
)

export function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.get(userByEmail, { email: email.toLowerCase() })
}

export function findUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.get(userById, { id })
}

export async function insertUser(tx: Tx, user: User): Promise<void> {
  await tx.run(insertUserRow, user)
}

/** Whether it was still the old one that was replaced. */
export async function savePasswordHash(tx: Tx, id: string, old: string, password_hash: string): Promise<boolean> {
  return (await tx.run(replacePasswordHash, { id, old, password_hash })) === 1
}

// ---- memberships

const teamsOfUser = statement<{ user_id: string }, OwnTeam>((knex, place) =>
  knex('teams')
    .select('teams.*', 'memberships.role')
    .join('memberships', 'memberships.team_id', 'teams.id')
    .where('memberships.user_id', place('user_id'))
    .orderBy([{ column: 'memberships.created_at' }, { column: 'teams.id' }]),
)

const membersOfTeam = statement<{ team_id: string }, Member>((knex, place) =>
  knex('memberships')
    .select('users.id', 'users.name', 'users.email', 'memberships.role', 'memberships.created_at')
    .join('users', 'users.id', 'memberships.user_id')
    .where('memberships.team_id', place('team_id'))
    .orderBy([{ column: 'memberships.created_at' }, { column: 'users.id' }]),
)

const insertMembershipRow = statement<Membership>((knex, place) =>
  knex('memberships').insert({
    team_id: place('team_id'),
    user_id: place('user_id'),
    role: place('role'),
    created_at: place('created_at'),
  }),
)

const changeRole = statement<{ team_id: string; user_id: string; role: Role }>((knex, place) =>
  knex('memberships')
    .where('team_id', place('team_id'))
    .where('user_id', place('user_id'))
    .update({ role: place('role') }),
)

const removeMembershipRow = statement<{ team_id: string; user_id: string }>((knex, place) =>
  knex('memberships').where('team_id', place('team_id')).where('user_id', place('user_id')).delete(),
)

/** Before deciding by who belongs to the team: two admins who demote each other at the same moment leave one. */
export function guardMembers(tx: Tx, team_id: string): void {
  tx.guard(team_id, 'members')
}

/** Before deciding by the teams that a person belongs to. */
export function guardTeams(tx: Tx, user_id: string): void {
  tx.guard(null, 'teams', user_id)
}

/** The teams a person belongs to, the oldest membership first. */
export function listTeams(tx: Tx, user_id: string): Promise<OwnTeam[]> {
  return tx.all(teamsOfUser, { user_id })
}

export function listMembers(tx: Tx, team_id: string): Promise<Member[]> {
  return tx.all(membersOfTeam, { team_id })
}

export async function insertMembership(tx: Tx, membership: Membership): Promise<void> {
  await tx.run(insertMembershipRow, membership)
}

export async function saveRole(tx: Tx, team_id: string, user_id: string, role: Role): Promise<void> {
  await tx.run(changeRole, { team_id, user_id, role })
}

export async function removeMembership(tx: Tx, team_id: string, user_id: string): Promise<void> {
  await tx.run(removeMembershipRow, { team_id, user_id })
}
