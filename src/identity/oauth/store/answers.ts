// Which requests of clients people have answered: each is answered once.
import { text } from '../../../base/store/column.ts'
import type { Tx } from '../../../base/store/database.ts'
import { partlyRemoved, removePart } from '../../../base/store/parts.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const answers = table('oauth_answers', {
  request_id: text,
  /** When the request expires; after that it cannot be answered again. */
  expires_at: text,
})

export type RequestAnswer = RecordOf<typeof answers>

const answerById = answers.find('request_id')
const insertAnswerRow = answers.insertIfNew('request_id')

const removeAnswers = partlyRemoved<{ before: string }>(answers.name, ['request_id'], (rows, param) =>
  rows.where('expires_at', '<=', param('before')),
)

export async function isAnswered(tx: Tx, request_id: string): Promise<boolean> {
  return (await tx.get(answerById, { request_id })) !== undefined
}

/** Whether this answered it: a request is answered once. */
export async function saveAnswer(tx: Tx, answer: RequestAnswer): Promise<boolean> {
  return (await tx.run(insertAnswerRow, answer)) > 0
}

export function removeAnswersExpired(tx: Tx, before: string): Promise<boolean> {
  return removePart(tx, removeAnswers, { before })
}
