// Introspection responses (RFC 7662 2.2).
import type { Schemas } from '../../../../generated/api.ts'
import type { FoundRefreshToken } from '../store/grants.ts'
import { narrowScopes, formatScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import type { AccessTokenClaims } from './access-token.ts'

/** RFC 7662 2.2: the only response for a token that is invalid or that the caller may not inspect. */
export const INACTIVE: Schemas['Introspection'] = { active: false }

/** A verified access token; `granted` are the scopes of its live grant. */
export function introspectAccessToken(claims: AccessTokenClaims, granted: readonly Scope[]): Schemas['Introspection'] {
  const { client_id, exp, iat, sub, aud, iss, jti, cnf } = claims
  const scopes = narrowScopes(granted, claims.scope)
  if (!scopes) return INACTIVE
  const described = { active: true, scope: formatScopes(scopes), client_id, exp, iat, sub, aud, iss, jti }
  // RFC 9449 6.2
  return cnf ? { ...described, token_type: 'DPoP', cnf } : { ...described, token_type: 'Bearer' }
}

/** A refresh token of a live grant. A replaced one is inactive. */
export function introspectRefreshToken(token: FoundRefreshToken, now: Date): Schemas['Introspection'] {
  const expires_at_ms = Date.parse(token.expires_at)
  if (token.rotated_at !== null || now.getTime() >= expires_at_ms) return INACTIVE
  const { client_id, document_url, user_id: sub } = token
  const seconds = (time_ms: number): number => Math.floor(time_ms / 1000)
  const [exp, iat] = [seconds(expires_at_ms), seconds(Date.parse(token.created_at))]
  return { active: true, scope: formatScopes(token.scopes), client_id: document_url ?? client_id, exp, iat, sub }
}
