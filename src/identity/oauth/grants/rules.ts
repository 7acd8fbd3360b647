// A grant is the access that a person gave a client. Until it is revoked, each of its refresh tokens replaces the one
// before.
import { createHmac } from 'node:crypto'
import { narrowScopes, formatScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { oauthRefusal } from '../refusals.ts'
import type { Grant, RefreshTokenRecord } from '../store/grants.ts'

/** The scopes that a person grants: all requested ones, or the subset that they chose. */
export function grantedScopes(asked: readonly Scope[], chosen: readonly Scope[] | undefined): Scope[] {
  const granted = narrowScopes(asked, chosen && formatScopes(chosen))
  if (granted) return granted
  // RFC 6749 3.3: fewer scopes than requested are allowed, more are not
  throw oauthRefusal('invalid_scope', 'Only scopes that the client requested can be granted.')
}

/** Creates a grant. */
export function grantOf(
  {
    team_id,
    user_id,
    client_id,
    scopes,
    client_auth,
  }: Pick<Grant, 'team_id' | 'user_id' | 'client_id' | 'scopes' | 'client_auth'>,
  id: string,
  now: Date,
): Grant {
  return {
    id,
    team_id,
    user_id,
    client_id,
    scopes,
    created_at: now.toISOString(),
    last_used_at: null,
    revoked_at: null,
    revoked_reason: null,
    client_auth,
  }
}

const USE_NOTED_EVERY_MS = 60_000

/** Whether to save the last use: at most once a minute, not for each refresh. */
export function isGrantUseDue({ last_used_at }: Pick<Grant, 'last_used_at'>, now: Date): boolean {
  return last_used_at === null || now.getTime() - Date.parse(last_used_at) >= USE_NOTED_EVERY_MS
}

export function refreshTokenRecord(
  of: Pick<RefreshTokenRecord, 'token_hash' | 'grant_id' | 'dpop_jkt'>,
  now: Date,
  lifetime_ms: number,
): RefreshTokenRecord {
  return {
    ...of,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetime_ms).toISOString(),
    rotated_at: null,
    successor_hash: null,
  }
}

/**
 * The token that replaces `token`. It is derived, so that a client that did not receive the response can get the same token
 * again although no token is stored. It cannot be computed without the server's secret.
 */
export function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}
