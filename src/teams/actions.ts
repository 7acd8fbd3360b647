// Teams, the people in them and their sessions, as the dashboard and the first start need them.
import { randomUUIDv7 } from 'node:crypto'
import { hashOfToken, randomToken } from '../secrets/tokens.ts'
import type { Tx } from '../store/database.ts'
import { SESSION_IDLE_MS, isLive, isSeenDue, newSession } from './sessions.ts'
import * as store from './store.ts'
import type { Team, User } from './store.ts'

export type { Team, User } from './store.ts'

/** Whether nobody has used this database yet. */
export const isNew = store.isEmpty

/** Makes a team with its first administrator. */
export async function addTeam(
  tx: Tx,
  team_name: string,
  admin: { email: string; password_hash: string },
  now: Date,
): Promise<Team> {
  const created_at = now.toISOString()
  const team = { id: randomUUIDv7(), name: team_name, created_at }
  const user = { id: randomUUIDv7(), name: 'Administrator', ...admin, email: admin.email.toLowerCase(), created_at }
  await store.insertTeam(tx, team)
  await store.insertUser(tx, user)
  await store.insertMembership(tx, { team_id: team.id, user_id: user.id, role: 'admin', created_at })
  return team
}

export const findUserByEmail = store.findUserByEmail
export const listTeams = store.listTeams

/** Logs a person in; the answer is the session's token, of which only the hash is kept. */
export async function startSession(tx: Tx, user_id: string, now: Date): Promise<string> {
  const token = randomToken()
  await store.insertSession(tx, newSession(hashOfToken(token), user_id, now))
  return token
}

/** The person behind a live session; `undefined` when it is unknown, idle too long or over. */
export async function userOfSession(tx: Tx, token: string, now: Date): Promise<User | undefined> {
  const token_hash = hashOfToken(token)
  const session = await store.findSession(tx, token_hash)
  if (!session || !isLive(session, now)) return undefined
  if (isSeenDue(session, now)) await store.touchSession(tx, token_hash, now.toISOString())
  return store.findUser(tx, session.user_id)
}

export async function endSession(tx: Tx, token: string): Promise<void> {
  await store.removeSession(tx, hashOfToken(token))
}

export async function removeExpiredSessions(tx: Tx, now: Date): Promise<void> {
  const idle_since = new Date(now.getTime() - SESSION_IDLE_MS)
  await store.removeExpiredSessions(tx, now.toISOString(), idle_since.toISOString())
}
