// Stored responses to requests with an Idempotency-Key.
import { number, text, uuid } from '../../base/store/column.ts'
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

/** A key is valid for one team and one operation. */
export type IdempotencyKey = Pick<RecordOf<typeof answers>, 'team_id' | 'operation' | 'key'>

export const findAnswer = answers.find('team_id', 'operation', 'key').one
export const removeAnswer = answers.remove('team_id', 'operation', 'key').put
export const insertAnswer = answers.insert().put

export const removeAnswersBefore = acrossTeams(
  'a sweep',
  answers.removeSome<never, { before: string }>({
    key: ['team_id', 'operation', 'key'],
    where: ({ rows, param }) => rows.where('created_at', '<', param('before')),
  }),
).more
