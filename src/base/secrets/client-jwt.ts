// Verifies JSON Web Tokens that others sign with keys stored here. As with our own tokens (jwt.ts), keys in a token's
// header are ignored.
import { createPublicKey } from 'node:crypto'
import type * as Jose from 'jose'
import type { JWK, JWTPayload } from 'jose'
import { lazy } from '../runtime/lazy.ts'
import { isCanonical } from './jwt.ts'

const jose = lazy<typeof Jose>('jose')

/** The claims of a token that one of the keys signed and that is currently valid; otherwise `undefined`. */
export async function claimsSignedBy(
  keys: readonly JWK[],
  token: string,
  { algorithms, now }: { algorithms: readonly string[]; now: Date },
): Promise<JWTPayload | undefined> {
  if (!isCanonical(token)) return undefined
  const options = { algorithms: [...algorithms], currentDate: now }
  for (const key of keys) {
    try {
      const { payload } = await jose().jwtVerify(token, createPublicKey({ key, format: 'jwk' }), options)
      return payload
    } catch (error) {
      if (!(error instanceof jose().errors.JOSEError || error instanceof TypeError)) throw error
    }
  }
  return undefined
}
