// The assertion of a client with `private_key_jwt`: a JWT that it signs for this server and uses once (RFC 7523 2.2 and 3).

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** How far ahead an assertion may expire: until then its `jti` is remembered. */
const AHEAD_S = 300
const JTI_CHARACTERS_MAX = 256
const CHARACTERS_MAX = 8192

type Members = Record<string, unknown>

/** The part of a JWT before its signature was verified. */
function partOf(assertion: string, index: 0 | 1): Members | undefined {
  if (assertion.length > CHARACTERS_MAX) return undefined
  try {
    const part: unknown = JSON.parse(Buffer.from(assertion.split('.')[index] ?? '', 'base64url').toString())
    return typeof part === 'object' && part !== null ? (part as Members) : undefined
  } catch {
    return undefined
  }
}

/** The client that an assertion claims to be of, not verified yet. */
export function claimedClient(assertion: string): string | undefined {
  const { iss, sub } = partOf(assertion, 1) ?? {}
  return typeof sub === 'string' && sub !== '' && iss === sub ? sub : undefined
}

/** The algorithm, and the id of the key if it names one; not verified yet. */
export function signedWith(assertion: string): { alg: string; kid: string | undefined } {
  const { alg, kid } = partOf(assertion, 0) ?? {}
  return { alg: typeof alg === 'string' ? alg : '', kid: typeof kid === 'string' ? kid : undefined }
}

/** What is wrong with the claims of a verified assertion; otherwise its `jti`, and until when that is to be remembered. */
export function assertionUse(
  { aud, exp, jti }: Members,
  { issuer, now }: { issuer: string; now: Date },
): { fault: string } | { jti: string; expires_at: Date } {
  // an assertion for several servers could be shown here by another one of them
  if (aud !== issuer && !(Array.isArray(aud) && aud.length === 1 && aud[0] === issuer))
    return { fault: 'The aud of the client_assertion must be the issuer of this server alone.' }
  const expires_ms = typeof exp === 'number' ? exp * 1000 : Number.NaN
  const ahead_ms = expires_ms - now.getTime()
  if (!(ahead_ms > 0 && ahead_ms <= AHEAD_S * 1000))
    return { fault: `The exp of the client_assertion must lie within the next ${AHEAD_S} seconds.` }
  if (typeof jti !== 'string' || jti === '' || jti.length > JTI_CHARACTERS_MAX)
    return { fault: `The jti of the client_assertion must be a text of 1 to ${JTI_CHARACTERS_MAX} characters.` }
  return { jti, expires_at: new Date(expires_ms) }
}
