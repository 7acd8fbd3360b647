// The requests of clients that a person has answered.
import { text } from '../../../base/store/column.ts'
import { table } from '../../../base/store/table.ts'

const answers = table('oauth_answers', {
  request_id: text,
  /** When the request expires; after that it cannot be answered anyway. */
  expires_at: text,
})

export const findRequestAnswer = answers.find('request_id').one

/** Returns whether this was the first answer: a request is answered once. */
export const saveAnswer = answers.insertIfNew('request_id').did

export const removeAnswersExpired = answers.removeSome<never, { before: string }>({
  key: ['request_id'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
}).more
