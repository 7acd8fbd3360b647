// Stored answers of people to the requests of clients.
import { text } from '../../../base/store/column.ts'
import { table } from '../../../base/store/table.ts'

const answers = table('oauth_answers', {
  request_id: text,
  /** When the request expires; it cannot be answered afterwards. */
  expires_at: text,
})

export const findRequestAnswer = answers.find('request_id').one

/** Returns whether this was the first answer: a request is answered only once. */
export const saveAnswer = answers.insertIfNew('request_id').did

export const removeAnswersExpired = answers.removeSome<never, { before: string }>({
  key: ['request_id'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
}).more
