// DPoP proofs: JWTs with which a client proves for each request that it has the key that its token is bound to. The checks of
// RFC 9449 4.3 in order; the last one, that a proof is used once, runs where it is stored.
import { hash } from 'node:crypto'
import { jsonObject } from '../parameters.ts'
import type { SingleUseRecord } from '../store/used-once.ts'
import { ProofFault } from './fault.ts'
import { SIGNATURE_ALGORITHMS, type SignatureAlgorithm } from '../algorithms.ts'
import { type ProofKey, decodeBase64url, proofKey } from './keys.ts'

const LENGTH_MAX = 4096
const JTI_MAX = 256
/** RFC 9449 11.1: the maximum age of a proof, and the maximum that the client's clock may be ahead. */
const AGE_MAX_S = 300
const AHEAD_MAX_S = 60

/** The request that a proof has to be created for. */
interface Target {
  method: string
  /** The public URL of the endpoint, normalized. */
  htu: string
  /** The access token that the proof is sent with. */
  token: string | undefined
  now: Date
}

/** A JWT in its three parts; the first two are still encoded. */
interface Jwt {
  head: string
  body: string
  signature: Buffer
}

/** Checks 1 and 2. */
export function parseJwtHeader(header: string | undefined): Jwt {
  if (!header) throw new ProofFault('Send a DPoP proof in the DPoP header.')
  // the HTTP server joins repeated headers with commas, which no JWT contains
  if (header.includes(',')) throw new ProofFault('Send one DPoP header with one proof.')
  if (header.length > LENGTH_MAX) throw new ProofFault(`A DPoP proof must have at most ${LENGTH_MAX} characters.`)
  const [head = '', body = '', encoded, ...others] = header.split('.')
  const signature = decodeBase64url(encoded)
  if (!signature || others.length > 0) throw malformed()
  return { head, body, signature }
}

/** Checks 4, 5 and 7, of the first part. */
export function parseProofHeader(head: string): { alg: SignatureAlgorithm; key: ProofKey } {
  const about = membersIn(head)
  if (about.typ !== 'dpop+jwt') throw new ProofFault('The typ of the DPoP proof must be dpop+jwt.')
  // RFC 7515 4.1.11
  if ('crit' in about)
    throw new ProofFault('The DPoP proof must not have a crit header, because extensions are not supported.')
  const alg = SIGNATURE_ALGORITHMS.find(each => each === about.alg)
  if (!alg) throw new ProofFault(`The alg of the DPoP proof must be one of ${SIGNATURE_ALGORITHMS.join(', ')}.`)
  return { alg, key: proofKey(about.jwk, alg) }
}

function membersIn(part: string): Record<string, unknown> {
  const bytes = decodeBase64url(part)
  const read = bytes && jsonObject(bytes)
  if (!read || !('members' in read)) throw malformed()
  return read.members
}

function malformed(): ProofFault {
  return new ProofFault(
    'The DPoP header must be one JWT: three parts in base64url, the first two of them JSON objects.',
  )
}

/** Checks 3, 8, 9, 11 and 12, of the second part. */
export function checkProofClaims(jkt: string, body: string, { method, htu, token, now }: Target): SingleUseRecord {
  const claims = membersIn(body)
  const { jti, htm, iat, ath } = claims
  if (typeof jti !== 'string' || jti === '' || jti.length > JTI_MAX) {
    throw new ProofFault(`The jti of the DPoP proof must be a text of 1 to ${JTI_MAX} characters.`)
  }
  if (htm !== method) throw new ProofFault('The htm of the DPoP proof must be the method of the request.')
  if (typeof claims.htu !== 'string' || (claims.htu !== htu && normalizeUri(claims.htu) !== htu)) {
    throw new ProofFault('The htu of the DPoP proof must be the public URL of this endpoint, as in the metadata.')
  }
  const age_s = typeof iat === 'number' ? now.getTime() / 1000 - iat : Number.NaN
  if (!(age_s <= AGE_MAX_S && age_s >= -AHEAD_MAX_S)) {
    const words = `at most ${AGE_MAX_S} seconds old and ${AHEAD_MAX_S} seconds ahead`
    throw new ProofFault(`The iat of the DPoP proof must be its creation time: ${words}.`)
  }
  if (token !== undefined && ath !== hash('sha256', token, 'base64url')) {
    throw new ProofFault('The ath of the DPoP proof must be the SHA-256 hash of the access token in base64url.')
  }
  return {
    used_hash: hash('sha256', `proof ${jkt} ${htu} ${jti}`, 'base64url'),
    // twice the window, so that setting the clock back by less than the window makes no proof valid again
    expires_at: new Date(((iat as number) + 2 * AGE_MAX_S) * 1000).toISOString(),
  }
}

/**
 * A URI without query and fragment, after the normalization of RFC 3986 6.2.2 and 6.2.3; `undefined` if it is not http or
 * https.
 */
export function normalizeUri(uri: string): string | undefined {
  // text that a URL parser would repair is not a valid URI
  const url = /^https?:\/\/[!-[\]-~]+$/i.test(uri) ? URL.parse(uri) : null
  if (!url || url.username !== '' || url.password !== '') return undefined
  const path = url.pathname.replaceAll(/%[\dA-Fa-f]{2}/g, escape => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase()
  })
  return url.origin + path
}
