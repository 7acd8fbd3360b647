// The operations of the authorization server.
import type { Handlers } from '../../base/operation/operation.ts'
import type { SteadyClock } from '../../base/store/steady-clock.ts'
import { type AuthorizeParts, authorize } from './authorize/handlers.ts'
import { registerClient } from './clients/handlers.ts'
import type { DeviceParts } from './device/actions.ts'
import { authorizeDevice } from './device/handlers.ts'
import { listOauthGrants, revokeOauthGrant } from './grants/handlers.ts'
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts'
import { preparedIn } from './prepare/actions.ts'
import { pushAuthorizationRequest } from './par/handlers.ts'
import { listKeysInUse } from './store/keys.ts'
import { type TokenParts, createInspection, exchangeToken } from './token/handlers.ts'

/** Dependencies of the operations. */
interface OAuthParts extends AuthorizeParts, TokenParts, DeviceParts {
  /** The configured public URL, without a trailing slash. */
  issuer: string
  /** The clock that measures all lifetimes, instead of the request's time. */
  clock: Pick<SteadyClock, 'now' | 'read'>
  /** Whether clients may have documents at URLs as their ids. */
  takes_documents: boolean
}

export type OAuthHandlers = Pick<
  Handlers,
  | 'authorize'
  | 'pushAuthorizationRequest'
  | 'authorizeDevice'
  | 'exchangeToken'
  | 'registerClient'
  | 'revokeToken'
  | 'introspectToken'
  | 'listOauthGrants'
  | 'revokeOauthGrant'
  | 'getAuthorizationServerMetadata'
  | 'getProtectedResourceMetadata'
  | 'getMcpResourceMetadata'
  | 'getJwks'
>

/**
 * The response is the same for all callers and rarely changes. A verifier that finds an unknown key fetches it again anyway.
 */
const CACHED = { 'cache-control': 'public, max-age=300' }

export function createOAuthHandlers(parts: OAuthParts): OAuthHandlers {
  const { issuer, clock } = parts
  return {
    authorize: call => authorize(parts, { ...call, ...preparedIn(call), now: clock.read() }),
    authorizeDevice: call =>
      authorizeDevice(parts, { ...call, ...preparedIn(call), now: clock.now() }, () =>
        parts.proofs.keyOf(call, '/oauth/device_authorization'),
      ),
    pushAuthorizationRequest: call =>
      pushAuthorizationRequest(parts, { ...call, ...preparedIn(call), now: clock.now() }, () =>
        parts.proofs.keyOf(call, '/oauth/par'),
      ),
    exchangeToken: call =>
      exchangeToken(parts, { ...call, ...preparedIn(call), now: clock.now() }, () =>
        parts.proofs.keyOf(call, '/oauth/token'),
      ),
    registerClient: call => registerClient({ ...call, now: clock.now() }),
    ...createInspection(parts.access_tokens, clock),
    listOauthGrants,
    revokeOauthGrant: call => revokeOauthGrant({ ...call, now: clock.now() }),
    getAuthorizationServerMetadata: async () => ({
      status: 200,
      headers: CACHED,
      body: authorizationServerMetadata(issuer, parts.takes_documents),
    }),
    getProtectedResourceMetadata: async () => ({
      status: 200,
      headers: CACHED,
      body: protectedResourceMetadata(issuer),
    }),
    getMcpResourceMetadata: async () => ({
      status: 200,
      headers: CACHED,
      body: { ...protectedResourceMetadata(issuer), resource: `${issuer}/mcp` },
    }),
    getJwks: async ({ tx }) => {
      const keys = await listKeysInUse(tx, { now: clock.read().toISOString() })
      return { status: 200, headers: CACHED, body: { keys: keys.map(({ public_key }) => public_key) } }
    },
  }
}
