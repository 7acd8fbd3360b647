// What is kept between the moment a client asks and the moment the person has decided.
import type { Scope } from '../operation.ts'
import type { Grantable } from './authorize.ts'
import { type AuthorizationCode, CODE_LIFETIME_MS } from './codes.ts'
import type { KeptClient } from './store.ts'

/** How long the person may take to log in and decide. */
export const REQUEST_LIFETIME_MS = 10 * 60 * 1000

export type RequestStatus = 'pending' | 'approved' | 'denied'

export interface KeptRequest extends Grantable {
  id: string
  status: RequestStatus
  created_at: string
  expires_at: string
  decided_at: string | null
  /** The person who approved or denied it. */
  decided_by: string | null
}

/** An authorization code as it is kept. */
export interface KeptCode extends AuthorizationCode {
  code_hash: string
  user_id: string
  team_id: string
  created_at: string
  /** What the exchange gave. */
  grant_id: string | null
}

export function keptRequest(grantable: Grantable, id: string, now: Date): KeptRequest {
  return {
    ...grantable,
    id,
    status: 'pending',
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + REQUEST_LIFETIME_MS).toISOString(),
    decided_at: null,
    decided_by: null,
  }
}

export function isOver({ expires_at }: { expires_at: string }, now: Date): boolean {
  return now.getTime() >= Date.parse(expires_at)
}

/** RFC 6749 4.1.2 and RFC 7636 4.4: bound to all that the person was asked for, and to who approved for which team. */
export function keptCode(
  { client_id, redirect_uri, code_challenge, scopes }: KeptRequest,
  made: { code_hash: string; user_id: string; team_id: string; now: Date },
): KeptCode {
  const { code_hash, user_id, team_id, now } = made
  return {
    code_hash,
    client_id,
    redirect_uri,
    code_challenge,
    scopes,
    user_id,
    team_id,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + CODE_LIFETIME_MS).toISOString(),
    failures: 0,
    consumed_at: null,
    grant_id: null,
  }
}

/** What the consent page may show of a request. */
export interface AuthorizationRequest {
  id: string
  client: { id: string; name: string; verified: boolean; client_uri: string | null; logo_uri: string | null }
  redirect_uri: string
  scopes: Scope[]
  status: RequestStatus
  expires_at: string
}

export function forPage(
  { id, redirect_uri, scopes, status, expires_at }: KeptRequest,
  client: KeptClient,
): AuthorizationRequest {
  const { client_id, client_name, verified, client_uri, logo_uri } = client
  const shown = { id: client_id, name: client_name, verified, client_uri, logo_uri }
  return { id, client: shown, redirect_uri, scopes, status, expires_at }
}
