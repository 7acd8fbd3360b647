// What others may ask of API keys: who a key stands for, making and changing one, and what clients made.
import { DEFAULT_PERMISSION } from '../../../generated/scopes.ts'
import type { Caller } from '../../base/operation/operation.ts'
import { hashOfToken, randomLetters } from '../../base/secrets/tokens.ts'
import type { Tx } from '../../base/store/database.ts'
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
  const api_key = await store.findApiKeyByHash(tx, hashOfToken(token))
  if (!api_key) return undefined
  const use = isUseDue(api_key, now)
    ? (tx: Tx): Promise<void> => store.saveLastUse(tx, api_key, now.toISOString())
    : undefined
  return { caller: callerOf(api_key), use }
}

/** Makes a key for a person of the team; the answer is its token, which is kept nowhere. */
export async function makeApiKey(
  tx: Tx,
  owner: { team_id: string; owner_id: string },
  { name, permission }: Pick<store.ApiKey, 'name' | 'permission'>,
  now: Date,
): Promise<string> {
  const token = newApiKeyToken()
  // or a key that is made while its owner is removed would outlive that
  guardMembers(tx, owner.team_id)
  const made = { id: tx.newId('api_keys'), ...owner, grant_id: null, token_hash: hashOfToken(token), now }
  await store.insertApiKey(tx, createdApiKey({ name, permission }, made))
  return token
}

/** Makes a key with this token, with the permission that keys have unless it says otherwise. */
export async function addApiKey(
  tx: Tx,
  { team_id, owner_id = null }: { team_id: string; owner_id?: string | null },
  {
    name,
    token,
    permission = DEFAULT_PERMISSION,
  }: { name: string; token: string; permission?: store.ApiKey['permission'] },
  now: Date,
): Promise<void> {
  const made = { id: tx.newId('api_keys'), team_id, owner_id, grant_id: null, token_hash: hashOfToken(token), now }
  await store.insertApiKey(tx, createdApiKey({ name, permission }, made))
}
