// JSON Web Tokens that this server signs and verifies itself, with ES256 alone. The key for a token is looked up among
// our own: keys in a token's header (`jwk`, `jku`, `x5u`) are ignored, because an attacker can write them.
import { createHash, createPrivateKey, createPublicKey, generateKeyPair, sign as signature } from 'node:crypto'
import { promisify } from 'node:util'
import type * as Jose from 'jose'
import type { JWK, JWTPayload } from 'jose'
import { lazy } from '../runtime/lazy.ts'

const jose = lazy<typeof Jose>('jose')

const ALGORITHM = 'ES256'

interface PublicKey {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
  kid: string
  alg: 'ES256'
  use: 'sig'
}

export interface SigningKey {
  public_key: PublicKey
  private_key: JWK
}

interface Expected {
  typ: string
  issuer: string
  audience: string
  claims: string[]
  now: Date
}

export interface KeyRing {
  published: PublicKey[]
  sign(header: { alg: typeof ALGORITHM; typ: string }, claims: object): string
  /** The claims of a token that one of our keys signed and that is currently valid; otherwise `undefined`. */
  verify(token: string, expected: Expected): Promise<JWTPayload | undefined>
}

/** A new key; its id is the thumbprint of its public part (RFC 7638). */
export async function newSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const private_key = privateKey.export({ format: 'jwk' }) as JWK
  const { x, y } = private_key as { x: string; y: string }
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'P-256', kty: 'EC', x, y }))
    .digest('base64url')
  return { public_key: { kty: 'EC', crv: 'P-256', x, y, kid, alg: ALGORITHM, use: 'sig' }, private_key }
}

/** Keys ready for use: `active` signs, and each of `published` verifies. */
export function keyRing(active: SigningKey, published: PublicKey[]): KeyRing {
  const { kid } = active.public_key
  const own = createPrivateKey({ key: active.private_key, format: 'jwk' })
  const known = new Map(published.map(key => [key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]))
  return {
    published,
    // synchronous: Web Cryptography's threads take longer than the signature itself (docs/decisions/es256.md)
    sign: (header, claims) => {
      const text = `${encoded({ ...header, kid })}.${encoded(claims)}` // RFC 7515 5.1
      const seal = signature('sha256', Buffer.from(text), { key: own, dsaEncoding: 'ieee-p1363' }) // RFC 7518 3.4
      return `${text}.${seal.toString('base64url')}`
    },
    verify: async (token, { typ, issuer, audience, claims, now }) => {
      const options = { algorithms: [ALGORITHM], typ, issuer, audience, requiredClaims: claims, currentDate: now }
      if (!isCanonical(token)) return undefined
      try {
        const { payload } = await jose().jwtVerify(
          token,
          ({ kid }: { kid?: string }) => known.get(kid!) ?? unknownKey(),
          options,
        )
        return payload
      } catch (error) {
        if (error instanceof jose().errors.JOSEError) return undefined
        throw error
      }
    },
  }
}

/**
 * RFC 7515 2: base64url without padding, and RFC 4648 3.5: without stray bits after the last byte. Decoders accept
 * both, which would give one token many spellings.
 */
export function isCanonical(token: string): boolean {
  return token.split('.').every(part => Buffer.from(part, 'base64url').toString('base64url') === part)
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function unknownKey(): never {
  throw new (jose().errors.JWKSNoMatchingKey)()
}
