// The operations on API keys.
import { findDomainName } from '../domains/store.ts'
import type { Caller, Handler, Handlers } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { hashToken } from '../../base/secrets/tokens.ts'
import type { Tx } from '../../base/store/database.ts'
import { findRole, guardMembers } from '../teams/store.ts'
import {
  accessEndedRefusal,
  storeApiKey,
  newApiKeyToken,
  permissionsOfRole,
  removeApiKey,
  renameApiKey,
} from './actions.ts'
import { checkName, newApiKey } from './rules.ts'
import * as store from './store.ts'

/**
 * Looks up the person and the OAuth grant that a key is created with. Passed in, because grants import keys, which end with
 * them.
 */
interface KeyGrants {
  /** The person for whom the caller acts. Throws if the caller's key or grant was removed meanwhile. */
  findOriginOf: (tx: Tx, caller: Caller) => Promise<Pick<store.ApiKey, 'owner_id' | 'was_handed_over'>>
  /** Whether the grant is still active. */
  mayMakeWith: (tx: Tx, grant: { team_id: string; id: string }, now: Date) => Promise<boolean>
}

type ApiKeyHandlers = Pick<Handlers, 'listApiKeys' | 'createApiKey' | 'updateApiKey' | 'removeApiKey'>

export function apiKeyHandlers(grants: KeyGrants): ApiKeyHandlers {
  return { listApiKeys, createApiKey: keyMaker(grants), updateApiKey, removeApiKey: remove }
}

const unknown = (): Error => refusal('not_found', 'API key not found')

const listApiKeys: Handler<'listApiKeys'> = async ({ tx, team_id, query }) => {
  const { rows, has_more } = await store.listApiKeys(tx, { team_id }, query)
  const data = rows.map(({ id, name, created_at, last_used_at, grant_id }) => ({
    id,
    name,
    created_at,
    last_used_at,
    grant_id,
  }))
  return { status: 200, body: { object: 'list', has_more, data } }
}

function keyMaker(grants: KeyGrants): Handler<'createApiKey'> {
  return async ({ tx, caller, body, now }) => {
    const { domain_id } = body
    if (domain_id !== undefined && (await findDomainName(tx, caller.team_id, domain_id)) === undefined)
      throw refusal('not_found', 'Domain not found')
    checkName(body.name)
    const token = newApiKeyToken()
    // the person and their role are looked up again, because a key, a membership or a role may have ended since authentication
    guardMembers(tx, caller.team_id)
    // with a key that a client created: the new key belongs to the client's grant, too
    const { team_id, grant_id } = caller
    const { owner_id, was_handed_over } = await grants.findOriginOf(tx, caller)
    if (owner_id !== null && !(await mayCreate(tx, { team_id, user_id: owner_id }, body.permission)))
      throw accessEndedRefusal()
    const api_key = newApiKey(body, {
      id: tx.newId('api_keys'),
      team_id,
      grant_id,
      owner_id,
      was_handed_over,
      token_hash: hashToken(token),
      now,
    })
    if (grant_id !== null && !(await grants.mayMakeWith(tx, { team_id, id: grant_id }, now))) throw accessEndedRefusal()
    await storeApiKey(tx, api_key, now)
    return { status: 201, body: { object: 'api_key', id: api_key.id, token } }
  }
}

async function mayCreate(
  tx: Tx,
  member: { team_id: string; user_id: string },
  permission: store.ApiKey['permission'],
): Promise<boolean> {
  return permissionsOfRole(await findRole(tx, member)).some(({ name }) => name === permission)
}

const updateApiKey: Handler<'updateApiKey'> = async call => {
  const { name } = call.body
  checkName(name)
  const id = call.path.api_key_id
  if (!(await renameApiKey(call, { id, name }))) throw unknown()
  return { status: 200, body: { object: 'api_key', id } }
}

const remove: Handler<'removeApiKey'> = async call => {
  const id = call.path.api_key_id
  if (!(await removeApiKey(call, id))) throw unknown()
  return { status: 200, body: { object: 'api_key', id, deleted: true } }
}
