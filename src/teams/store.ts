import type { Tx } from '../store/database.ts'
import { statement } from '../store/statement.ts'

export interface Team {
  id: string
  name: string
  created_at: string
}

export interface User {
  id: string
  email: string
  name: string
  password_hash: string
  created_at: string
}

export interface Session {
  token_hash: string
  user_id: string
  created_at: string
  last_seen_at: string
  expires_at: string
}

const countTeams = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))

const insertTeamRow = statement<Team>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: place('name'), created_at: place('created_at') }),
)

const insertUserRow = statement<User>((knex, place) =>
  knex('users').insert({
    id: place('id'),
    email: place('email'),
    name: place('name'),
    password_hash: place('password_hash'),
    created_at: place('created_at'),
  }),
)

const insertMembershipRow = statement<{ team_id: string; user_id: string; role: string; created_at: string }>(
  (knex, place) =>
    knex('memberships').insert({
      team_id: place('team_id'),
      user_id: place('user_id'),
      role: place('role'),
      created_at: place('created_at'),
    }),
)

const userByEmail = statement<{ email: string }, User>((knex, place) =>
  knex('users').select('*').where('email', place('email')),
)

const userById = statement<{ id: string }, User>((knex, place) => knex('users').select('*').where('id', place('id')))

const teamsOfUser = statement<{ user_id: string }, Team>((knex, place) =>
  knex('teams')
    .select('teams.*')
    .join('memberships', 'memberships.team_id', 'teams.id')
    .where('memberships.user_id', place('user_id'))
    .orderBy('memberships.created_at'),
)

const insertSessionRow = statement<Session>((knex, place) =>
  knex('sessions').insert({
    token_hash: place('token_hash'),
    user_id: place('user_id'),
    created_at: place('created_at'),
    last_seen_at: place('last_seen_at'),
    expires_at: place('expires_at'),
  }),
)

const sessionByHash = statement<{ token_hash: string }, Session>((knex, place) =>
  knex('sessions').select('*').where('token_hash', place('token_hash')),
)

const touchSessionRow = statement<{ token_hash: string; last_seen_at: string }>((knex, place) =>
  knex('sessions')
    .where('token_hash', place('token_hash'))
    .update({ last_seen_at: place('last_seen_at') }),
)

const removeSessionRow = statement<{ token_hash: string }>((knex, place) =>
  knex('sessions').where('token_hash', place('token_hash')).delete(),
)

const removeExpiredRows = statement<{ now: string; idle_since: string }>((knex, place) =>
  knex('sessions').where('expires_at', '<=', place('now')).orWhere('last_seen_at', '<=', place('idle_since')).delete(),
)

export async function isEmpty(tx: Tx): Promise<boolean> {
  return (await tx.get(countTeams, {}))!.count === 0
}

export async function insertTeam(tx: Tx, team: Team): Promise<void> {
  await tx.run(insertTeamRow, team)
}

export async function insertUser(tx: Tx, user: User): Promise<void> {
  await tx.run(insertUserRow, user)
}

export async function insertMembership(
  tx: Tx,
  membership: { team_id: string; user_id: string; role: string; created_at: string },
): Promise<void> {
  await tx.run(insertMembershipRow, membership)
}

export function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return tx.get(userByEmail, { email: email.toLowerCase() })
}

export function findUser(tx: Tx, id: string): Promise<User | undefined> {
  return tx.get(userById, { id })
}

/** The teams a person belongs to, the oldest membership first. */
export function listTeams(tx: Tx, user_id: string): Promise<Team[]> {
  return tx.all(teamsOfUser, { user_id })
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.run(insertSessionRow, session)
}

export function findSession(tx: Tx, token_hash: string): Promise<Session | undefined> {
  return tx.get(sessionByHash, { token_hash })
}

export async function touchSession(tx: Tx, token_hash: string, last_seen_at: string): Promise<void> {
  await tx.run(touchSessionRow, { token_hash, last_seen_at })
}

export async function removeSession(tx: Tx, token_hash: string): Promise<void> {
  await tx.run(removeSessionRow, { token_hash })
}

export async function removeExpiredSessions(tx: Tx, now: string, idle_since: string): Promise<void> {
  await tx.run(removeExpiredRows, { now, idle_since })
}
