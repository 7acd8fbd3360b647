// What an authenticator answers, checked as WebAuthn Level 3 says (7.1 and 7.2). Attestation is not asked for: which device a
// person has is their own affair, so the key that the browser passes on as SPKI is as good as the one inside the attestation.
import { type KeyObject, createPublicKey, hash, verify } from 'node:crypto'

/** The most passkeys of a person. */
export const PASSKEYS_MAX = 20
export const CHALLENGE_WAITS_MS = 5 * 60_000
/** ES256, EdDSA and RS256: what authenticators have, and browsers pass on as SPKI (5.2.1.1). */
export const ALGORITHMS = [-7, -8, -257]

const RP_HASH_BYTES = 32
/** The hash of the relying party, the flags and the counter. */
const HEAD_BYTES = 37
/** Before the id of a credential: the kind of the authenticator, and the length of the id. */
const ID_AT = HEAD_BYTES + 16 + 2
const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
/** 1,023 bytes at most (4, Credential ID). */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/
const RSA_BITS = { min: 2048, max: 4096 }

/** The site that a passkey belongs to. */
export interface RelyingParty {
  rp_id: string
  origin: string
}

/** `undefined` where browsers have no passkeys: without https except on localhost, and at an IP address. */
export function relyingParty(public_url: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(public_url)
  const isSecure = protocol === 'https:' || hostname === 'localhost'
  return isSecure && !/^[\d.]+$|^\[/.test(hostname) ? { rp_id: hostname, origin } : undefined
}

/** The fields of a form that a script has filled in; all but `credential_id` are bytes in base64url. */
export interface PasskeyAnswer {
  credential_id: string
  client_data: string
  authenticator_data: string
}

interface Shown {
  challenge: string
  counter: number
}

/**
 * The challenge that was answered and the counter, if the answer was made at our site, for this purpose, by a person who has
 * shown the authenticator who they are: by that it is two factors at once.
 */
export function shownBy(
  { client_data, authenticator_data }: PasskeyAnswer,
  type: 'webauthn.create' | 'webauthn.get',
  { rp_id, origin }: RelyingParty,
): Shown | undefined {
  const client = clientDataOf(client_data)
  if (!client || client.type !== type || client.origin !== origin || client.crossOrigin === true) return undefined
  const data = Buffer.from(authenticator_data, 'base64url')
  if (data.length < HEAD_BYTES || typeof client.challenge !== 'string') return undefined
  if (!data.subarray(0, RP_HASH_BYTES).equals(hash('sha256', rp_id, 'buffer'))) return undefined
  const wanted = USER_PRESENT | USER_VERIFIED
  if ((data[RP_HASH_BYTES]! & wanted) !== wanted) return undefined
  return { challenge: client.challenge, counter: data.readUInt32BE(RP_HASH_BYTES + 1) }
}

function clientDataOf(client_data: string): Partial<Record<string, unknown>> | undefined {
  try {
    return Object(JSON.parse(Buffer.from(client_data, 'base64url').toString())) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Whether the authenticator has made the credential of this id, and its key is one whose signatures are checked here. */
export function isNewCredential({ credential_id, authenticator_data }: PasskeyAnswer, public_key: string): boolean {
  const data = Buffer.from(authenticator_data, 'base64url')
  if (!CREDENTIAL_ID.test(credential_id) || data.length < ID_AT) return false
  const id = data.subarray(ID_AT, ID_AT + data.readUInt16BE(ID_AT - 2)).toString('base64url')
  return (data[RP_HASH_BYTES]! & HAS_CREDENTIAL) !== 0 && id === credential_id && keyOf(public_key) !== undefined
}

function keyOf(public_key: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(public_key, 'base64url'), format: 'der', type: 'spki' })
    const { asymmetricKeyType: type, asymmetricKeyDetails: { namedCurve, modulusLength = 0 } = {} } = key
    const isStrong = modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max
    const isTaken = type === 'ed25519' || (type === 'rsa' ? isStrong : namedCurve === 'prime256v1')
    return isTaken ? key : undefined
  } catch {
    return undefined
  }
}

/** Whether the passkey with this key has signed the answer. */
export function hasSigned(public_key: string, answer: PasskeyAnswer, signature: string): boolean {
  const key = keyOf(public_key)
  if (!key) return false
  const client_hash = hash('sha256', Buffer.from(answer.client_data, 'base64url'), 'buffer')
  const signed = Buffer.concat([Buffer.from(answer.authenticator_data, 'base64url'), client_hash])
  const algorithm = key.asymmetricKeyType === 'ed25519' ? null : 'sha256'
  return verify(algorithm, signed, key, Buffer.from(signature, 'base64url'))
}
