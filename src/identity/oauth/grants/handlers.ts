import type { Handler } from '../../../base/operation/operation.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { revokeGrantOfTeam } from './actions.ts'
import * as store from '../store/grants.ts'

export const listOauthGrants: Handler<'listOauthGrants'> = async ({ tx, caller, query }) => {
  const { rows, has_more } = await store.listGrants(tx, caller.team_id, query)
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

export const revokeOauthGrant: Handler<'revokeOauthGrant'> = async ({ tx, caller, path, now }) => {
  const revoked = await revokeGrantOfTeam(tx, caller.team_id, path.oauth_grant_id, 'revoked_from_api', now)
  if (!revoked) throw refusal('not_found', 'OAuth grant not found')
  return { status: 200, body: { object: 'oauth_grant', ...revoked } }
}
