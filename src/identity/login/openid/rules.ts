// The provider's responses, checked according to OpenID Connect Core and Discovery.
import type { ProviderConfig } from '../../../base/config/provider-settings.ts'

type Members = Record<string, unknown>

/** The maximum difference between the clocks of both servers, and the maximum age of an ID token in addition. */
const SKEW_S = 60
const AGE_MAX_S = 600
const SUBJECT_LENGTH_MAX = 255

/** The part of the provider's metadata that this server uses. */
export interface ProviderMetadata {
  authorization_endpoint: string
  token_endpoint: string
  jwks_uri: string
  userinfo_endpoint: string | undefined
  /** Whether the provider names itself in each response (RFC 9207). */
  names_itself: boolean
}

/** The metadata of the provider; `undefined` if it belongs to another provider or is unusable. */
export function checkProviderMetadata(members: Members, issuer: string): ProviderMetadata | undefined {
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = members
  // Discovery 4.3: identical in every character
  if (members.issuer !== issuer) return undefined
  const isUrl = (value: unknown): value is string =>
    typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === new URL(issuer).protocol
  if (!isUrl(authorization_endpoint) || !isUrl(token_endpoint) || !isUrl(jwks_uri)) return undefined
  return {
    authorization_endpoint,
    token_endpoint,
    jwks_uri,
    userinfo_endpoint: isUrl(userinfo_endpoint) ? userinfo_endpoint : undefined,
    names_itself: members.authorization_response_iss_parameter_supported === true,
  }
}

/** The identity of a person at the provider, and further claims about them. */
export interface ProviderPerson {
  subject: string
  /** An address that the provider has verified; `undefined` if there is none. */
  email: string | undefined
  name: string | undefined
  /** Whether the provider checked several factors (RFC 8176). */
  has_two_factors: boolean
}

/** The checked claims of an ID token with a valid signature (Core 3.1.3.7), or their fault. */
export function parseIdTokenClaims(
  claims: Members,
  { issuer, client_id }: Pick<ProviderConfig, 'issuer' | 'client_id'>,
  { nonce, now }: { nonce: string; now: Date },
): ProviderPerson | { fault: string } {
  const { iss, aud, azp, exp, iat, sub, amr } = claims
  const audiences = Array.isArray(aud) ? (aud as unknown[]) : [aud]
  const now_s = now.getTime() / 1000
  if (iss !== issuer) return { fault: 'the ID token is from another issuer' }
  if (!audiences.includes(client_id)) return { fault: 'the ID token is for another client' }
  if (azp === undefined ? audiences.length > 1 : azp !== client_id)
    return { fault: 'the ID token was issued to another client' }
  if (typeof exp !== 'number' || typeof iat !== 'number') return { fault: 'the ID token has no exp or iat' }
  if (exp <= now_s || iat > now_s + SKEW_S || iat < now_s - AGE_MAX_S - SKEW_S)
    return { fault: 'the ID token is expired or from the future; compare the clocks of both servers' }
  if (claims.nonce !== nonce) return { fault: 'the ID token belongs to another login' }
  if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_LENGTH_MAX)
    return { fault: 'the ID token has no subject' }
  return { subject: sub, ...nameAndAddress(claims), has_two_factors: Array.isArray(amr) && amr.includes('mfa') }
}

/** The name, and the address if the provider has verified it. */
export function nameAndAddress({ email, email_verified, name }: Members): Pick<ProviderPerson, 'email' | 'name'> {
  return {
    email: typeof email === 'string' && email_verified === true ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
}
