// Who is logged in. Of a session's token only the hash is kept.
import { hashOfToken, randomToken } from '../../secrets/tokens.ts'
import type { Tx } from '../../store/database.ts'
import { type User, findUser } from '../store.ts'
import { SESSION_IDLE_MS, isLive, isSeenDue, newSession } from './rules.ts'
import * as store from './store.ts'

export interface LiveSession {
  user: User
  /** The team that was chosen last. */
  team_id: string | null
}

/** Logs a person in; the answer is the session's token. */
export async function startSession(tx: Tx, user_id: string, now: Date, team_id: string | null = null): Promise<string> {
  const token = randomToken()
  await store.insertSession(tx, newSession(hashOfToken(token), user_id, team_id, now))
  return token
}

/** The session with this token; `undefined` when it is unknown, idle too long or over. */
export async function findLiveSession(tx: Tx, token: string, now: Date): Promise<LiveSession | undefined> {
  const token_hash = hashOfToken(token)
  const session = await store.findSession(tx, token_hash)
  if (!session || !isLive(session, now)) return undefined
  if (isSeenDue(session, now)) await store.saveSessionSeen(tx, token_hash, now.toISOString())
  const user = await findUser(tx, session.user_id)
  return user && { user, team_id: session.team_id }
}

/** Has the session look at another team from now on. */
export async function chooseTeam(tx: Tx, token: string, team_id: string): Promise<void> {
  await store.saveSessionTeam(tx, hashOfToken(token), team_id)
}

export async function endSession(tx: Tx, token: string): Promise<void> {
  await store.removeSession(tx, hashOfToken(token))
}

/** Logs a person out everywhere. */
export const endSessionsOfUser = store.removeSessionsOfUser

export async function removeExpiredSessions(tx: Tx, now: Date): Promise<void> {
  const idle_since = new Date(now.getTime() - SESSION_IDLE_MS)
  await store.removeSessionsExpired(tx, now.toISOString(), idle_since.toISOString())
}
