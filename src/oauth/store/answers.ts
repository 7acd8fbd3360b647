// Which requests of clients people have answered: each is answered once.
import type { Tx } from '../../store/database.ts'
import { partlyRemoved, removePart } from '../../store/parts.ts'
import { statement } from '../../store/statement.ts'

export interface RequestAnswer {
  request_id: string
  /** When the request ends; after that nobody could answer it again. */
  expires_at: string
}

const answerById = statement<{ request_id: string }, RequestAnswer>((knex, place) =>
  knex('oauth_answers').select('*').where('request_id', place('request_id')),
)

const insertAnswerRow = statement<RequestAnswer>((knex, place) =>
  knex('oauth_answers')
    .insert({ request_id: place('request_id'), expires_at: place('expires_at') })
    .onConflict('request_id')
    .ignore(),
)

const removeAnswers = partlyRemoved<{ before: string }>('oauth_answers', ['request_id'], (rows, place) =>
  rows.where('expires_at', '<=', place('before')),
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
