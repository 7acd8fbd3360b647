// The authorization server as others see it: its operations, who a token stands for, and what the consent page may do.
import type { Caller } from '../operation.ts'
import { hashOfToken, randomToken } from '../secrets/tokens.ts'
import { serverSecret } from '../secrets/store.ts'
import type { Database, Tx } from '../store/database.ts'
import * as grants from './grants/store.ts'
import { type OAuthHandlers, type OAuthParts, createHandlers } from './handlers.ts'
import { openKeys } from './keys/actions.ts'
import { knownClients } from './known-clients.ts'
import { locationOf } from './redirect.ts'
import { REFRESH_WINDOW_MS } from './refresh.ts'
import { type AuthorizationRequest, type KeptRequest, forPage, isOver, keptCode } from './requests.ts'
import { narrowed } from './scopes.ts'
import * as store from './store.ts'
import { ACCESS_TOKEN_HEADER } from './tokens.ts'

export type { AuthorizationRequest } from './requests.ts'

export interface OAuth {
  handlers: OAuthHandlers
  /** Who an access token of ours stands for; `undefined` when it is not valid (any more). */
  callerWithToken(token: string, now: Date): Promise<Caller | undefined>
  /** What a person is asked; `undefined` when it is unknown or too old. */
  findAuthorizationRequest(tx: Tx, id: string, now: Date): Promise<AuthorizationRequest | undefined>
  /** Where the browser goes with a code; `undefined` when the request is not pending any more. */
  approveRequest(tx: Tx, id: string, by: Approver, now: Date): Promise<{ location: string } | undefined>
  /** Where the browser goes with the refusal; `undefined` when the request is not pending any more. */
  denyRequest(tx: Tx, id: string, by: { user_id: string }, now: Date): Promise<{ location: string } | undefined>
}

/** Who approves, and for which of the teams that they belong to. */
export interface Approver {
  user_id: string
  team_id: string
}

export interface OAuthSettings {
  database: Database
  issuer: string
  now: Date
  refresh_window_ms?: number
}

/** Opens the authorization server: makes what its database lacks (keys, known clients) and reads its secrets once. */
export async function createOAuth({ database, issuer, now, ...settings }: OAuthSettings): Promise<OAuth> {
  const keys = await openKeys(database, now)
  const refresh_secret = await database.unit(async tx => {
    await addKnownClients(tx, now)
    return serverSecret(tx, 'oauth_refresh', now)
  })
  const parts = { issuer, keys, refresh_secret, refresh_window_ms: settings.refresh_window_ms ?? REFRESH_WINDOW_MS }
  return {
    handlers: createHandlers(parts),
    callerWithToken: (token, at) => callerWithToken(database, parts, token, at),
    findAuthorizationRequest,
    approveRequest: (tx, id, by, at) => approved(tx, issuer, id, by, at),
    denyRequest: (tx, id, by, at) => denied(tx, issuer, id, by, at),
  }
}

async function addKnownClients(tx: Tx, now: Date): Promise<void> {
  for (const client of knownClients(now)) {
    if (!(await store.findClient(tx, client.client_id))) await store.insertClient(tx, client)
  }
}

/** RFC 9068 4, and then the grant: what was revoked ends at once, not when the token does. */
async function callerWithToken(
  database: Database,
  { issuer, keys }: OAuthParts,
  token: string,
  now: Date,
): Promise<Caller | undefined> {
  const { typ } = ACCESS_TOKEN_HEADER
  const claims = ['exp', 'iat', 'sub', 'client_id', 'jti', 'scope', 'grant_id']
  const payload = await keys.verified(token, { typ, issuer, audience: issuer, claims, now })
  if (!payload) return undefined
  const { grant_id, scope } = payload as { grant_id: string; scope: string }
  const grant = await database.read(tx => grants.findLiveGrant(tx, grant_id))
  const scopes = grant && narrowed(grant.scopes, scope)
  return scopes && { kind: 'oauth_token', id: grant_id, team_id: grant.team_id, scopes, domain_id: null }
}

async function findAuthorizationRequest(tx: Tx, id: string, now: Date): Promise<AuthorizationRequest | undefined> {
  const request = await store.findRequest(tx, id)
  if (!request || isOver(request, now)) return undefined
  const client = await store.findClient(tx, request.client_id)
  // a disabled client is answered as if it did not exist
  return client && client.disabled_at === null ? forPage(request, client) : undefined
}

async function approved(
  tx: Tx,
  issuer: string,
  id: string,
  { user_id, team_id }: Approver,
  now: Date,
): Promise<{ location: string } | undefined> {
  const request = await decided(tx, id, 'approved', user_id, now)
  if (!request) return undefined
  const code = randomToken()
  await store.insertCode(tx, keptCode(request, { code_hash: hashOfToken(code), user_id, team_id, now }))
  return { location: locationOf({ ...request, issuer }, { code }) } // RFC 6749 4.1.2
}

async function denied(
  tx: Tx,
  issuer: string,
  id: string,
  { user_id }: { user_id: string },
  now: Date,
): Promise<{ location: string } | undefined> {
  const request = await decided(tx, id, 'denied', user_id, now)
  if (!request) return undefined
  const answer = { error: 'access_denied', error_description: 'The person denied the request.' }
  return { location: locationOf({ ...request, issuer }, answer) } // RFC 6749 4.1.2.1
}

/** The request, when this decided it. Whatever the browser sent beside the id plays no part. */
async function decided(
  tx: Tx,
  id: string,
  status: 'approved' | 'denied',
  decided_by: string,
  now: Date,
): Promise<KeptRequest | undefined> {
  if (!(await findAuthorizationRequest(tx, id, now))) return undefined
  if (!(await store.decideRequest(tx, { id, status, decided_at: now.toISOString(), decided_by }))) return undefined
  return store.findRequest(tx, id)
}

/** For a while a code stays known after its time, so that one that comes back still ends the grant it gave. */
const CODE_KEPT_MS = 24 * 3_600_000

/** Forgets what is past use. */
export async function removeExpired(tx: Tx, now: Date): Promise<void> {
  await store.removeRequestsExpired(tx, now.toISOString())
  await store.removeCodesExpired(tx, new Date(now.getTime() - CODE_KEPT_MS).toISOString())
  await grants.removeRefreshTokensExpired(tx, now.toISOString())
}
