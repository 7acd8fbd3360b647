// Checks that a code is redeemed by the client that requested it (RFC 7636). S256 is the only method.
import { createHash, timingSafeEqual } from 'node:crypto'

/** A SHA-256 hash in base64url without padding. RFC 7636 4.2 */
export const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

/** RFC 7636 4.1: 43 to 128 unreserved characters. Anything shorter could be guessed. */
export const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/** RFC 7636 4.6. Compares in constant time. */
export function provesChallenge(code_verifier: string, code_challenge: string): boolean {
  if (!VERIFIER.test(code_verifier) || !CHALLENGE.test(code_challenge)) return false
  const hash = createHash('sha256').update(code_verifier, 'ascii').digest('base64url')
  return timingSafeEqual(Buffer.from(hash), Buffer.from(code_challenge))
}
