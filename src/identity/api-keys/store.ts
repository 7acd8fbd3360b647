import type { Schemas } from '../../../generated/api.ts'
import { AnyOf } from '../../base/store/any-of.ts'
import { nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import type { Page, PageQuery } from '../../base/store/page.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'

const api_keys = table('api_keys', {
  id: uuid,
  team_id: uuid,
  name: text,
  permission: oneOf<Schemas['ApiKeyPermission']>(),
  domain_id: nullable(text),
  /** The OAuth grant of the client that made the key; `null` for a key that a person made. */
  grant_id: nullable(uuid),
  /** The person who made it, or let a client make it; `null` where that was not recorded. */
  owner_id: nullable(uuid),
  token_hash: text,
  created_at: text,
  last_used_at: nullable(text),
})

/** What is asked of a key at each request made with it. */
const in_use = api_keys.only('id', 'team_id', 'permission', 'domain_id', 'grant_id', 'last_used_at')

export type ApiKey = RecordOf<typeof api_keys>
export type KeyInUse = RecordOf<typeof in_use>

/** What a key is left with that is restricted. */
export const RESTRICTED_PERMISSION: ApiKey['permission'] = 'sending_access'

const list = api_keys.list('team_id')
const byHash = acrossTeams('whose the secret is, is what is asked', in_use.find('token_hash'))
const byId = api_keys.only('id', 'grant_id', 'owner_id').find('team_id', 'id')
const insert = api_keys.insert()
const rename = api_keys.update({ by: ['team_id', 'id'], set: ['name'] })
const restrict = api_keys.update({ by: ['team_id', 'id'], to: { permission: RESTRICTED_PERMISSION } })
const use = api_keys.update({ by: ['team_id', 'id'], set: ['last_used_at'] })
const remove = api_keys.remove('team_id', 'id')
const removeOfGrant = api_keys.remove('team_id', 'grant_id')
const removeOwnerlessOfGrant = api_keys.write<{ team_id: string; grant_id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'grant_id')).whereNull('owner_id').delete(),
)

const ofOwner = api_keys.query<{ team_id: string; owner_id: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'owner_id')).orderBy('id', 'desc'),
  'limit :limit',
)
const ownerless = api_keys.query<{ team_id: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id')).whereNull('owner_id').orderBy('id', 'desc'),
  'limit :limit',
)
const handOver = api_keys.write<{ team_id: string; id: string; owner_id: string; to_id: string }>(
  ({ rows, param, params }) => rows.where(params('team_id', 'id', 'owner_id')).update({ owner_id: param('to_id') }),
)
const removeOfOwner = api_keys.remove('team_id', 'owner_id')

const countByGrant = new AnyOf<{ team_id: string }, { grant_id: string; count: number }>((knex, param, values) =>
  values
    .among(knex(api_keys.name).where('team_id', param('team_id')), 'grant_id')
    .groupBy('grant_id')
    .select('grant_id')
    .count({ count: '*' }),
)

export function listApiKeys(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ApiKey>> {
  return list.page(tx, { team_id }, query)
}

export function findApiKeyByHash(tx: Tx, token_hash: string): Promise<KeyInUse | undefined> {
  return tx.get(byHash, { token_hash })
}

/** One that is still there. */
export function findApiKey(
  tx: Tx,
  team_id: string,
  id: string,
): Promise<Pick<ApiKey, 'id' | 'grant_id' | 'owner_id'> | undefined> {
  return tx.get(byId, { team_id, id })
}

export async function insertApiKey(tx: Tx, api_key: ApiKey): Promise<void> {
  await tx.run(insert, api_key)
}

/** Whether there was such a key. */
export async function renameApiKey(tx: Tx, team_id: string, id: string, name: string): Promise<boolean> {
  return (await tx.run(rename, { team_id, id, name })) > 0
}

/** Leaves it sending and nothing else. Whether there was such a key. */
export async function restrictApiKey(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(restrict, { team_id, id })) > 0
}

/** Whether there was such a key. */
export async function removeApiKey(tx: Tx, team_id: string, id: string): Promise<boolean> {
  return (await tx.run(remove, { team_id, id })) > 0
}

/** Ends every key that was made with the grant; how many there were. */
export async function removeApiKeysOfGrant(tx: Tx, team_id: string, grant_id: string): Promise<number> {
  return tx.run(removeOfGrant, { team_id, grant_id })
}

/** How many keys each of the grants made; those that made none are left out. */
export async function countApiKeysByGrant(
  tx: Tx,
  team_id: string,
  grant_ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await countByGrant.all(tx, { team_id }, grant_ids)
  return new Map(rows.map(({ grant_id, count }) => [grant_id, count]))
}

export async function saveLastUse(tx: Tx, { team_id, id }: KeyInUse, last_used_at: string): Promise<void> {
  tx.put(use, { team_id, id, last_used_at })
}

/** A person's keys in the team, the newest first. */
export function listApiKeysOf(tx: Tx, team_id: string, owner_id: string, limit: number): Promise<ApiKey[]> {
  return tx.all(ofOwner, { team_id, owner_id, limit })
}

/** Keys without a recorded owner. */
export function listOwnerlessApiKeys(tx: Tx, team_id: string, limit: number): Promise<ApiKey[]> {
  return tx.all(ownerless, { team_id, limit })
}

/** Whether the key was that person's, and is the other one's now. */
export async function handOverApiKey(
  tx: Tx,
  key: { team_id: string; id: string; owner_id: string; to_id: string },
): Promise<boolean> {
  return (await tx.run(handOver, key)) > 0
}

/** Ends every key of a person in the team; how many there were. */
export async function removeApiKeysOf(tx: Tx, team_id: string, owner_id: string): Promise<number> {
  return tx.run(removeOfOwner, { team_id, owner_id })
}

/** Ends those that were made with the grant and have no owner, as a server of the version before makes them. */
export async function removeOwnerlessApiKeysOfGrant(tx: Tx, team_id: string, grant_id: string): Promise<void> {
  await tx.run(removeOwnerlessOfGrant, { team_id, grant_id })
}
