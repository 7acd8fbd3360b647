// Which passkeys are taken. An answer of an authenticator is checked by @simplewebauthn/server as WebAuthn Level 3 says (7.1 and
// 7.2); here is what that leaves open. Attestation is not asked for: which device a person has is their own affair.
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type * as Helpers from '@simplewebauthn/server/helpers'
import { lazy } from '../../../base/runtime/lazy.ts'

const helpers = lazy<typeof Helpers>('@simplewebauthn/server/helpers')

/** The most passkeys of a person. */
export const PASSKEYS_MAX = 20
export const CHALLENGE_WAITS_MS = 5 * 60_000
/** ES256, EdDSA and RS256, as COSE numbers them: what authenticators have. */
export const ALGORITHMS = [-7, -8, -257]

/** 1,023 bytes at most (4, Credential ID), in base64url. */
const CREDENTIAL_ID_MAX = 1364
const RSA_BYTES = { min: 256, max: 512 }

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

/** The fields of a form that a script has filled in: bytes in base64url. */
interface PasskeyAnswer {
  credential_id: string
  client_data: string
}

export interface NewPasskeyAnswer extends PasskeyAnswer {
  attestation_object: string
}

export interface PasskeyUse extends PasskeyAnswer {
  authenticator_data: string
  signature: string
}

/**
 * The challenge that was answered; `undefined` if that was done in a frame of another site. The library does not look for that
 * when a passkey is made, nor where the browser leaves the name of that site out.
 */
export function challengeIn(client_data: string): string | undefined {
  const { challenge, crossOrigin } = helpers().decodeClientDataJSON(client_data)
  return typeof challenge === 'string' && !crossOrigin ? challenge : undefined
}

/**
 * Whether an attestation is none, or made with the new key itself, which some browsers pass on. For others the library checks
 * certificates: it fetches what these name, past the SSRF guard.
 */
export function hasNoCertificate(attestation_object: string): boolean {
  const { decodeAttestationObject, isoBase64URL } = helpers()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestation_object))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
}

/** Whether the authenticator has made the credential of this id, with a key that is strong enough. */
export function isNewCredential(credential_id: string, { id, publicKey }: WebAuthnCredential): boolean {
  return id === credential_id && id.length <= CREDENTIAL_ID_MAX && isStrong(publicKey)
}

/** ES256 is with P-256 only (5.8.5). The library looks at the algorithm alone. */
function isStrong(public_key: WebAuthnCredential['publicKey']): boolean {
  const { cose, decodeCredentialPublicKey } = helpers()
  const key = decodeCredentialPublicKey(public_key)
  if (cose.isCOSEPublicKeyEC2(key)) return key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256
  if (!cose.isCOSEPublicKeyRSA(key)) return true
  const { length } = key.get(cose.COSEKEYS.n)!
  return length >= RSA_BYTES.min && length <= RSA_BYTES.max
}
