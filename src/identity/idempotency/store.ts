// The answers that were given to requests with an Idempotency-Key, as they are stored.
import { number, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../base/store/parts.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'

const answers = table('idempotency_keys', {
  team_id: uuid,
  operation: text,
  key: text,
  body_hash: text,
  status: number,
  answer: text,
  created_at: text,
})

export type AnswerRow = RecordOf<typeof answers>
/** One key means one thing: to one team, at one operation. */
export type KeyOf = Pick<AnswerRow, 'team_id' | 'operation' | 'key'>

const find = answers.find('team_id', 'operation', 'key')
const remove = answers.remove('team_id', 'operation', 'key')
const insert = answers.insert()

const removeOld = acrossTeams(
  'a sweep',
  partlyRemoved<{ before: string }>(answers.name, ['team_id', 'operation', 'key'], (rows, param) =>
    rows.where('created_at', '<', param('before')),
  ),
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
