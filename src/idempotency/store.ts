// The answers that were given to requests with an Idempotency-Key, as they are stored.
import type { Tx } from '../store/database.ts'
import { partlyRemoved, removePart } from '../store/parts.ts'
import { statement } from '../store/statement.ts'

/** One key means one thing: to one team, at one operation. */
export interface KeyOf {
  team_id: string
  operation: string
  key: string
}

export interface AnswerRow extends KeyOf {
  body_hash: string
  status: number
  answer: string
  created_at: string
}

const find = statement<KeyOf, AnswerRow>((knex, place) =>
  knex('idempotency_keys')
    .select('*')
    .where({ team_id: place('team_id'), operation: place('operation'), key: place('key') }),
)

const remove = statement<KeyOf>((knex, place) =>
  knex('idempotency_keys')
    .where({ team_id: place('team_id'), operation: place('operation'), key: place('key') })
    .delete(),
)

const insert = statement<AnswerRow>((knex, place) =>
  knex('idempotency_keys').insert({
    team_id: place('team_id'),
    operation: place('operation'),
    key: place('key'),
    body_hash: place('body_hash'),
    status: place('status'),
    answer: place('answer'),
    created_at: place('created_at'),
  }),
)

const removeOld = partlyRemoved<{ before: string }>(
  'idempotency_keys',
  ['team_id', 'operation', 'key'],
  (rows, place) => rows.where('created_at', '<', place('before')),
)

export function findAnswer(tx: Tx, keyOf: KeyOf): Promise<AnswerRow | undefined> {
  return tx.get(find, keyOf)
}

export function insertAnswer(tx: Tx, row: AnswerRow): void {
  tx.put(insert, row)
}

export function removeAnswer(tx: Tx, keyOf: KeyOf): void {
  tx.put(remove, keyOf)
}

/** Removes some of them; whether more may be left. */
export function removeAnswersBefore(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeOld, { before })
}
