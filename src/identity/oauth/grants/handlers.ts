// The operations on grants.
import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { revokeGrantOfTeam } from './actions.ts'
import * as store from '../store/grants.ts'

export const listOauthGrants: Handler<'listOauthGrants'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listGrants(tx, team_id, query)
  const data = rows.map(({ id, client_id, scopes, created_at, revoked_at, revoked_reason, client }) => ({
    id,
    client_id,
    scopes,
    created_at,
    revoked_at,
    revoked_reason,
    client,
  }))
  return { status: 200, body: { object: 'list', has_more, data } }
}

export const revokeOauthGrant: Handler<'revokeOauthGrant'> = async call => {
  const revoked = await revokeGrantOfTeam(call, { id: call.path.oauth_grant_id, reason: 'revoked_from_api' })
  if (!revoked) throw refusal('not_found', 'OAuth grant not found')
  return { status: 200, body: { object: 'oauth_grant', ...revoked } }
}
