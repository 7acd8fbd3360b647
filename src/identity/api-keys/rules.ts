// The names, permissions and use of API keys.
import type { InSchemas } from '../../../generated/api.ts'
import { PERMISSIONS } from '../../../generated/scopes.ts'
import type { Caller } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { nameFault } from '../../base/text/names.ts'
import type { ApiKey, ApiKeyInUse } from './store.ts'

const SCOPES_OF = new Map(PERMISSIONS.map(({ name, scope }) => [name, [scope]]))

const USE_NOTED_EVERY_MS = 60_000
/** In code points, as in the contract. */
const NAME_LENGTH_MAX = 50

/** A typed name, trimmed; `undefined` if it is not a valid name. */
export function normalizeKeyName(text: string): string | undefined {
  const name = text.trim()
  const length = [...name].length
  return length > 0 && length <= NAME_LENGTH_MAX && name.isWellFormed() && !name.includes('\0') ? name : undefined
}

/** The row of a new key. Only `token_hash` of the token is stored. */
export function newApiKey(
  body: Pick<InSchemas['CreateApiKey'], 'name' | 'permission' | 'domain_id'>,
  made: Pick<ApiKey, 'id' | 'team_id' | 'grant_id' | 'owner_id' | 'token_hash' | 'was_handed_over'> & { now: Date },
): ApiKey {
  return {
    id: made.id,
    team_id: made.team_id,
    grant_id: made.grant_id,
    owner_id: made.owner_id,
    name: body.name,
    permission: body.permission,
    // a key with full access is not restricted to a domain
    domain_id: body.permission === 'sending_access' ? (body.domain_id ?? null) : null,
    token_hash: made.token_hash,
    created_at: made.now.toISOString(),
    last_used_at: null,
    was_handed_over: made.was_handed_over,
  }
}

/** Refuses a name that would be misleading in a list of keys. */
export function checkName(name: string): void {
  const fault = nameFault(name)
  if (fault !== undefined) throw refusal('validation_error', `Invalid \`name\` field: it ${fault}.`)
}

/** The caller of a request with this key. */
export function callerOf({ id, team_id, permission, domain_id, grant_id }: ApiKeyInUse): Caller {
  return { team_id, kind: 'api_key', id, scopes: SCOPES_OF.get(permission)!, domain_id, grant_id }
}

/** Whether to save the last use: at most once a minute, not for each request. */
export function isUseDue({ last_used_at }: ApiKeyInUse, now: Date): boolean {
  return last_used_at === null || now.getTime() - Date.parse(last_used_at) >= USE_NOTED_EVERY_MS
}
