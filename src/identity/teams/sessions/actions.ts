// Login sessions, and flash messages. Tokens of sessions are stored as hashes.
import { createHmac } from 'node:crypto'
import { Seal } from '../../../base/secrets/seal.ts'
import { hashToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { Tx } from '../../../base/store/database.ts'
import { recordUserEvent } from '../actions.ts'
import { type User, findUser } from '../store.ts'
import {
  FLASH_LIFETIME_MS,
  SESSION_IDLE_MS,
  SESSIONS_LISTED_MAX,
  type Session,
  type SessionOrigin,
  isLive,
  isSeenDue,
  newSession,
} from './rules.ts'
import * as store from './store.ts'

export interface LiveSession {
  user: User
  /** The team that was selected last. */
  team_id: string | null
  /** The OpenID provider checked two factors. */
  has_two_factors: boolean
  /** The session was used, and its last use is due to be saved. */
  is_seen_due: boolean
}

interface NewSession {
  user_id: string
  team_id?: string | null
  from?: SessionOrigin
  has_two_factors?: boolean
}

/** Starts a session for a person. Returns its token. */
export async function startSession(
  tx: Tx,
  { user_id, team_id = null, from, has_two_factors = false }: NewSession,
  now: Date,
): Promise<string> {
  const token = randomToken()
  store.insertSession(tx, newSession({ token_hash: hashToken(token), user_id, team_id, from, has_two_factors }, now))
  return token
}

/** The session with this token; `undefined` if it is unknown, idle too long or expired. Saves when it was used. */
export async function findLiveSession(tx: Tx, token: string, now: Date): Promise<LiveSession | undefined> {
  const live = await readLiveSession(tx, token, now)
  if (live?.is_seen_due) store.saveSessionSeen(tx, { token_hash: hashToken(token), last_seen_at: now.toISOString() })
  return live
}

/** Like `findLiveSession`, for a transaction that only reads: does not save the use. */
export async function readLiveSession(tx: Tx, token: string, now: Date): Promise<LiveSession | undefined> {
  const session = await findLive(tx, token, now)
  return session && findUserOf(tx, session, now)
}

async function findLive(tx: Tx, token: string, now: Date): Promise<Session | undefined> {
  const session = await store.findSession(tx, { token_hash: hashToken(token) })
  return session && isLive(session, now) ? session : undefined
}

async function findUserOf(tx: Tx, session: Session, now: Date): Promise<LiveSession | undefined> {
  const { user_id, team_id, has_two_factors } = session
  const user = await findUser(tx, { id: user_id })
  return user && { user, team_id, has_two_factors, is_seen_due: isSeenDue(session, now) }
}

/** Sets the selected team of the session. */
export function chooseTeam(tx: Tx, token: string, team_id: string): void {
  store.saveSessionTeam(tx, { token_hash: hashToken(token), team_id })
}

export function endSession(tx: Tx, token: string): void {
  store.removeSession(tx, { token_hash: hashToken(token) })
}

export interface OwnSession extends Session {
  /** Whether this is the session with the token. */
  is_this: boolean
}

/** The live sessions of a person, most recently used first. */
export async function listSessions(
  tx: Tx,
  { user_id, token }: { user_id: string; token: string },
  now: Date,
): Promise<OwnSession[]> {
  const idle_since = new Date(now.getTime() - SESSION_IDLE_MS).toISOString()
  const limits = { now: now.toISOString(), idle_since, limit: SESSIONS_LISTED_MAX }
  const sessions = await store.listSessionsOfUser(tx, { user_id, ...limits })
  return sessions.map(session => Object.assign(session, { is_this: session.token_hash === hashToken(token) }))
}

/** Ends the sessions of a person except the one with the token. */
export function endOtherSessions(tx: Tx, { user_id, token }: { user_id: string; token: string }): void {
  store.endOtherSessionsOfUser(tx, { user_id, token_hash: hashToken(token) })
}

/** Ends one session of a person, at their own request. Returns whether it existed. */
export async function endOneSession(tx: Tx, user: Account, token_hash: string, now: Date): Promise<boolean> {
  if (!(await store.removeSessionOfUser(tx, { user_id: user.id, token_hash }))) return false
  await recordUserEvent(tx, user, { type: 'session.ended', at: now })
  return true
}

type Account = Pick<User, 'id' | 'email'>

/** Ends all sessions of a person, at their own request. */
export async function endSessionsEverywhere(tx: Tx, user: Account, now: Date): Promise<void> {
  store.endSessionsOfUser(tx, user.id)
  await recordUserEvent(tx, user, { type: 'session.ended_everywhere', at: now })
}

export async function recordLogin(tx: Tx, user: Account, now: Date): Promise<void> {
  await recordUserEvent(tx, user, { type: 'session.started', at: now })
}

/** Records that a login was refused without a check, after too many wrong passwords for the account. */
export async function recordRefusedLogins(tx: Tx, user: Account, now: Date): Promise<void> {
  await recordUserEvent(tx, user, { type: 'session.refused', at: now })
}

/** A page in the session with this token. */
interface PageOfSession {
  token: string
  page: string
}

/**
 * Stores a flash message for the page at this path, replacing an earlier one. A secret that is stored only as a hash is kept
 * encrypted in the database for the page after the form, which another process may serve. The encryption key is derived from
 * the session's cookie and not stored.
 */
export function storeFlash(tx: Tx, { token, page, flash }: PageOfSession & { flash: string }, now: Date): void {
  const expires_at = new Date(now.getTime() + FLASH_LIFETIME_MS).toISOString()
  const sealed = sealOf({ token, page }).seal(Buffer.from(flash), now)
  store.saveFlash(tx, { session_hash: hashToken(token), page, sealed, expires_at })
}

/** Whether a flash message is stored for the page. */
export function hasFlash(tx: Tx, { token, page }: PageOfSession): Promise<boolean> {
  return store.hasFlashRow(tx, { session_hash: hashToken(token), page })
}

/** Returns and removes the flash message for the page, so that a reload does not show it again. */
export async function consumeFlash(tx: Tx, { token, page }: PageOfSession, now: Date): Promise<string | undefined> {
  const found = await store.consumeFlashRow(tx, { session_hash: hashToken(token), page })
  const opened = found && now.toISOString() < found.expires_at ? sealOf({ token, page }).open(found.sealed) : undefined
  return opened?.value.toString()
}

function sealOf({ token, page }: PageOfSession): Seal {
  return new Seal(createHmac('sha256', token).update(`flash ${page}`).digest('base64url'))
}

/** Removes some expired sessions. Returns whether more may remain. */
export function removeExpiredSessions(tx: Tx, now: Date): Promise<boolean> {
  const idle_since = new Date(now.getTime() - SESSION_IDLE_MS).toISOString()
  return store.removeSessionsExpired(tx, { now: now.toISOString(), idle_since })
}
