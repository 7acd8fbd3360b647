// What the token endpoint does once it knows its client: a code becomes a grant, a refresh token its successor. Some
// refusals have an effect that must be kept, so they are returned, and thrown only after the commit.
import { removeApiKeysOfGrant } from '../../api-keys/actions.ts'
import type { Refusal } from '../../refusal.ts'
import { hashOfToken, randomToken } from '../../secrets/tokens.ts'
import type { Tx } from '../../store/database.ts'
import { listTeams } from '../../teams/actions.ts'
import type { Client } from '../clients/rules.ts'
import { redemption } from '../token/codes.ts'
import { refreshDecision } from '../token/refresh.ts'
import { oauthRefusal } from '../refusals.ts'
import { type Scope, narrowed, scopeText } from '../../scope.ts'
import {
  type KeptClient,
  consumeCode,
  countCodeFailure,
  endCodesOfUser,
  findCode,
  saveClientUse,
} from '../store/clients.ts'
import type { TokenRequest } from '../token/request.ts'
import { type Revoked, type RevokedReason, grantOf, isUseDue, keptRefreshToken, successorOf } from './rules.ts'
import * as store from '../store/grants.ts'

/** What the tokens of an answer are made of. */
export interface Issued {
  user_id: string
  grant_id: string
  scopes: Scope[]
  /** `undefined` for a client that is not registered for refreshing. */
  refresh_token: { token: string; expires_at: string } | undefined
}

export interface Rotation {
  /** Turns a refresh token into its successor. */
  refresh_secret: string
  /** How long a replaced token gets its successor again; 0 is strict. */
  refresh_window_ms: number
  /** From a refresh token's own issue; each refresh begins anew. */
  refresh_token_ms: number
}

type RequestOf<GrantType> = Extract<TokenRequest, { grant_type: GrantType }>

/** RFC 6749 4.1.3 */
export async function redeemed(
  tx: Tx,
  { refresh_token_ms }: Pick<Rotation, 'refresh_token_ms'>,
  { client_id, grant_types, last_used_at }: KeptClient,
  { code: given, redirect_uri, code_verifier }: RequestOf<'authorization_code'>,
  now: Date,
): Promise<Issued | Refusal> {
  const code_hash = hashOfToken(given)
  const code = await findCode(tx, code_hash)
  const decision = redemption(code, { client_id, redirect_uri, code_verifier }, now)
  if (decision.outcome === 'refused') {
    if (decision.effect === 'count_failure') await countCodeFailure(tx, code_hash)
    if (decision.effect === 'revoke_grant') await revokeGrant(tx, code!.grant_id!, 'code_reuse', now)
    return invalidGrant(decision.description)
  }
  // who was removed from the team since the approval has nothing to give there any more
  guardGrants(tx, code!.team_id, code!.user_id)
  const teams = await listTeams(tx, code!.user_id)
  if (!teams.some(({ id }) => id === code!.team_id)) return invalidGrant('The code is not valid any more.')
  const grant = grantOf(code!, tx.newId('oauth_grants'), now)
  await store.insertGrant(tx, grant)
  if (!(await consumeCode(tx, code_hash, grant.id, now.toISOString())))
    throw invalidGrant('The code was exchanged before.')
  if (isUseDue({ last_used_at }, now)) await saveClientUse(tx, client_id, now.toISOString())
  const issued = { user_id: grant.user_id, grant_id: grant.id, scopes: grant.scopes }
  if (!grant_types.includes('refresh_token')) return { ...issued, refresh_token: undefined }
  const token = randomToken()
  const kept = keptRefreshToken(hashOfToken(token), grant.id, now, refresh_token_ms)
  await store.insertRefreshToken(tx, kept)
  return { ...issued, refresh_token: { token, expires_at: kept.expires_at } }
}

/** RFC 6749 6 */
export async function refreshed(
  tx: Tx,
  { refresh_secret, refresh_window_ms, refresh_token_ms }: Rotation,
  { client_id }: Client,
  request: RequestOf<'refresh_token'>,
  now: Date,
): Promise<Issued | Refusal> {
  const token_hash = hashOfToken(request.refresh_token)
  const token = await store.findRefreshToken(tx, token_hash)
  const decision = refreshDecision(token, client_id, now, refresh_window_ms)
  if (decision.outcome === 'refused') {
    if (decision.effect === 'revoke_grant') await revokeGrant(tx, token!.grant_id, 'refresh_token_reuse', now)
    return invalidGrant(decision.description)
  }
  const { grant_id, user_id, scopes: granted } = token!
  const scopes = narrowed(granted, request.scope)
  // thrown here and now: a request that asks for too much does not use the token up
  if (!scopes) {
    const words = `The scope may hold what was granted, separated by spaces: ${scopeText(granted)}.`
    throw oauthRefusal('invalid_scope', words)
  }
  const successor_token = successorOf(request.refresh_token, refresh_secret)
  const successor = keptRefreshToken(hashOfToken(successor_token), grant_id, now, refresh_token_ms)
  if (decision.outcome === 'rotate') {
    if (!(await store.replaceRefreshToken(tx, token_hash, successor)))
      throw invalidGrant('The refresh token was used before.')
    if (isUseDue(token!, now)) await store.saveGrantUse(tx, grant_id, now.toISOString())
  }
  // given again, it is the same token and ends at the same time
  const expires_at = token!.successor_expires_at ?? successor.expires_at
  return { user_id, grant_id, scopes, refresh_token: { token: successor_token, expires_at } }
}

/** A code that is exchanged while its person is removed from the team gives a grant that ends with the others, or none. */
function guardGrants(tx: Tx, team_id: string, user_id: string): void {
  tx.guard(team_id, 'grants', user_id)
}

/** What becomes of the API keys that were made with a grant that ends. */
export type WithKeys = 'remove_keys' | 'keep_keys'

/** Ends a grant with all of its tokens and the API keys that were made with it; the first end stays as it was. */
export async function revokeGrant(tx: Tx, id: string, reason: RevokedReason, now: Date): Promise<void> {
  if (await store.revokeGrant(tx, id, reason, now)) await removeApiKeysOfGrant(tx, id)
}

/** Ends a grant of a team; `undefined` when there is none that could be ended. */
export async function revokeGrantOfTeam(
  tx: Tx,
  team_id: string,
  id: string,
  reason: RevokedReason,
  now: Date,
  keys: WithKeys = 'remove_keys',
): Promise<Revoked | undefined> {
  const revoked = await store.revokeGrantOfTeam(tx, team_id, id, reason, now)
  if (revoked && keys === 'remove_keys') await removeApiKeysOfGrant(tx, id)
  return revoked
}

/** Ends all that a person granted, codes that are still on their way included; how many grants that were. */
export async function revokeAllOfUser(tx: Tx, user_id: string, reason: RevokedReason, now: Date): Promise<number> {
  await endCodesOfUser(tx, user_id, now.toISOString())
  for (const id of await store.listLiveGrantsOfUser(tx, user_id)) await removeApiKeysOfGrant(tx, id)
  return store.revokeGrantsOfUser(tx, user_id, reason, now)
}

/** Ends what a person granted for a team, as when they leave it: the tokens and the API keys that were made with them. */
export async function revokeAllOfMember(
  tx: Tx,
  team_id: string,
  user_id: string,
  reason: RevokedReason,
  now: Date,
): Promise<void> {
  guardGrants(tx, team_id, user_id)
  for (const id of await store.listLiveGrantsOfMember(tx, team_id, user_id)) {
    await revokeGrantOfTeam(tx, team_id, id, reason, now)
  }
}

/** RFC 6749 5.2 */
function invalidGrant(description: string): Refusal {
  return oauthRefusal('invalid_grant', description)
}
