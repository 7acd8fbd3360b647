// Hashes of single-use client signatures: DPoP proofs (RFC 9449 11.1) and assertions (RFC 7523 3). Each is valid for one
// request, on any process.
import { text } from '../../../base/store/column.ts'
import { type RecordOf, table } from '../../../base/store/table.ts'

const used = table('oauth_used_once', {
  /** A hash of the kind, the purpose and the `jti`. */
  used_hash: text,
  /** After this time the expiry alone causes the refusal. */
  expires_at: text,
})

export type SingleUseRecord = RecordOf<typeof used>

/** Returns whether this was the first use. */
export const saveUse = used.insertIfNew('used_hash').did

export const removeUsesExpired = used.removeSome<never, { before: string }>({
  key: ['used_hash'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
  limit: 500,
}).more
