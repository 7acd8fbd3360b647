// What others may ask of API keys: who a key stands for, making and changing one, and what clients made.
import { DEFAULT_PERMISSION } from '../../../generated/scopes.ts'
import type { Caller } from '../../base/operation/operation.ts'
import { hashOfToken, randomLetters } from '../../base/secrets/tokens.ts'
import type { TeamUnit, Tx } from '../../base/store/database.ts'
import { guardMembers } from '../teams/actions.ts'
import { callerOf, createdApiKey, isUseDue } from './rules.ts'
import * as store from './store.ts'

export { DEFAULT_PERMISSION, PERMISSIONS } from '../../../generated/scopes.ts'
export { usableKeyName } from './rules.ts'
export {
  RESTRICTED_PERMISSION,
  countApiKeysByGrant,
  findApiKey,
  handOverApiKey,
  listApiKeyNames,
  listApiKeys,
  listApiKeysOf,
  listOwnerlessApiKeys,
  removeApiKey,
  removeApiKeysOf,
  removeApiKeysOfGrant,
  removeOwnerlessApiKeysOfGrant,
  renameApiKey,
  restrictApiKey,
} from './store.ts'

/** What is shown of a key. */
export type ListedApiKey = Omit<store.ApiKey, 'token_hash' | 'team_id' | 'domain_id'>

export function newApiKeyToken(): string {
  return `re_${randomLetters(8)}_${randomLetters(24)}`
}

/** Who calls with this key, and what to write down about its use, if anything; `undefined` for an unknown key. */
export async function findCallerWithKey(
  tx: Tx,
  token: string,
  now: Date,
): Promise<{ caller: Caller; use: ((tx: Tx) => Promise<void>) | undefined } | undefined> {
  const api_key = await store.findApiKeyByHash(tx, { token_hash: hashOfToken(token) })
  if (!api_key) return undefined
  const use = async (tx: Tx): Promise<void> => store.saveLastUse(tx, { ...api_key, last_used_at: now.toISOString() })
  return { caller: callerOf(api_key), use: isUseDue(api_key, now) ? use : undefined }
}

/** Makes a key, for a person of the team if there is one; the answer is its token, which is kept nowhere. */
export async function makeApiKey(
  { tx, team_id, now }: TeamUnit,
  { name, token = newApiKeyToken(), permission = DEFAULT_PERMISSION, owner_id = null }: NewApiKey,
): Promise<string> {
  // or a key that is made while its owner is removed would outlive that
  guardMembers(tx, team_id)
  const made = { id: tx.newId('api_keys'), team_id, owner_id, grant_id: null, token_hash: hashOfToken(token), now }
  store.insertApiKey(tx, createdApiKey({ name, permission }, made))
  return token
}

interface NewApiKey extends Partial<Pick<store.ApiKey, 'permission' | 'owner_id'>> {
  name: string
  token?: string
}
