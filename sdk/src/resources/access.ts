// Access to the API for the team: its API keys and the authorized clients. Also the audit log.
import * as operations from '../generated/sdk.gen.js'
import type { AuditAction, CreateApiKey, UpdateApiKey } from '../generated/types.gen.js'
import { Listing, type PageQuery } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

export const apiKeys = (to: Transport) => ({
  /** The response contains the token, which is shown only once. */
  create: (body: CreateApiKey, options?: CallOptions) => dataOf(operations.createApiKey({ ...options, ...to, body })),
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listApiKeys({ ...options, ...to, query: page }))),
  update: (api_key_id: string, body: UpdateApiKey, options?: CallOptions) =>
    dataOf(operations.updateApiKey({ ...options, ...to, path: { api_key_id }, body })),
  remove: (api_key_id: string, options?: CallOptions) =>
    removalOf(operations.removeApiKey({ ...options, ...to, path: { api_key_id } }), {
      object: 'api_key',
      id: api_key_id,
      deleted: true,
    }),
})

export const oauthGrants = (to: Transport) => ({
  list: (query: PageQuery = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listOauthGrants({ ...options, ...to, query: page }))),
  revoke: (oauth_grant_id: string, options?: CallOptions) =>
    removalOf(operations.revokeOauthGrant({ ...options, ...to, path: { oauth_grant_id } }), {
      object: 'oauth_grant',
      id: oauth_grant_id,
      revoked_at: new Date().toISOString(),
      revoked_reason: 'revoked_from_api',
    }),
})

/** `actor_id`: the id of a person, an API key or a client. */
export const auditEvents = (to: Transport) => ({
  list: (
    query: PageQuery & { action?: AuditAction; actor_id?: string; object_id?: string } = {},
    options?: CallOptions,
  ) =>
    new Listing(query, page => dataOf(operations.listAuditEvents({ ...options, ...to, query: { ...query, ...page } }))),
})
