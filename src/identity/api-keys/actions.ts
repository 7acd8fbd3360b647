// API keys for other modules: looking up the caller of a key, creating, changing and removing keys, and the keys that clients
// created.
import { DEFAULT_PERMISSION, PERMISSIONS, type Scope } from '../../../generated/scopes.ts'
import { impliedScopes } from '../../base/operation/scope.ts'
import type { Caller } from '../../base/operation/operation.ts'
import { refusal } from '../../base/text/refusal.ts'
import { hashToken, randomLetters } from '../../base/secrets/tokens.ts'
import type { TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { type FieldChanges, changesOf } from '../../base/store/signals/changes.ts'
import { record } from '../../base/store/signals/record.ts'
import { ROLES, type Role } from '../teams/roles.ts'
import { guardMembers } from '../teams/store.ts'
import { callerOf, newApiKey, isUseDue } from './rules.ts'
import * as store from './store.ts'

/** A key in the form of lists. */
export type ListedApiKey = Omit<store.ApiKey, 'token_hash' | 'team_id' | 'domain_id' | 'was_handed_over'>

/** The permissions of a key that a member with this role can create; none without a role. */
export function permissionsOfRole(role: Role | undefined): typeof PERMISSIONS {
  const passes = role && ROLES[role].passes
  return PERMISSIONS.filter(
    ({ name }) => passes === 'all' || (passes === 'sending' && name === store.RESTRICTED_PERMISSION),
  )
}

/** The maximum scopes that a member with this role can give to an application; none without a role. */
export function scopesOfRole(role: Role | undefined): Scope[] {
  return impliedScopes(permissionsOfRole(role).map(({ scope }) => scope))
}

/** The refusal (503) of a request whose key or grant was removed after authentication. */
export function accessEndedRefusal(): Error {
  return refusal('service_unavailable', 'The credentials of this request were revoked at the same time. Try again.')
}

export function newApiKeyToken(): string {
  return `re_${randomLetters(8)}_${randomLetters(24)}`
}

/**
 * The caller of a key and, when its last use is due to be saved, the function that saves it; `undefined` for an unknown key.
 */
export async function findCallerWithKey(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ caller: Caller; use: ((tx: Tx) => Promise<void>) | undefined } | undefined> {
  const api_key = await store.findApiKeyByHash(tx, { token_hash: hashToken(token) })
  if (!api_key) return undefined
  const use = async (tx: Tx): Promise<void> => store.saveLastUse(tx, { ...api_key, last_used_at: now.toISOString() })
  return { caller: callerOf(api_key), use: isUseDue(api_key, now) ? use : undefined }
}

/** Creates a key, owned by a person of the team if `owner_id` is given. Returns its token, which is not stored. */
export async function createApiKey(
  { tx, team_id, now }: TeamUnit,
  { name, token = newApiKeyToken(), permission = DEFAULT_PERMISSION, owner_id = null }: NewApiKey,
): Promise<string> {
  // without this guard, a key created while its owner is removed from the team would remain
  guardMembers(tx, team_id)
  const of = { team_id, owner_id, grant_id: null, was_handed_over: false }
  const made = { ...of, id: tx.newId('api_keys'), token_hash: hashToken(token), now }
  await storeApiKey(tx, newApiKey({ name, permission }, made), now)
  return token
}

/** Stores a new key. */
export async function storeApiKey(tx: Tx, api_key: store.ApiKey, now: Date): Promise<void> {
  store.insertApiKey(tx, api_key)
  const { team_id, permission } = api_key
  await recordOf({ tx, team_id, now }, 'created', api_key, { permission: [null, permission] })
}

/** Renames a key. Returns whether it existed. */
export async function renameApiKey(unit: TeamUnit, { id, name }: Pick<store.ApiKey, 'id' | 'name'>): Promise<boolean> {
  const { tx, team_id } = unit
  const before = await store.findApiKey(tx, { team_id, id })
  if (!before || !(await store.saveApiKeyName(tx, { team_id, id, name }))) return false
  await recordOf(unit, 'updated', { id, name }, changesOf(before, { name }, 'name'))
  return true
}

/** Restricts a key to sending. Returns whether it existed. */
export async function restrictApiKey(unit: TeamUnit, id: string): Promise<boolean> {
  const { tx, team_id } = unit
  const before = await store.findApiKey(tx, { team_id, id })
  if (!before || !(await store.saveApiKeyRestricted(tx, { team_id, id }))) return false
  const changes = changesOf(before, { permission: store.RESTRICTED_PERMISSION }, 'permission')
  await recordOf(unit, 'updated', before, changes)
  return true
}

/** Restricts all keys of a person in the team to sending. */
export async function restrictApiKeysOf(unit: TeamUnit, owner_id: string): Promise<void> {
  const { tx, team_id } = unit
  const changing = await store.listApiKeysOf(tx, { team_id, owner_id, limit: AUDITED_MAX })
  for (const api_key of changing) {
    const changes = changesOf(api_key, { permission: store.RESTRICTED_PERMISSION }, 'permission')
    if (api_key.permission !== store.RESTRICTED_PERMISSION) await recordOf(unit, 'updated', api_key, changes)
  }
  store.restrictKeysOfOwner(tx, { team_id, owner_id })
}

/** Removes a key. Returns whether it existed. */
export async function removeApiKey(unit: TeamUnit, id: string): Promise<boolean> {
  const { tx, team_id } = unit
  const before = await store.findApiKey(tx, { team_id, id })
  if (!before || !(await store.removeApiKey(tx, { team_id, id }))) return false
  await recordOf(unit, 'deleted', before)
  return true
}

/** Transfers a person's key to another person. Returns whether the first person owned the key. */
export async function transferApiKey(
  unit: TeamUnit,
  { id, owner_id, to_id }: { id: string; owner_id: string; to_id: string },
): Promise<boolean> {
  const { tx, team_id } = unit
  const before = await store.findApiKey(tx, { team_id, id })
  if (!before || !(await store.saveApiKeyOwner(tx, { team_id, id, owner_id, to_id }))) return false
  await recordOf(unit, 'handed_over', before, { owner_id: [owner_id, to_id] })
  return true
}

/** Maximum keys removed together that get an audit event each. */
const AUDITED_MAX = 100

/** Removes all keys of a person in the team. Returns their number. */
export async function removeApiKeysOf(unit: TeamUnit, owner_id: string): Promise<number> {
  const { tx, team_id } = unit
  const ending = await store.listApiKeysOf(tx, { team_id, owner_id, limit: AUDITED_MAX })
  for (const api_key of ending) await recordOf(unit, 'deleted', api_key)
  return store.removeKeysOfOwner(tx, { team_id, owner_id })
}

/** Removes all keys of a person in all of their teams. Returns their number. */
export async function removeApiKeysOfPerson({ tx, now }: TimedTx, owner_id: string): Promise<number> {
  const ending = await store.listApiKeysOfPerson(tx, { owner_id, limit: AUDITED_MAX })
  for (const { team_id, ...api_key } of ending) await recordOf({ tx, team_id, now }, 'deleted', api_key)
  return store.removeKeysOfPerson(tx, { owner_id })
}

/** Removes all keys that were created with the grant; with `ownerless`, only those without an owner. */
export async function removeApiKeysOfGrant(unit: TeamUnit, grant_id: string, which?: 'ownerless'): Promise<void> {
  const { tx, team_id } = unit
  if (which) return store.removeOwnerlessApiKeysOfGrant(tx, { team_id, grant_id })
  const ending = await store.listApiKeysOfGrant(tx, { team_id, grant_id, limit: AUDITED_MAX })
  for (const api_key of ending) await recordOf(unit, 'deleted', api_key)
  store.removeKeysOfGrant(tx, { team_id, grant_id })
}

async function recordOf(
  { tx, team_id, now: at }: TeamUnit,
  what: 'created' | 'updated' | 'handed_over' | 'deleted',
  { id: object_id, name }: Pick<store.ApiKey, 'id' | 'name'>,
  changes: FieldChanges = {},
): Promise<void> {
  await record(tx, { type: `api_key.${what}`, team_id, at, object_id, name, changes })
}

interface NewApiKey extends Partial<Pick<store.ApiKey, 'permission' | 'owner_id'>> {
  name: string
  token?: string
}
