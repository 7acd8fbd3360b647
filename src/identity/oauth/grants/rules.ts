// A grant is what a person allowed a client; its refresh tokens follow one after the other until it is revoked.
import { createHmac } from 'node:crypto'
import type { Scope } from '../../../base/operation/scope.ts'
import type { RefreshToken } from '../token/refresh.ts'
import type { CodeRecord } from '../token/codes.ts'

export type RevokedReason =
  | 'revoked_from_api'
  | 'revoked_from_dashboard'
  | 'revoked_by_client'
  | 'code_reuse'
  | 'refresh_token_reuse'
  | 'password_changed'

export interface Grant {
  id: string
  team_id: string
  user_id: string
  client_id: string
  scopes: Scope[]
  created_at: string
  /** The last refresh, to the minute. */
  last_used_at: string | null
  revoked_at: string | null
  revoked_reason: RevokedReason | null
}

/** A grant as its team sees it. */
export interface ListedGrant extends Grant {
  client: { name: string; logo_uri: string | null }
}

/** What became of a grant that was just ended. */
export interface Revoked {
  id: string
  revoked_at: string
  revoked_reason: RevokedReason
}

/** A refresh token as it is kept. */
export interface RefreshTokenRecord {
  token_hash: string
  grant_id: string
  created_at: string
  expires_at: string
  rotated_at: string | null
  successor_hash: string | null
}

/** A refresh token with all that decides about it and all that is needed to answer. */
export interface FoundRefreshToken extends RefreshToken {
  grant_id: string
  team_id: string
  user_id: string
  scopes: Scope[]
  created_at: string
  /** When the grant was last refreshed, as far as it was noted. */
  last_used_at: string | null
  /** Until when the token that replaced it is good. */
  successor_expires_at: string | null
}

export function grantOf({ team_id, user_id, client_id, scopes }: CodeRecord, id: string, now: Date): Grant {
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
  }
}

const USE_NOTED_EVERY_MS = 60_000

/** The last use is noted once a minute, not at each refresh. */
export function isGrantUseDue({ last_used_at }: { last_used_at: string | null }, now: Date): boolean {
  return last_used_at === null || now.getTime() - Date.parse(last_used_at) >= USE_NOTED_EVERY_MS
}

export function refreshTokenRecord(
  token_hash: string,
  grant_id: string,
  now: Date,
  lifetime_ms: number,
): RefreshTokenRecord {
  return {
    token_hash,
    grant_id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + lifetime_ms).toISOString(),
    rotated_at: null,
    successor_hash: null,
  }
}

/**
 * The token that replaces `token`. Derived, so that a client whose answer got lost can be given the same one again
 * although no token is stored; without the server's secret the next token cannot be computed from this one.
 */
export function successorOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('base64url')
}
