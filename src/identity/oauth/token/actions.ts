// Exchanges a code for a grant with tokens, and a refresh token for its successor. Some refusals have an effect that
// must be committed, so they are returned, and thrown only after the commit.
import type { Refusal } from '../../../base/text/refusal.ts'
import { narrowScopes, satisfies, formatScopes, withoutIgnoredScopes } from '../../../base/operation/scope.ts'
import type { Scope } from '../../../../generated/scopes.ts'
import { hashToken, randomToken } from '../../../base/secrets/tokens.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import { record } from '../../../base/store/signals/record.ts'
import { scopesOfRole } from '../../api-keys/actions.ts'
import { listTeams } from '../../teams/store.ts'
import { DEVICE_GRANT } from '../clients/rules.ts'
import type { BindingRefusal } from '../dpop/binding.ts'
import { guardGrants, revokeGrantOfTeam } from '../grants/actions.ts'
import { grantOf, isGrantUseDue, refreshTokenRecord, successorOf } from '../grants/rules.ts'
import { oauthRefusal } from '../refusals.ts'
import { type ClientRecord, saveClientUse } from '../store/clients.ts'
import { consumeCode, countCodeFailure, findCode } from '../store/codes.ts'
import * as store from '../store/grants.ts'
import { redemption } from './codes.ts'
import { refreshDecision } from './refresh.ts'
import type { TokenRequest } from './request.ts'

/** The inputs for the tokens of a response. */
export interface IssuedGrant {
  user_id: string
  grant_id: string
  scopes: Scope[]
  /** The thumbprint of the key that the access token is bound to. */
  jkt: string | undefined
  /** `undefined` for a client that is not registered for refreshing. */
  refresh_token: { token: string; expires_at: string } | undefined
}

export interface RefreshSettings {
  /** The secret that successors of refresh tokens are derived with. */
  refresh_secret: string
  /** How long the successor of a replaced token can be requested again; 0: never. */
  refresh_window_ms: number
  /** Lifetime of each refresh token, from its own issue. */
  refresh_token_ms: number
}

/** The request of an authenticated client. */
interface TokenExchange<Of, GrantType> {
  client: Of
  /** The thumbprint of the key that the request proves. */
  jkt?: string | undefined
  request: Extract<TokenRequest, { grant_type: GrantType }>
}

/** RFC 6749 4.1.3 */
export async function redeemCode(
  { tx, now }: TimedTx,
  { refresh_token_ms }: Pick<RefreshSettings, 'refresh_token_ms'>,
  { client, request, jkt }: TokenExchange<ClientRecord, 'authorization_code'>,
): Promise<IssuedGrant | Refusal> {
  const { id: client_id } = client
  const { code: given, redirect_uri, code_verifier, credentials } = request
  const code = await findCode(tx, { code_hash: hashToken(given) })
  const decision = redemption(code, { client_id, redirect_uri, code_verifier, jkt }, now)
  if (decision.outcome === 'refused') {
    if (decision.effect === 'count_failure') countCodeFailure(tx, code!)
    if (decision.effect === 'revoke_grant') {
      await revokeGrantOfTeam({ tx, team_id: code!.team_id, now }, { id: code!.grant_id!, reason: 'code_reuse' })
    }
    return refused(decision)
  }
  const issuing = { client, client_auth: credentials.method, jkt }
  const issued = await issueGrant({ tx, now }, { refresh_token_ms }, issuing, code!)
  if (!issued) return invalidGrant('The code is no longer valid.')
  const consumed = { ...code!, grant_id: issued.grant_id, consumed_at: now.toISOString() }
  if (!(await consumeCode(tx, consumed))) throw invalidGrant('The code was already used.')
  return issued
}

/** How the client authenticated, and the thumbprint of the key that it proved. */
interface GrantInput {
  client: ClientRecord
  client_auth: store.Grant['client_auth']
  jkt: string | undefined
}

/** A new grant with its first tokens; `undefined` if the person can no longer give access to the team. */
export async function issueGrant(
  { tx, now }: TimedTx,
  { refresh_token_ms }: Pick<RefreshSettings, 'refresh_token_ms'>,
  { client, client_auth, jkt }: GrantInput,
  { team_id, user_id, scopes }: Pick<store.Grant, 'team_id' | 'user_id' | 'scopes'>,
): Promise<IssuedGrant | undefined> {
  // since the approval the person may have been removed from the team, or got a role that does not include these scopes
  guardGrants(tx, team_id, user_id)
  const teams = await listTeams(tx, { user_id })
  const reached = scopesOfRole(teams.find(({ id }) => id === team_id)?.role)
  if (!scopes.every(scope => satisfies(reached, scope))) return undefined
  const { id: client_id, client_name, grant_types, last_used_at } = client
  const grant = grantOf({ team_id, user_id, client_id, scopes, client_auth }, tx.newId('oauth_grants'), now)
  store.insertGrant(tx, grant)
  if (isGrantUseDue({ last_used_at }, now)) saveClientUse(tx, { id: client_id, last_used_at: now.toISOString() })
  const facts = { object_id: grant.id, name: client_name, changes: { scopes: [null, grant.scopes] } } as const
  await record(tx, { type: 'oauth_grant.created', team_id: grant.team_id, at: now, ...facts })
  const issued = { user_id: grant.user_id, grant_id: grant.id, scopes: grant.scopes, jkt }
  if (!grant_types.includes('refresh_token')) return { ...issued, refresh_token: undefined }
  const token = randomToken()
  const of = { token_hash: hashToken(token), grant_id: grant.id, dpop_jkt: boundKey(client, jkt) }
  const kept = refreshTokenRecord(of, now, refresh_token_ms)
  store.insertRefreshToken(tx, kept)
  return { ...issued, refresh_token: { token, expires_at: kept.expires_at } }
}

/** RFC 6749 6 */
export async function refreshToken(
  { tx, now }: TimedTx,
  { refresh_secret, refresh_window_ms: window_ms, refresh_token_ms }: RefreshSettings,
  { client, request, jkt }: TokenExchange<ClientRecord, 'refresh_token'>,
): Promise<IssuedGrant | Refusal> {
  const token_hash = hashToken(request.refresh_token)
  const token = await store.findRefreshToken(tx, { token_hash })
  const decision = refreshDecision(token, { client_id: client.id, jkt, now, window_ms })
  if (decision.outcome === 'refused') {
    if (decision.effect === 'revoke_grant') {
      const { team_id, grant_id: id } = token!
      await revokeGrantOfTeam({ tx, team_id, now }, { id, reason: 'refresh_token_reuse' })
    }
    return refused(decision)
  }
  const { grant_id, team_id, user_id, scopes: granted } = token!
  const scopes = narrowScopes(granted, withoutIgnoredScopes(request.scope))
  // thrown, not returned: a request for too many scopes does not use up the token
  if (!scopes) {
    const words = `The scope must contain only granted scopes, separated by spaces: ${formatScopes(granted)}.`
    throw oauthRefusal('invalid_scope', words)
  }
  const successor_token = successorOf(request.refresh_token, refresh_secret)
  const of = { token_hash: hashToken(successor_token), grant_id, dpop_jkt: boundKey(client, jkt) }
  const successor = refreshTokenRecord(of, now, refresh_token_ms)
  if (decision.outcome === 'rotate') {
    if (!(await store.replaceRefreshToken(tx, token_hash, successor)))
      throw invalidGrant('The refresh token was already used.')
    if (isGrantUseDue(token!, now)) store.saveGrantUse(tx, { team_id, id: grant_id, last_used_at: now.toISOString() })
  }
  // a successor that is issued again keeps its expiry
  const expires_at = token!.successor_expires_at ?? successor.expires_at
  return { user_id, grant_id, scopes, jkt, refresh_token: { token: successor_token, expires_at } }
}

/** RFC 9449 5: the refresh token of a public client is bound to the key; a client that authenticates is bound to its secret. */
function boundKey({ token_endpoint_auth_method }: ClientRecord, jkt: string | undefined): string | null {
  return token_endpoint_auth_method === 'none' ? (jkt ?? null) : null
}

function refused({ error, description }: Pick<BindingRefusal, 'error' | 'description'>): Refusal {
  return oauthRefusal(error ?? 'invalid_grant', description)
}

/** The authentication method agreed for the code or refresh token in the request, if the client owns it. */
export async function findAgreedAuth(
  tx: Tx,
  client: Pick<ClientRecord, 'id'>,
  request: TokenRequest,
): Promise<store.Grant['client_auth']> {
  // the request of a device contains the document that it was created with
  if (request.grant_type === DEVICE_GRANT) return null
  const agreed =
    request.grant_type === 'authorization_code'
      ? await findCode(tx, { code_hash: hashToken(request.code) })
      : await store.findRefreshToken(tx, { token_hash: hashToken(request.refresh_token) })
  return agreed?.client_id === client.id ? agreed.client_auth : null
}

/** RFC 6749 5.2 */
export function invalidGrant(description: string): Refusal {
  return oauthRefusal('invalid_grant', description)
}
