// The DPoP proofs that were used, by their hashes: each is good for one request, on whichever process (RFC 9449 11.1).
import { text } from '../../../base/store/column.ts'
import { table } from '../../../base/store/table.ts'

const proofs = table('oauth_proofs', {
  proof_hash: text,
  /** After that its time alone has it refused. */
  expires_at: text,
})

/** Returns whether this was its first use. */
export const saveProof = proofs.insertIfNew('proof_hash').did

export const removeProofsExpired = proofs.removeSome<never, { before: string }>({
  key: ['proof_hash'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('before')),
  limit: 500,
}).more
