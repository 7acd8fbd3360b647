import { randomUUID } from 'node:crypto'
import type { Schemas } from '../../generated/api.ts'
import type { Answer, Call, Handlers } from '../operation.ts'
import { Refusal } from '../refusal.ts'
import type { KeyRing } from '../secrets/jwt.ts'
import { asked, grantable, knownClient, verifiedRedirect } from './authorize.ts'
import { authenticated } from './client-authentication.ts'
import { registrable, registration } from './clients.ts'
import { type Issued, type Rotation, redeemed, refreshed } from './grants/actions.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { redirectRefusal } from './refusals.ts'
import { keepClient } from './registration/actions.ts'
import { keptRequest } from './requests.ts'
import * as store from './store.ts'
import { checkGrantType, tokenRequest } from './token-request.ts'
import { ACCESS_TOKEN_HEADER, accessTokenClaims, tokenAnswer } from './tokens.ts'

/** What the operations need besides the request. */
export interface OAuthParts extends Rotation {
  /** The configured public URL, without a trailing slash. */
  issuer: string
  keys: KeyRing
}

export type OAuthHandlers = Pick<
  Handlers,
  | 'authorize'
  | 'exchangeToken'
  | 'registerClient'
  | 'getAuthorizationServerMetadata'
  | 'getProtectedResourceMetadata'
  | 'getJwks'
>

export function createHandlers(parts: OAuthParts): OAuthHandlers {
  const { issuer, keys } = parts
  return {
    authorize: call => authorize(issuer, call),
    exchangeToken: call => exchangeToken(parts, call),
    registerClient,
    getAuthorizationServerMetadata: async () => ({ status: 200, body: authorizationServerMetadata(issuer) }),
    getProtectedResourceMetadata: async () => ({ status: 200, body: protectedResourceMetadata(issuer) }),
    getJwks: async () => ({ status: 200, body: { keys: keys.published } }),
  }
}

async function authorize(issuer: string, { tx, raw, now, failWith }: Call<'authorize'>): Promise<Answer<'authorize'>> {
  const query = asked(raw.querystring)
  const client = knownClient(await store.findClient(tx, query.client_id))
  const redirect = verifiedRedirect(client, query, issuer)
  // RFC 6749 4.1.2.1: from here on the client hears of everything, also of trouble of our own
  failWith(() => redirectRefusal(redirect, 'server_error', 'The request could not be stored. Try again later.'))
  const request = keptRequest(grantable(client, redirect, query), randomUUID(), now)
  await store.insertRequest(tx, request)
  return { status: 302, headers: { location: `${issuer}/consent/${request.id}` }, body: undefined }
}

async function registerClient({ tx, raw, now }: Call<'registerClient'>): Promise<Answer<'registerClient'>> {
  const { client, client_secret } = await keepClient(tx, registrable(raw, randomUUID(), now), false)
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
      ? await redeemed(tx, client, request, now)
      : await refreshed(tx, parts, client, request, now)
  return { status: 200, finish: () => answered(parts, client.client_id, outcome, now) }
}

/** After the commit. A refusal thrown earlier would undo what it did, such as revoking a grant. */
async function answered(
  { issuer, keys }: OAuthParts,
  client_id: string,
  outcome: Issued | Refusal,
  now: Date,
): Promise<Schemas['TokenAnswer']> {
  if (outcome instanceof Refusal) throw outcome
  const { user_id: sub, grant_id, scopes, refresh_token } = outcome
  const claims = accessTokenClaims({ issuer, sub, client_id, grant_id, jti: randomUUID(), scopes }, now)
  return tokenAnswer(await keys.sign(ACCESS_TOKEN_HEADER, claims), refresh_token, scopes)
}
