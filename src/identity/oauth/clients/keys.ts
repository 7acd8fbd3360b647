// The public keys with which a client signs its requests (RFC 7517). A client that publishes a private key has compromised it.
import { createPublicKey } from 'node:crypto'
import type { Schemas } from '../../../../generated/api.ts'
import { PRIVATE_MEMBERS, RSA_BITS, SIGNATURE_ALGORITHMS } from '../algorithms.ts'

/** The public members of a key that are used. */
export type ClientKey = Schemas['ClientKey']
export type ClientKeys = Schemas['ClientKeys']

const KEYS_MAX = 10
const KID_CHARACTERS_MAX = 256
const READ = ['kty', 'kid', 'alg', 'crv', 'x', 'y', 'n', 'e'] as const

/** Whether a key set contains a secret: a private key or a symmetric one. */
export function hasSecretKey(jwks: unknown): boolean {
  const { keys = [] } = (jwks ?? {}) as { keys?: unknown }
  return (Array.isArray(keys) ? keys : []).some(
    (key: Record<string, unknown> | null) =>
      key?.kty === 'oct' || PRIVATE_MEMBERS.some(name => key?.[name] !== undefined),
  )
}

/** The keys of a key set that this server can use, at least one; or the fault. */
export function clientKeys(jwks: unknown): ClientKeys | { fault: string } {
  const list: unknown = typeof jwks === 'object' && jwks !== null ? (jwks as { keys?: unknown }).keys : undefined
  if (!Array.isArray(list) || list.length === 0 || list.length > KEYS_MAX)
    return { fault: `must be an object with a list of 1 to ${KEYS_MAX} public keys as keys` }
  if (!list.every(key => typeof key === 'object' && key !== null && !Array.isArray(key)))
    return { fault: 'must contain only objects in its keys' }
  const given = list as Record<string, unknown>[]
  if (hasSecretKey(jwks))
    return { fault: 'contains a private or symmetric key; replace that key and publish only public keys' }
  const keys = given.flatMap(key => usable(key) ?? [])
  if (keys.length > 0) return { keys }
  return {
    fault: `has no key for ${SIGNATURE_ALGORITHMS.join(', ')}: an EC key with the curve P-256, an OKP key with Ed25519, or an RSA key of ${RSA_BITS.min} to ${RSA_BITS.max} bits`,
  }
}

/** The key's public members, if it can verify signatures of a client. Other keys of a set serve other purposes. */
function usable(key: Record<string, unknown>): ClientKey | undefined {
  const { use = 'sig', key_ops = ['verify'] } = key
  if (use !== 'sig' || !Array.isArray(key_ops) || !key_ops.includes('verify')) return undefined // RFC 7517 4.2 and 4.3
  const read = Object.fromEntries(READ.flatMap(name => (key[name] === undefined ? [] : [[name, key[name]]])))
  if (!Object.values(read).every(value => typeof value === 'string')) return undefined
  const { kid = '', alg } = read as unknown as ClientKey
  const fits = algorithmsOf(read as unknown as ClientKey)
  const isRight = alg === undefined ? fits.length > 0 : fits.includes(alg)
  return isRight && kid.length <= KID_CHARACTERS_MAX && isReadableKey(read) ? (read as unknown as ClientKey) : undefined
}

/** RFC 7518 3.1, RFC 8037 3.1 */
function algorithmsOf({ kty, crv }: ClientKey): string[] {
  if (kty === 'EC') return crv === 'P-256' ? ['ES256'] : []
  if (kty === 'OKP') return crv === 'Ed25519' ? ['EdDSA'] : []
  return kty === 'RSA' ? ['PS256', 'RS256'] : []
}

function isReadableKey(key: object): boolean {
  try {
    const { asymmetricKeyDetails: details } = createPublicKey({ key, format: 'jwk' })
    const bits = details?.modulusLength ?? RSA_BITS.min
    return bits >= RSA_BITS.min && bits <= RSA_BITS.max
  } catch {
    return false
  }
}

/** The keys that may have created a signature with this algorithm; those with the id if one is given (RFC 7515 4.1.4). */
export function keysFor({ keys }: ClientKeys, { alg, kid }: { alg: string; kid?: string | undefined }): ClientKey[] {
  return keys.filter(
    key => algorithmsOf(key).includes(alg) && (key.alg ?? alg) === alg && (kid === undefined || key.kid === kid),
  )
}
