import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'
import type { Session } from './rules.ts'

const insertRow = statement<Session>((knex, place) =>
  knex('sessions').insert({
    token_hash: place('token_hash'),
    user_id: place('user_id'),
    team_id: place('team_id'),
    created_at: place('created_at'),
    last_seen_at: place('last_seen_at'),
    expires_at: place('expires_at'),
  }),
)

const byHash = statement<{ token_hash: string }, Session>((knex, place) =>
  knex('sessions').select('*').where('token_hash', place('token_hash')),
)

const touchRow = statement<{ token_hash: string; last_seen_at: string }>((knex, place) =>
  knex('sessions')
    .where('token_hash', place('token_hash'))
    .update({ last_seen_at: place('last_seen_at') }),
)

const chooseRow = statement<{ token_hash: string; team_id: string }>((knex, place) =>
  knex('sessions')
    .where('token_hash', place('token_hash'))
    .update({ team_id: place('team_id') }),
)

const removeRow = statement<{ token_hash: string }>((knex, place) =>
  knex('sessions').where('token_hash', place('token_hash')).delete(),
)

const removeOfUser = statement<{ user_id: string }>((knex, place) =>
  knex('sessions').where('user_id', place('user_id')).delete(),
)

const removeEnded = partlyRemoved<{ now: string }>('sessions', ['token_hash'], (rows, place) =>
  rows.where('expires_at', '<=', place('now')),
)

const removeIdle = partlyRemoved<{ idle_since: string }>('sessions', ['token_hash'], (rows, place) =>
  rows.where('last_seen_at', '<=', place('idle_since')),
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
