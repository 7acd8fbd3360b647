// The signature algorithms of clients, for DPoP proofs and assertions.
import type { Schemas } from '../../../generated/api.ts'

/** No symmetric algorithms (RFC 9449 4.2). */
export const SIGNATURE_ALGORITHMS = ['ES256', 'EdDSA', 'PS256', 'RS256'] as const satisfies Schemas['ClientAlgorithm'][]
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number]

/** The members that only a private or a symmetric key has: RFC 7518 6.2.2, 6.3.2 and 6.4.1, RFC 8037 2. */
export const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']

/** Verification with a longer key takes too long, and a shorter key is too weak. */
export const RSA_BITS = { min: 2048, max: 4096 }
