// The assertion of a client with `private_key_jwt`: a JWT that it signs for this server and uses once (RFC 7523 2.2 and
// 3).

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** How far ahead an assertion may expire. Its `jti` is remembered until then. */
const AHEAD_S = 300
const JTI_CHARACTERS_MAX = 256
const CHARACTERS_MAX = 8192

type Members = Record<string, unknown>

/** A part of a JWT whose signature is not verified yet. */
function partOf(assertion: string, index: 0 | 1): Members | undefined {
  if (assertion.length > CHARACTERS_MAX) return undefined
  try {
    const part: unknown = JSON.parse(Buffer.from(assertion.split('.')[index] ?? '', 'base64url').toString())
    return typeof part === 'object' && part !== null ? (part as Members) : undefined
  } catch {
    return undefined
  }
}

/** The client that an assertion names, not verified yet. */
export function claimedClient(assertion: string): string | undefined {
  const { iss, sub } = partOf(assertion, 1) ?? {}
  return typeof sub === 'string' && sub !== '' && iss === sub ? sub : undefined
}

/** The algorithm, and the id of the key if the assertion names one; not verified yet. */
export function signedWith(assertion: string): { alg: string; kid: string | undefined } {
  const { alg, kid } = partOf(assertion, 0) ?? {}
  return { alg: typeof alg === 'string' ? alg : '', kid: typeof kid === 'string' ? kid : undefined }
}

/** The fault of the claims of a verified assertion; otherwise its `jti`, and how long to remember it. */
export function assertionUse(
  { aud, exp, jti }: Members,
  { issuer, now }: { issuer: string; now: Date },
): { fault: string } | { jti: string; expires_at: Date } {
  // another server could reuse an assertion that is valid for several servers
  if (aud !== issuer && !(Array.isArray(aud) && aud.length === 1 && aud[0] === issuer))
    return { fault: 'The aud of the client_assertion must be only the issuer of this server.' }
  const expires_ms = typeof exp === 'number' ? exp * 1000 : Number.NaN
  const ahead_ms = expires_ms - now.getTime()
  if (!(ahead_ms > 0 && ahead_ms <= AHEAD_S * 1000))
    return { fault: `The exp of the client_assertion must be within the next ${AHEAD_S} seconds.` }
  if (typeof jti !== 'string' || jti === '' || jti.length > JTI_CHARACTERS_MAX)
    return { fault: `The jti of the client_assertion must be a text of 1 to ${JTI_CHARACTERS_MAX} characters.` }
  return { jti, expires_at: new Date(expires_ms) }
}
