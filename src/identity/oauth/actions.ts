// The OAuth authorization server for other modules: its operations, the caller of a token, clients, grants, and the consent
// page.
import type { OAuthConfig } from '../../base/config/config.ts'
import type { HttpClient } from '../../base/net/http-client.ts'
import type { Caller } from '../../base/operation/operation.ts'
import { Seal } from '../../base/secrets/seal.ts'
import { serverSecret } from '../../base/store/server-secret.ts'
import type { Database, Tx } from '../../base/store/database.ts'
import type { SteadyClock } from '../../base/store/steady-clock.ts'
import { findTeamNames } from '../teams/actions.ts'
import { type Approver, Consent } from './authorize/actions.ts'
import { type DeviceAuthorizationRequest, DeviceConsent, type EnteredCode } from './device/actions.ts'
import { removeDevicesExpired } from './device/store.ts'
import { ProofVerifier, type DpopToken } from './dpop/actions.ts'
import { revokeAllOfMember, revokeAllOfUser, revokeGrantOfTeam } from './grants/actions.ts'
import * as grants from './store/grants.ts'
import { type OAuthHandlers, createOAuthHandlers } from './handlers.ts'
import { AccessTokens, SigningKeyCache, ensureKey } from './keys/actions.ts'
import { knownClients } from './clients/known-clients.ts'
import { findImitatedName, lookalikeCheck } from './clients/names.ts'
import { ClientAssertions } from './clients/assertions/actions.ts'
import { ClientDocuments } from './clients/documents/actions.ts'
import { addClient, disableClient, enableClient, listClients } from './clients/actions.ts'
import type { AuthorizationRequest } from './authorize/requests.ts'
import { RequestPreparation } from './prepare/actions.ts'
import { narrowScopes } from '../../base/operation/scope.ts'
import { removeAnswersExpired } from './store/answers.ts'
import { listVerifiedNames, removeUnusedClients, removeUnusedDocuments, upsertClient } from './store/clients.ts'
import { removeCodesExpired } from './store/codes.ts'
import { removeUsesExpired } from './store/used-once.ts'
import { endRetired } from './store/keys.ts'

export interface OAuth {
  handlers: OAuthHandlers
  /** What its operations do before their transaction. */
  prepare: RequestPreparation['all']
  /**
   * The caller of one of our access tokens; `undefined` for an invalid or expired token. `shown`: the DPoP data of the request;
   * `undefined` for a Bearer token. Refuses a bound token without a proof of its key, and vice versa.
   */
  findCallerWithToken(token: string, shown: DpopToken | undefined): Promise<Caller | undefined>
  /**
   * The request that is sealed in the URL of the consent page; `undefined` if this server did not seal it, it has expired or
   * its client is disabled.
   */
  findAuthorizationRequest(tx: Tx, sealed: string): Promise<AuthorizationRequest | undefined>
  /**
   * Approves a request. Returns the redirect with a code; `undefined` if the request can no longer be answered. Refuses a team
   * that the person does not belong to (403), and `scopes` beyond the requested ones (400); the request then remains open.
   */
  approveRequest(tx: Tx, sealed: string, by: Approver): Promise<{ location: string } | undefined>
  /** Denies a request. Returns the redirect with the error; `undefined` if the request can no longer be answered. */
  denyRequest(tx: Tx, sealed: string): Promise<{ location: string } | undefined>
  /** Returns the redirect for an answer that could not be stored. Writes nothing. */
  failRequest(tx: Tx, sealed: string): Promise<{ location: string } | undefined>
  /**
   * Looks up the code of a device that a person typed, and counts wrong codes: the transaction must be committed. Returns the
   * sealed request for the URL of the page on which this person decides.
   */
  enterUserCode(tx: Tx, typed: string, by: { user_id: string; ip: string }): Promise<EnteredCode>
  /** The request of a device whose code the person has entered; `undefined` if there is none or it has ended. */
  findDeviceRequest(tx: Tx, sealed: string, user_id: string): Promise<DeviceAuthorizationRequest | undefined>
  /** Like `approveRequest`; the device then fetches its tokens. Returns whether the request could still be answered. */
  approveDevice(tx: Tx, sealed: string, by: Omit<Approver, 'code'>): Promise<boolean>
  /** Returns whether the request could still be answered. */
  denyDevice(tx: Tx, sealed: string, user_id: string): Promise<boolean>
  listGrants: typeof grants.listGrants
  revokeGrant: typeof revokeGrantOfTeam
  /** Whether an API key that was created with this grant may be used: not while the client is disabled. */
  allowsKeyOf(team_id: string, grant_id: string): Promise<boolean>
  revokeGrantsOfUser: typeof revokeAllOfUser
  revokeGrantsOfMember: typeof revokeAllOfMember
  listGrantsOfMember: typeof grants.listGrantsOfMember
  listClients: typeof listClients
  addClient: typeof addClient
  disableClient: typeof disableClient
  enableClient: typeof enableClient
  /**
   * The name that this one could be confused with: the product's, or that of a verified client. For all names that people see
   * together with those of clients, such as names of teams.
   */
  findImitated(tx: Tx, name: string): Promise<string | undefined>
  /** The first few teams whose names could be confused with this name of a client. */
  findTeamsLike(tx: Tx, client_name: string): Promise<string[]>
}

interface OAuthOptions {
  database: Database
  issuer: string
  /** Measures all lifetimes, so that nothing that has expired becomes valid again when the machine's clock is set back. */
  clock: Pick<SteadyClock, 'now' | 'read'>
  settings?: Partial<OAuthConfig>
  /** Fetches the documents of clients. Without it, no documents are accepted. */
  http?: Pick<HttpClient, 'send'>
}

const DEFAULTS: OAuthConfig = {
  access_token_s: 900,
  refresh_token_days: 60,
  refresh_window_s: 60,
  device_code_s: 600,
  untrusted_errors_as_json: false,
  document_hosts: { some: true, includes: () => true },
}

/** Opens the authorization server: creates missing keys and built-in clients, and reads its secrets. */
export async function createOAuth({ database, issuer, clock, settings, http }: OAuthOptions): Promise<OAuth> {
  const now = clock.now()
  await ensureKey(database, now)
  const { refresh_secret, requests, pushed, user_codes, user_code_secret } = await database.unit(async tx => {
    for (const client of knownClients(now)) await upsertClient(tx, client)
    return {
      refresh_secret: await serverSecret(tx, 'oauth_refresh', now),
      requests: new Seal(await serverSecret(tx, 'oauth_requests', now)),
      pushed: new Seal(await serverSecret(tx, 'oauth_pushed_requests', now)),
      user_codes: new Seal(await serverSecret(tx, 'oauth_entered_user_codes', now)),
      user_code_secret: await serverSecret(tx, 'oauth_user_codes', now),
    }
  })
  const { access_token_s, refresh_token_days, refresh_window_s, device_code_s, ...given } = { ...DEFAULTS, ...settings }
  const { untrusted_errors_as_json, document_hosts } = given
  const documents = http && new ClientDocuments({ database, http, clock, hosts: document_hosts })
  const assertions = new ClientAssertions({ database, clock, issuer, documents })
  const preparation = new RequestPreparation({ database, documents, assertions })
  const access_tokens = new AccessTokens(issuer, new SigningKeyCache(database))
  const proofs = new ProofVerifier(issuer)
  const handlers = createOAuthHandlers({
    proofs,
    issuer,
    clock,
    requests,
    pushed,
    access_tokens,
    access_token_s,
    refresh_secret,
    refresh_token_ms: refresh_token_days * DAY_MS,
    refresh_window_ms: refresh_window_s * 1000,
    user_code_secret,
    device_code_s,
    untrusted_errors_as_json,
    takes_documents: documents !== undefined && document_hosts.some,
  })
  const lifetimes = { access_token_s, refresh_token_days }
  const consent = new Consent(issuer, requests, lifetimes)
  const devices = new DeviceConsent(user_codes, user_code_secret, lifetimes)
  return {
    handlers,
    prepare: preparation.all,
    findCallerWithToken: (token, shown) =>
      findCallerWithToken({ database, access_tokens, proofs, now: clock.now() }, token, shown),
    findAuthorizationRequest: (tx, sealed) => consent.find(tx, sealed, clock.now()),
    approveRequest: (tx, sealed, by) => consent.approve({ tx, now: clock.now() }, sealed, by),
    denyRequest: (tx, sealed) => consent.deny(tx, sealed, clock.now()),
    failRequest: (tx, sealed) => consent.fail(tx, sealed, clock.now()),
    enterUserCode: (tx, typed, by) => devices.enter({ tx, now: clock.now() }, typed, by),
    findDeviceRequest: (tx, sealed, user_id) => devices.find(tx, sealed, { user_id }, clock.now()),
    approveDevice: (tx, sealed, by) => devices.approve({ tx, now: clock.now() }, sealed, by),
    denyDevice: (tx, sealed, user_id) => devices.deny(tx, sealed, { user_id }, clock.now()),
    listGrants: grants.listGrants,
    revokeGrant: revokeGrantOfTeam,
    allowsKeyOf: (team_id, grant_id) =>
      database.readShared(`keys of ${grant_id}`, tx => grants.isClientOfGrantEnabled(tx, { team_id, id: grant_id })),
    revokeGrantsOfUser: revokeAllOfUser,
    revokeGrantsOfMember: revokeAllOfMember,
    listGrantsOfMember: grants.listGrantsOfMember,
    listClients,
    addClient,
    disableClient,
    enableClient,
    findTeamsLike: (tx, client_name) => findTeamNames(tx, lookalikeCheck(client_name)),
    findImitated: async (tx, name) => findImitatedName(name, await listVerifiedNames(tx)),
  }
}

interface TokenLookup {
  database: Database
  access_tokens: AccessTokens
  proofs: ProofVerifier
  now: Date
}

/** Checks the grant for each request, so that a revoked grant ends its tokens immediately. */
async function findCallerWithToken(
  { database, access_tokens, proofs, now }: TokenLookup,
  token: string,
  shown: DpopToken | undefined,
): Promise<Caller | undefined> {
  const claims = await access_tokens.verify(token, now)
  if (!claims) return undefined
  const { grant_id } = claims
  const grant = await database.readShared(grant_id, tx => grants.findLiveGrant(tx, { id: grant_id }))
  const scopes = grant && narrowScopes(grant.scopes, claims.scope)
  if (!scopes) return undefined
  await proofs.checkToken(database, { token, jkt: claims.cnf?.jkt }, shown)
  return { kind: 'oauth_token', id: grant_id, grant_id, team_id: grant.team_id, scopes, domain_id: null }
}

const DAY_MS = 24 * 3_600_000

/**
 * How long expired codes and responses are kept. A code that is repeated after its expiry still revokes the grant that it
 * created, and a request stays answered even if the clock is wrong.
 */
const PAST_KEPT_MS = DAY_MS

/** Long enough for a person to return to a program that they have just installed. */
const UNUSED_CLIENT_KEPT_MS = 14 * DAY_MS

/** Removes some obsolete rows. Returns whether more may remain. */
export async function removeExpiredOAuthRows(tx: Tx, now: Date): Promise<boolean> {
  const past = new Date(now.getTime() - PAST_KEPT_MS).toISOString()
  const unused_since = new Date(now.getTime() - UNUSED_CLIENT_KEPT_MS).toISOString()
  endRetired(tx, { now: now.toISOString() })
  const more = [
    await removeAnswersExpired(tx, { before: past }),
    await removeCodesExpired(tx, { before: past }),
    await removeDevicesExpired(tx, { before: past }),
    await grants.removeRefreshTokensExpired(tx, { before: now.toISOString() }),
    await removeUsesExpired(tx, { before: now.toISOString() }),
    await removeUnusedClients(tx, { before: unused_since }),
    await removeUnusedDocuments(tx, { before: unused_since }),
  ]
  return more.includes(true)
}
