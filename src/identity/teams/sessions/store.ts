// Stored sessions and flash messages.
import { flag, nullable, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { table } from '../../../base/store/table.ts'
import type { Session } from './rules.ts'

const sessions = table<Session>('sessions', {
  token_hash: text,
  user_id: uuid,
  /** The team that was selected last: a session belongs to a person, not to a team. */
  team_id: nullable(uuid),
  user_agent: nullable(text),
  ip: nullable(text),
  created_at: text,
  last_seen_at: text,
  expires_at: text,
  has_two_factors: flag,
})

const flashes = table('flashes', {
  session_hash: text,
  /** The path of the page that shows it. */
  page: text,
  sealed: text,
  expires_at: text,
})

const insertRow = sessions.insert()
const removeOthers = sessions.write<{ user_id: string; token_hash: string }>(({ rows, param, params }) =>
  rows.where(params('user_id')).where('token_hash', '<>', param('token_hash')).delete(),
)
const removeOfUser = sessions.remove('user_id')
export const findSession = sessions.find('token_hash').one
export const saveSessionSeen = sessions.update({ by: ['token_hash'], set: ['last_seen_at'] }).put
export const saveSessionTeam = sessions.update({ by: ['token_hash'], set: ['team_id'] }).put
export const removeSession = sessions.remove('token_hash').put
/** Removes a session of a person. Returns whether it existed. */
export const removeSessionOfUser = sessions.remove('user_id', 'token_hash').did
export const listSessionsOfUser = sessions.query<{ user_id: string; now: string; idle_since: string; limit: number }>(
  ({ rows, param, params }) =>
    rows
      .where(params('user_id'))
      .where('expires_at', '>', param('now'))
      .where('last_seen_at', '>', param('idle_since'))
      .orderBy([
        { column: 'last_seen_at', order: 'desc' },
        { column: 'token_hash', order: 'asc' },
      ]),
  'limit :limit',
).all

const removeEnded = sessions.removeSome<never, { now: string }>({
  key: ['token_hash'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
}).more

const removeIdle = sessions.removeSome<never, { idle_since: string }>({
  key: ['token_hash'],
  where: ({ rows, param }) => rows.where('last_seen_at', '<=', param('idle_since')),
}).more

/** Replaces an earlier flash message for the same page. */
export const saveFlash = flashes.upsert(['session_hash', 'page'], ['sealed', 'expires_at']).put
const flashOf = flashes.only('sealed', 'expires_at').find('session_hash', 'page')
const removeFlash = flashes.remove('session_hash', 'page')
const removeFlashesEnded = flashes.removeSome<never, { now: string }>({
  key: ['session_hash', 'page'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
}).more

/**
 * Serializes logins with the end of all sessions of the person: a login at that moment precedes it, or runs again and reads the
 * reason.
 */
function guardSessions(tx: Tx, user_id: string): void {
  tx.guard(null, 'sessions', user_id)
}

export function insertSession(tx: Tx, session: Session): void {
  guardSessions(tx, session.user_id)
  tx.put(insertRow, session)
}

/** Ends all sessions of a person except one. */
export function endOtherSessionsOfUser(tx: Tx, but: { user_id: string; token_hash: string }): void {
  guardSessions(tx, but.user_id)
  tx.put(removeOthers, but)
}

/** Ends all sessions of a person. */
export function endSessionsOfUser(tx: Tx, user_id: string): void {
  guardSessions(tx, user_id)
  tx.put(removeOfUser, { user_id })
}

/** Returns whether more may remain. */
export async function removeSessionsExpired(
  tx: Tx,
  { now, idle_since }: { now: string; idle_since: string },
): Promise<boolean> {
  const more = [
    await removeFlashesEnded(tx, { now }),
    await removeEnded(tx, { now }),
    await removeIdle(tx, { idle_since }),
  ]
  return more.includes(true)
}

export async function hasFlashRow(tx: Tx, at: { session_hash: string; page: string }): Promise<boolean> {
  return (await tx.get(flashOf, at)) !== undefined
}

/** Returns and removes a flash message: of several concurrent requests, one gets it. */
export async function consumeFlashRow(
  tx: Tx,
  at: { session_hash: string; page: string },
): Promise<{ sealed: string; expires_at: string } | undefined> {
  const found = await tx.get(flashOf, at)
  if (found) tx.put(removeFlash, at)
  return found
}
