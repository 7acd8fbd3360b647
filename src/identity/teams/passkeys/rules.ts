// Which passkeys are accepted. @simplewebauthn/server checks the response of an authenticator as required by WebAuthn Level 3
// (7.1 and 7.2); this module adds the checks that it omits. Attestation is not requested, because the server does not need to
// know which device a person has.
import type { WebAuthnCredential } from '@simplewebauthn/server'
import type * as Helpers from '@simplewebauthn/server/helpers'
import { lazy } from '../../../base/runtime/lazy.ts'

const helpers = lazy<typeof Helpers>('@simplewebauthn/server/helpers')

/** Maximum passkeys of a person. */
export const PASSKEYS_MAX = 20
export const CHALLENGE_LIFETIME_MS = 5 * 60_000
/** ES256, EdDSA and RS256, by their COSE numbers: the algorithms that authenticators support. */
export const ALGORITHMS = [-7, -8, -257]

/** At most 1,023 bytes (4, Credential ID), in base64url. */
const CREDENTIAL_ID_MAX = 1364
const RSA_BYTES = { min: 256, max: 512 }

/** The site that a passkey belongs to. */
export interface RelyingParty {
  rp_id: string
  origin: string
}

/** `undefined` where browsers do not support passkeys: without https except on localhost, and at an IP address. */
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
 * The challenge of the response; `undefined` if the response was created in a frame of another site. The library does not check
 * that when a passkey is created, nor if the browser omits the name of that site.
 */
export function challengeIn(client_data: string): string | undefined {
  const { challenge, crossOrigin } = helpers().decodeClientDataJSON(client_data)
  return typeof challenge === 'string' && !crossOrigin ? challenge : undefined
}

/**
 * Whether an attestation is absent, or was created with the new key itself, as some browsers do. For others the library checks
 * certificates and fetches the URLs in them, past the SSRF guard.
 */
export function hasNoCertificate(attestation_object: string): boolean {
  const { decodeAttestationObject, isoBase64URL } = helpers()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestation_object))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'))
}

/** Whether the authenticator created the credential with this id, with a key that is strong enough. */
export function isNewCredential(credential_id: string, { id, publicKey }: WebAuthnCredential): boolean {
  return id === credential_id && id.length <= CREDENTIAL_ID_MAX && isStrong(publicKey)
}

/** ES256 requires P-256 (5.8.5). The library checks the algorithm only. */
function isStrong(public_key: WebAuthnCredential['publicKey']): boolean {
  const { cose, decodeCredentialPublicKey } = helpers()
  const key = decodeCredentialPublicKey(public_key)
  if (cose.isCOSEPublicKeyEC2(key)) return key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256
  if (!cose.isCOSEPublicKeyRSA(key)) return true
  const { length } = key.get(cose.COSEKEYS.n)!
  return length >= RSA_BYTES.min && length <= RSA_BYTES.max
}
