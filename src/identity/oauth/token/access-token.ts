// The claims of an access token, and the response of the token endpoint.
import type { Schemas } from '../../../../generated/api.ts'
import { formatScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'

/** RFC 9068 2.1: prevents other kinds of JWTs from being accepted as access tokens. */
export const ACCESS_TOKEN_HEADER = { alg: 'ES256', typ: 'at+jwt' } as const

/** RFC 9068 2.2 and 2.2.3, and the id of the grant, so that revoking the grant ends the token immediately. */
export interface AccessTokenClaims {
  iss: string
  aud: string
  sub: string
  client_id: string
  iat: number
  exp: number
  jti: string
  scope: string
  grant_id: string
  /** The thumbprint of the key that the token is bound to. RFC 9449 6.1 */
  cnf?: { jkt: string }
}

/** The input of the claims. `sub` is the person who consented, `jti` a fresh random id. */
interface AccessTokenFacts {
  issuer: string
  sub: string
  client_id: string
  grant_id: string
  jti: string
  /** `undefined` for a token that is not bound to a key. */
  jkt?: string | undefined
  scopes: readonly Scope[]
  lifetime_s: number
}

export function accessTokenClaims(facts: AccessTokenFacts, now: Date): AccessTokenClaims {
  const iat = Math.floor(now.getTime() / 1000)
  return {
    iss: facts.issuer,
    aud: facts.issuer, // RFC 9068 3: the API itself is the only resource
    sub: facts.sub,
    client_id: facts.client_id,
    iat,
    exp: iat + facts.lifetime_s,
    jti: facts.jti,
    scope: formatScopes(facts.scopes),
    grant_id: facts.grant_id,
    ...(facts.jkt !== undefined && { cnf: { jkt: facts.jkt } }),
  }
}

interface TokenFacts {
  access_token: string
  /** The thumbprint of the key that it is bound to. */
  jkt?: string | undefined
  lifetime_s: number
  /** `undefined` for a client that is not registered for refreshing. */
  refresh_token: { token: string; expires_at: string } | undefined
  scopes: readonly Scope[]
}

/** RFC 6749 5.1 */
export function tokenResponse(
  { access_token, jkt, lifetime_s, refresh_token, scopes }: TokenFacts,
  now: Date,
): Schemas['TokenAnswer'] {
  return {
    access_token,
    token_type: jkt === undefined ? 'Bearer' : 'DPoP',
    expires_in: lifetime_s,
    ...(refresh_token && {
      refresh_token: refresh_token.token,
      refresh_token_expires_in: Math.floor((Date.parse(refresh_token.expires_at) - now.getTime()) / 1000),
    }),
    scope: formatScopes(scopes),
  }
}
