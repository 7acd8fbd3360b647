import type { Schemas } from '../../generated/api.ts'
import { AnyOf } from '../store/any-of.ts'
import type { Tx } from '../store/database.ts'
import { PagedList, type Page, type PageQuery } from '../store/page.ts'
import { statement } from '../store/statement.ts'

export interface ApiKey {
  id: string
  team_id: string
  name: string
  permission: Schemas['ApiKeyPermission']
  domain_id: string | null
  /** The OAuth grant of the client that made the key; `null` for a key that a person made. */
  grant_id: string | null
  token_hash: string
  created_at: string
  last_used_at: string | null
}

/** What a key is left with that is restricted. */
export const RESTRICTED_PERMISSION: ApiKey['permission'] = 'sending_access'

const list = new PagedList<{ team_id: string }, ApiKey>((knex, place) =>
  knex('api_keys').select('*').where('team_id', place('team_id')),
)

/** What is asked of a key at each request made with it. */
export type KeyInUse = Pick<ApiKey, 'id' | 'team_id' | 'permission' | 'domain_id' | 'grant_id' | 'last_used_at'>

const byHash = statement<{ token_hash: string }, KeyInUse>((knex, place) =>
  knex('api_keys')
    .select('id', 'team_id', 'permission', 'domain_id', 'grant_id', 'last_used_at')
    .where('token_hash', place('token_hash')),
)

const insert = statement<ApiKey>((knex, place) =>
  knex('api_keys').insert({
    id: place('id'),
    team_id: place('team_id'),
    name: place('name'),
    permission: place('permission'),
    domain_id: place('domain_id'),
    grant_id: place('grant_id'),
    token_hash: place('token_hash'),
    created_at: place('created_at'),
    last_used_at: place('last_used_at'),
  }),
)

const rename = statement<{ team_id: string; id: string; name: string }>((knex, place) =>
  knex('api_keys')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({ name: place('name') }),
)

const restrict = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('api_keys')
    .where({ id: place('id'), team_id: place('team_id') })
    .update({ permission: RESTRICTED_PERMISSION }),
)

const remove = statement<{ team_id: string; id: string }>((knex, place) =>
  knex('api_keys')
    .where({ id: place('id'), team_id: place('team_id') })
    .delete(),
)

const removeOfGrant = statement<{ grant_id: string }>((knex, place) =>
  knex('api_keys').where('grant_id', place('grant_id')).delete(),
)

const countByGrant = new AnyOf<{ team_id: string }, { grant_id: string; count: number }>((knex, place, values) =>
  knex('api_keys')
    .where('team_id', place('team_id'))
    .whereIn('grant_id', [...values])
    .groupBy('grant_id')
    .select('grant_id')
    .count({ count: '*' }),
)

const use = statement<{ id: string; last_used_at: string }>((knex, place) =>
  knex('api_keys')
    .where('id', place('id'))
    .update({ last_used_at: place('last_used_at') }),
)

export function listApiKeys(tx: Tx, team_id: string, query: PageQuery): Promise<Page<ApiKey>> {
  return list.page(tx, { team_id }, query)
}

export function findApiKeyByHash(tx: Tx, token_hash: string): Promise<KeyInUse | undefined> {
  return tx.get(byHash, { token_hash })
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
export async function removeApiKeysOfGrant(tx: Tx, grant_id: string): Promise<number> {
  return tx.run(removeOfGrant, { grant_id })
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

export async function saveLastUse(tx: Tx, id: string, last_used_at: string): Promise<void> {
  await tx.run(use, { id, last_used_at })
}
