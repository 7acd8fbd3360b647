// Token endpoints: exchange, revocation and introspection.
import { randomUUID } from 'node:crypto'
import type { Schemas } from '../../../../generated/api.ts'
import type {
  HandlerResult,
  HandlerInput,
  Caller,
  CommittedDatabase,
  Handlers,
} from '../../../base/operation/operation.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import { FULL_SCOPE } from '../../../../generated/scopes.ts'
import { setActor } from '../../../base/store/set-actor.ts'
import { hashToken } from '../../../base/secrets/tokens.ts'
import type { TimedTx, Tx } from '../../../base/store/database.ts'
import type { SteadyClock } from '../../../base/store/steady-clock.ts'
import { authenticateClient } from '../clients/authentication.ts'
import type { Client } from '../clients/rules.ts'
import { findDeviceClient, redeemDevice } from '../device/actions.ts'
import type { ProofVerifier } from '../dpop/actions.ts'
import { checkBound } from '../dpop/binding.ts'
import { revokeGrantOfTeam } from '../grants/actions.ts'
import type { AccessTokens } from '../keys/actions.ts'
import { type PreparedClient, preparedIn } from '../prepare/actions.ts'
import { clientUnauthenticated } from '../refusals.ts'
import { type ClientRecord, findClient } from '../store/clients.ts'
import * as grants from '../store/grants.ts'
import { type AccessTokenClaims, accessTokenClaims, tokenResponse } from './access-token.ts'
import { type IssuedGrant, type RefreshSettings, findAgreedAuth, redeemCode, refreshToken } from './actions.ts'
import { INACTIVE, introspectAccessToken, introspectRefreshToken } from './introspection.ts'
import { parsePresentedToken } from './presented-token.ts'
import { type TokenRequest, checkGrantType, parseTokenRequest } from './request.ts'

export interface TokenParts extends RefreshSettings {
  issuer: string
  access_tokens: AccessTokens
  access_token_s: number
  proofs: ProofVerifier
}

export async function exchangeToken(
  parts: TokenParts,
  { tx, raw, now, prepared }: HandlerInput<'exchangeToken'> & { prepared: PreparedClient },
  keyOfProof: () => Promise<string | undefined>,
): Promise<HandlerResult<'exchangeToken'>> {
  const request = parseTokenRequest(raw)
  const { client_id } = request.credentials
  const asking = 'device_code' in request ? await findDeviceClient(tx, request) : undefined
  const known = asking ?? (await findClient(tx, client_id))
  // a document may have changed since a person approved its content
  const agreed = known && known.document_url !== null ? await findAgreedAuth(tx, known, request) : null
  const client = authenticateClient(known, request.credentials, { ...prepared, agreed })
  if (agreed === null) checkGrantType(client, request.grant_type)
  setActor(tx, { kind: 'client', id: client.id, name: client.client_name })
  const jkt = await keyOfProof()
  checkBound(client, jkt)
  const outcome = await outcomeOf({ tx, now }, parts, { client, request, jkt })
  return { status: 200, afterCommit: () => answerWithTokens(parts, outcome, { client_id: client.client_id, now }) }
}

function outcomeOf(
  unit: TimedTx,
  parts: TokenParts,
  { client, request, jkt }: { client: ClientRecord; request: TokenRequest; jkt: string | undefined },
): Promise<IssuedGrant | Refusal> {
  if (request.grant_type === 'authorization_code') return redeemCode(unit, parts, { client, request, jkt })
  if (request.grant_type === 'refresh_token') return refreshToken(unit, parts, { client, request, jkt })
  return redeemDevice(unit, parts, { client, request, jkt })
}

/** Runs after the commit: a refusal thrown earlier would roll back its effect, such as a revoked grant. */
async function answerWithTokens(
  { issuer, access_tokens, access_token_s: lifetime_s }: TokenParts,
  outcome: IssuedGrant | Refusal,
  { client_id, now }: { client_id: string; now: Date },
): Promise<Schemas['TokenAnswer']> {
  if (outcome instanceof Refusal) throw outcome
  const { user_id: sub, grant_id, scopes, jkt, refresh_token } = outcome
  const facts = { issuer, sub, client_id, grant_id, jti: randomUUID(), jkt, scopes, lifetime_s }
  const access_token = await access_tokens.sign(accessTokenClaims(facts, now), now)
  return tokenResponse({ access_token, jkt, lifetime_s, refresh_token, scopes }, now)
}

type Clock = Pick<SteadyClock, 'now'>

/**
 * Revocation and introspection. Signatures are verified after the transaction, because that is slow; a revocation then uses
 * another transaction.
 */
export function createInspection(
  access_tokens: AccessTokens,
  clock: Clock,
): Pick<Handlers, 'revokeToken' | 'introspectToken'> {
  return {
    revokeToken: call => revokeToken(access_tokens, { ...call, ...preparedIn(call), now: clock.now() }),
    introspectToken: call => introspectToken(access_tokens, { ...call, ...preparedIn(call), now: clock.now() }),
  }
}

const NOT_KEPT = { 'cache-control': 'no-store' }

/** RFC 7009 2.1: revoking any token of a grant revokes the whole grant. */
async function revokeToken(
  access_tokens: AccessTokens,
  { tx, raw, now, prepared }: HandlerInput<'revokeToken'> & { prepared: PreparedClient },
): Promise<HandlerResult<'revokeToken'>> {
  const { token, credentials } = parsePresentedToken(raw, { bearer: false })
  const known = await findClient(tx, credentials!.client_id)
  const { id, client_id, client_name } = authenticateClient(known, credentials!, prepared)
  const client = { kind: 'client', id, name: client_name } as const
  setActor(tx, client)
  // RFC 7009 2.2: the response is the same whether or not the token existed, so that a client learns nothing about tokens of
  // others
  const found = await grants.findRefreshToken(tx, { token_hash: hashToken(token) })
  if (found?.client_id === id) {
    await revokeGrantOfTeam({ tx, team_id: found.team_id, now }, { id: found.grant_id, reason: 'revoked_by_client' })
  }
  if (found) return { status: 200, headers: NOT_KEPT, body: undefined }
  const afterCommit = async ({ unit }: CommittedDatabase): Promise<undefined> => {
    const claims = await access_tokens.verify(token, now)
    if (claims?.client_id !== client_id) return
    await unit(async tx => {
      setActor(tx, client)
      const id = claims.grant_id
      const grant = await grants.findLiveGrant(tx, { id })
      if (grant) await revokeGrantOfTeam({ tx, team_id: grant.team_id, now }, { id, reason: 'revoked_by_client' })
    })
  }
  return { status: 200, headers: NOT_KEPT, afterCommit }
}

/** RFC 7662 2.2 */
async function introspectToken(
  access_tokens: AccessTokens,
  { tx, raw, caller, now, prepared }: HandlerInput<'introspectToken'> & { prepared: PreparedClient },
): Promise<HandlerResult<'introspectToken'>> {
  const { token, credentials } = parsePresentedToken(raw, { bearer: true })
  const client =
    credentials && proven(authenticateClient(await findClient(tx, credentials.client_id), credentials, prepared))
  const may = client
    ? (about: Subject): boolean => about.client_id === client.client_id
    : (about: Subject): boolean => about.team_id === (caller as Caller).team_id
  const found = await grants.findRefreshToken(tx, { token_hash: hashToken(token) })
  if (found) {
    const grant = await grants.findLiveGrant(tx, { id: found.grant_id })
    const isTold = grant && may({ client_id: found.document_url ?? found.client_id, team_id: grant.team_id })
    return { status: 200, headers: NOT_KEPT, body: isTold ? introspectRefreshToken(found, now) : INACTIVE }
  }
  const afterCommit = async ({ read }: CommittedDatabase): Promise<Body> => {
    const claims = await access_tokens.verify(token, now)
    return claims ? read(tx => describeAccessToken(tx, claims, may)) : INACTIVE
  }
  return { status: 200, headers: NOT_KEPT, afterCommit }
}

/** RFC 7662 2.1: refuses public clients. Otherwise a caller with such a client's id could find out which tokens are valid. */
function proven<T extends Client>(client: T): T {
  if (client.token_endpoint_auth_method !== 'none') return client
  const words = `Authenticate with a client_secret, an API key or an access token with the scope ${FULL_SCOPE}.`
  throw clientUnauthenticated(words)
}

interface Subject {
  client_id: string
  team_id: string
}

type Body = ReturnType<typeof introspectAccessToken>

async function describeAccessToken(tx: Tx, claims: AccessTokenClaims, may: (about: Subject) => boolean): Promise<Body> {
  const grant = await grants.findLiveGrant(tx, { id: claims.grant_id })
  if (!grant || !may({ client_id: claims.client_id, team_id: grant.team_id })) return INACTIVE
  return introspectAccessToken(claims, grant.scopes)
}
