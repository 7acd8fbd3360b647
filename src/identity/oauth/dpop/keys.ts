// The public key in the header of a DPoP proof, and its thumbprint (RFC 7638), which tokens are bound to.
import { type KeyObject, type webcrypto, constants, createPublicKey, hash, verify } from 'node:crypto'
import { PRIVATE_MEMBERS, RSA_BITS, type SignatureAlgorithm } from '../algorithms.ts'
import { ProofFault } from './fault.ts'

/** The members of a public key that its thumbprint is computed from, in that order (RFC 7638 3.2, RFC 8037 2). */
const MEMBERS = { EC: ['crv', 'kty', 'x', 'y'], OKP: ['crv', 'kty', 'x'], RSA: ['e', 'kty', 'n'] } as const

const KINDS = {
  ES256: { kty: 'EC', crv: 'P-256' },
  EdDSA: { kty: 'OKP', crv: 'Ed25519' },
  PS256: { kty: 'RSA', crv: undefined },
  RS256: { kty: 'RSA', crv: undefined },
} as const

const COORDINATE_BYTES = 32
/** The time of a verification is proportional to the length of the exponent, which the caller chooses. */
const EXPONENT_BYTES_MAX = 4

export interface ProofKey {
  /** The thumbprint. */
  jkt: string
  jwk: webcrypto.JsonWebKey
}

/** The public key in a header, before any check of whether it can be used. */
export function proofKey(jwk: unknown, alg: SignatureAlgorithm): ProofKey {
  const { kty, crv } = KINDS[alg]
  const given: Record<string, unknown> = typeof jwk === 'object' && jwk !== null ? { ...jwk } : {}
  if (PRIVATE_MEMBERS.some(name => name in given)) {
    throw new ProofFault('The jwk of the DPoP proof must be a public key without private members.')
  }
  if (given.kty !== kty || (crv !== undefined && given.crv !== crv)) {
    throw new ProofFault(`The jwk of the DPoP proof must be a key for its alg: kty ${kty}${crv ? `, crv ${crv}` : ''}.`)
  }
  const isGood = kty === 'RSA' ? isRsa(given) : isCoordinate(given.x) && (kty === 'OKP' || isCoordinate(given.y))
  if (!isGood) {
    throw new ProofFault(
      'The jwk of the DPoP proof is malformed. An RSA key must have 2048 to 4096 bits and a short exponent.',
    )
  }
  const members = Object.fromEntries(MEMBERS[kty].map(name => [name, given[name]]))
  return { jkt: hash('sha256', JSON.stringify(members), 'base64url'), jwk: members }
}

function isCoordinate(value: unknown): boolean {
  return decodeBase64url(value)?.length === COORDINATE_BYTES
}

function isRsa({ n, e }: Record<string, unknown>): boolean {
  const [modulus, exponent] = [decodeBase64url(n), decodeBase64url(e)]
  // RFC 7518 6.3.1.1: without leading zeros, because otherwise one key would have several thumbprints
  if (!modulus?.[0] || !exponent?.[0] || exponent.length > EXPONENT_BYTES_MAX) return false
  const bits = modulus.length * 8 - (Math.clz32(modulus[0]) - 24)
  return bits >= RSA_BITS.min && bits <= RSA_BITS.max
}

/** The bytes of a canonical base64url text; `undefined` for anything else. */
export function decodeBase64url(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined
  const bytes = Buffer.from(value, 'base64url')
  return bytes.toString('base64url') === value ? bytes : undefined
}

/** Slow: 20 to 50 µs. */
export function importKey({ jwk }: ProofKey): KeyObject {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' })
  } catch {
    throw new ProofFault('The jwk of the DPoP proof is not a valid key.')
  }
}

/** RFC 7518 3.3 to 3.5, RFC 8037 3.1 */
export function isSignedBy(key: KeyObject, alg: SignatureAlgorithm, signed: string, signature: Buffer): boolean {
  const bytes = Buffer.from(signed, 'latin1')
  if (alg === 'ES256') return verify('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }, signature)
  if (alg === 'EdDSA') return verify(null, bytes, key, signature)
  if (alg === 'RS256') return verify('sha256', bytes, key, signature)
  return verify('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature)
}
