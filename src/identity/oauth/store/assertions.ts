// The assertions that clients have authenticated with, until they expire.
import { text } from '../../../base/store/column.ts'
import { table } from '../../../base/store/table.ts'

const assertions = table('oauth_assertions', {
  /** Of the client's id and the `jti`. */
  assertion_hash: text,
  /** When the assertion expires; after that it is refused anyway. */
  expires_at: text,
})

/** Returns whether this was the first use: an assertion is used once. */
export const saveAssertion = assertions.insertIfNew('assertion_hash').did

export const removeAssertionsExpired = assertions.removeSome<never, { before: string }>({
  key: ['assertion_hash'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
}).more
