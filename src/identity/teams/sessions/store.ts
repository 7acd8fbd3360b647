// Sessions, and what waits in them to be shown.
import { nullable, text, uuid } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'
import type { Session } from './rules.ts'

const sessions = table<Session>('sessions', {
  token_hash: text,
  user_id: uuid,
  /** The team that was chosen last: a session is its person's, not a team's. */
  team_id: nullable(uuid),
  created_at: text,
  last_seen_at: text,
  expires_at: text,
})

const flashes = table('flashes', {
  session_hash: text,
  /** The path of the page that shows it. */
  page: text,
  sealed: text,
  expires_at: text,
})

const insertRow = sessions.insert()
const byHash = sessions.find('token_hash')
const touchRow = sessions.update({ by: ['token_hash'], set: ['last_seen_at'] })
const chooseRow = sessions.update({ by: ['token_hash'], set: ['team_id'] })
const removeRow = sessions.remove('token_hash')
const removeOfUser = sessions.remove('user_id')

const removeEnded = partlyRemoved<{ now: string }>(sessions.name, ['token_hash'], (rows, param) =>
  rows.where('expires_at', '<=', param('now')),
)

const removeIdle = partlyRemoved<{ idle_since: string }>(sessions.name, ['token_hash'], (rows, param) =>
  rows.where('last_seen_at', '<=', param('idle_since')),
)

const keepFlashRow = flashes.upsert(['session_hash', 'page'], ['sealed', 'expires_at'])
const flashOf = flashes.only('sealed', 'expires_at').find('session_hash', 'page')
const removeFlashRow = flashes.remove('session_hash', 'page')
const removeFlashesEnded = partlyRemoved<{ now: string }>(flashes.name, ['session_hash', 'page'], (rows, param) =>
  rows.where('expires_at', '<=', param('now')),
)

/** A login at the same moment as all sessions of a person are ended comes before that, or looks at what they are ended for. */
function guardSessions(tx: Tx, user_id: string): void {
  tx.guard(null, 'sessions', user_id)
}

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  guardSessions(tx, session.user_id)
  tx.put(insertRow, session)
}

export function findSession(tx: Tx, token_hash: string): Promise<Session | undefined> {
  return tx.get(byHash, { token_hash })
}

export async function saveSessionSeen(tx: Tx, token_hash: string, last_seen_at: string): Promise<void> {
  tx.put(touchRow, { token_hash, last_seen_at })
}

export async function saveSessionTeam(tx: Tx, token_hash: string, team_id: string): Promise<void> {
  await tx.run(chooseRow, { token_hash, team_id })
}

export async function removeSession(tx: Tx, token_hash: string): Promise<void> {
  await tx.run(removeRow, { token_hash })
}

export async function removeSessionsOfUser(tx: Tx, user_id: string): Promise<void> {
  guardSessions(tx, user_id)
  await tx.run(removeOfUser, { user_id })
}

/** Whether more may be left. */
export async function removeSessionsExpired(tx: Tx, now: string, idle_since: string): Promise<boolean> {
  const more = [
    await removePart(tx, removeFlashesEnded, { now }),
    await removePart(tx, removeEnded, { now }),
    await removePart(tx, removeIdle, { idle_since }),
  ]
  return more.includes(true)
}

/** In the place of what waits there already. */
export function saveFlash(tx: Tx, flash: RecordOf<typeof flashes>): void {
  tx.put(keepFlashRow, flash)
}

/** Takes it away: of many who ask for it one gets it. */
export async function takeFlashRow(
  tx: Tx,
  at: { session_hash: string; page: string },
): Promise<{ sealed: string; expires_at: string } | undefined> {
  const found = await tx.get(flashOf, at)
  if (found) tx.put(removeFlashRow, at)
  return found
}
