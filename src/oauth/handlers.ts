import { randomUUID } from 'node:crypto'
import type { Schemas } from '../../generated/api.ts'
import { networkOf } from '../net/caller-ip.ts'
import type { Answer, Call, Handlers } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import type { Seal } from '../secrets/seal.ts'
import type { SteadyClock } from '../store/steady-clock.ts'
import type { AccessTokens } from './access/actions.ts'
import { asked, grantable, knownClient, verifiedRedirect } from './authorize/rules.ts'
import { authenticated } from './clients/authentication.ts'
import { checkOwnName, registrable, registration } from './clients/rules.ts'
import { type Issued, type Rotation, redeemed, refreshed } from './grants/actions.ts'
import { listOauthGrants, revokeOauthGrant } from './grants/handlers.ts'
import { createInspection } from './token/handlers.ts'
import { listKeysInUse } from './store/keys.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { oauthRefusal } from './refusals.ts'
import { keepClient } from './clients/actions.ts'
import { RegistrationLimit } from './clients/registration-limit.ts'
import { packed } from './authorize/requests.ts'
import * as store from './store/clients.ts'
import { checkGrantType, tokenRequest } from './token/request.ts'
import { accessTokenClaims, tokenAnswer } from './token/access-token.ts'

/** What the operations need besides the request. */
export interface OAuthParts extends Rotation {
  /** The configured public URL, without a trailing slash. */
  issuer: string
  /** Judges all lifetimes, whatever time the door noted. */
  clock: Pick<SteadyClock, 'now' | 'read'>
  /** For what a client asks: it is not kept but travels. */
  requests: Seal
  access_tokens: AccessTokens
  access_token_s: number
  untrusted_errors_as_json: boolean
}

export type OAuthHandlers = Pick<
  Handlers,
  | 'authorize'
  | 'exchangeToken'
  | 'registerClient'
  | 'revokeToken'
  | 'introspectToken'
  | 'listOauthGrants'
  | 'revokeOauthGrant'
  | 'getAuthorizationServerMetadata'
  | 'getProtectedResourceMetadata'
  | 'getJwks'
>

/** The same for everybody and rarely another: a key that is new to a verifier makes it ask again in any case. */
const CACHED = { 'cache-control': 'public, max-age=300' }

export function createHandlers(parts: OAuthParts): OAuthHandlers {
  const { issuer, clock } = parts
  const limit = new RegistrationLimit()
  return {
    authorize: call => authorize(parts, { ...call, now: clock.read() }),
    exchangeToken: call => exchangeToken(parts, { ...call, now: clock.now() }),
    registerClient: call => registerClient(limit, { ...call, now: clock.now() }),
    ...createInspection(parts.access_tokens, clock),
    listOauthGrants,
    revokeOauthGrant: call => revokeOauthGrant({ ...call, now: clock.now() }),
    getAuthorizationServerMetadata: async () => ({
      status: 200,
      headers: CACHED,
      body: authorizationServerMetadata(issuer),
    }),
    getProtectedResourceMetadata: async () => ({
      status: 200,
      headers: CACHED,
      body: protectedResourceMetadata(issuer),
    }),
    getJwks: async ({ tx }) => {
      const keys = await listKeysInUse(tx, clock.read())
      return { status: 200, headers: CACHED, body: { keys: keys.map(({ public_key }) => public_key) } }
    },
  }
}

/** Reads and writes nothing: anybody can send this, as often as they like. */
async function authorize(parts: OAuthParts, { tx, raw, now }: Call<'authorize'>): Promise<Answer<'authorize'>> {
  const query = asked(raw.querystring)
  const client = knownClient(await store.findClient(tx, query.client_id))
  const redirect = verifiedRedirect(client, query, parts)
  const sealed = parts.requests.sealed(packed(grantable(client, redirect, query)), now)
  return { status: 302, headers: { location: `${parts.issuer}/consent/${sealed}` }, body: undefined }
}

async function registerClient(
  limit: RegistrationLimit,
  { tx, raw, now }: Call<'registerClient'>,
): Promise<Answer<'registerClient'>> {
  const registered = registrable(raw, tx.newId('oauth_clients'), now)
  const { wait_s } = limit.take(raw, networkOf(raw.ip), now)
  if (wait_s > 0) {
    const words = 'Too many clients were registered from this address. Try again later.'
    throw oauthRefusal('too_many_requests', words, 429, { 'retry-after': String(wait_s) })
  }
  checkOwnName(registered, await store.listVerifiedNames(tx))
  const { client, client_secret } = await keepClient(tx, registered, false)
  return { status: 201, body: registration(client, client_secret) }
}

async function exchangeToken(
  parts: OAuthParts,
  { tx, raw, now }: Call<'exchangeToken'>,
): Promise<Answer<'exchangeToken'>> {
  const request = tokenRequest(raw)
  const client = authenticated(await store.findClient(tx, request.credentials.client_id), request.credentials)
  checkGrantType(client, request.grant_type)
  const outcome =
    request.grant_type === 'authorization_code'
      ? await redeemed(tx, parts, client, request, now)
      : await refreshed(tx, parts, client, request, now)
  return { status: 200, afterCommit: () => answered(parts, client.client_id, outcome, now) }
}

/** After the commit. A refusal thrown earlier would undo what it did, such as revoking a grant. */
async function answered(
  { issuer, access_tokens, access_token_s: lifetime_s }: OAuthParts,
  client_id: string,
  outcome: Issued | Refusal,
  now: Date,
): Promise<Schemas['TokenAnswer']> {
  if (outcome instanceof Refusal) throw outcome
  const { user_id: sub, grant_id, scopes, refresh_token } = outcome
  const claims = accessTokenClaims({ issuer, sub, client_id, grant_id, jti: randomUUID(), scopes, lifetime_s }, now)
  return tokenAnswer({ access_token: await access_tokens.signed(claims, now), lifetime_s, refresh_token, scopes }, now)
}
