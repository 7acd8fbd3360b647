import { nullable, text } from '../../store/column.ts'
import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { acrossTeams } from '../../store/statement.ts'
import { table } from '../../store/table.ts'
import type { Session } from './rules.ts'

const sessions = table<Session>('sessions', {
  token_hash: text,
  user_id: text,
  /** The team that was chosen last: a session is its person's, not a team's. */
  team_id: nullable(text),
  created_at: text,
  last_seen_at: text,
  expires_at: text,
})

const OF_PERSON = 'a session belongs to a person, who can be in several teams'

const insertRow = sessions.insert()
const byHash = acrossTeams(OF_PERSON, sessions.find('token_hash'))
const touchRow = acrossTeams(OF_PERSON, sessions.update({ by: ['token_hash'], set: ['last_seen_at'] }))
const chooseRow = acrossTeams(OF_PERSON, sessions.update({ by: ['token_hash'], set: ['team_id'] }))
const removeRow = acrossTeams(OF_PERSON, sessions.remove('token_hash'))
const removeOfUser = acrossTeams(OF_PERSON, sessions.remove('user_id'))

const removeEnded = acrossTeams(
  'a sweep',
  partlyRemoved<{ now: string }>(sessions.name, ['token_hash'], (rows, param) =>
    rows.where('expires_at', '<=', param('now')),
  ),
)

const removeIdle = acrossTeams(
  'a sweep',
  partlyRemoved<{ idle_since: string }>(sessions.name, ['token_hash'], (rows, param) =>
    rows.where('last_seen_at', '<=', param('idle_since')),
  ),
)

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.run(insertRow, session)
}

export function findSession(tx: Tx, token_hash: string): Promise<Session | undefined> {
  return tx.get(byHash, { token_hash })
}

export async function saveSessionSeen(tx: Tx, token_hash: string, last_seen_at: string): Promise<void> {
  await tx.run(touchRow, { token_hash, last_seen_at })
}

export async function saveSessionTeam(tx: Tx, token_hash: string, team_id: string): Promise<void> {
  await tx.run(chooseRow, { token_hash, team_id })
}

export async function removeSession(tx: Tx, token_hash: string): Promise<void> {
  await tx.run(removeRow, { token_hash })
}

export async function removeSessionsOfUser(tx: Tx, user_id: string): Promise<void> {
  await tx.run(removeOfUser, { user_id })
}

/** Whether more may be left. */
export async function removeSessionsExpired(tx: Tx, now: string, idle_since: string): Promise<boolean> {
  const more = await removePart(tx, removeEnded, { now })
  return (await removePart(tx, removeIdle, { idle_since })) || more
}
