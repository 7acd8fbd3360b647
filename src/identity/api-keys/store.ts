// The table of API keys.
import type { Schemas } from '../../../generated/api.ts'
import { AnyOf } from '../../base/store/any-of.ts'
import { flag, nullable, oneOf, text, uuid } from '../../base/store/column.ts'
import type { Tx } from '../../base/store/database.ts'
import { acrossTeams } from '../../base/store/statement.ts'
import { type RecordOf, table } from '../../base/store/table.ts'

const api_keys = table('api_keys', {
  id: uuid,
  team_id: uuid,
  name: text,
  permission: oneOf<Schemas['ApiKeyPermission']>(),
  domain_id: nullable(text),
  /** The OAuth grant of the client that created the key; `null` for a key that a person created. */
  grant_id: nullable(uuid),
  /** The person who created the key, or allowed a client to create it; `null` if not recorded. */
  owner_id: nullable(uuid),
  token_hash: text,
  created_at: text,
  last_used_at: nullable(text),
  /** Whether another person created the key, or the key with which it was created, and may still know the secret. */
  was_handed_over: flag,
})

/** The columns that each request with a key reads. */
const in_use = api_keys.only('id', 'team_id', 'permission', 'domain_id', 'grant_id', 'last_used_at')

export type ApiKey = RecordOf<typeof api_keys>
export type ApiKeyInUse = RecordOf<typeof in_use>

/** The permission of a restricted key. */
export const RESTRICTED_PERMISSION: ApiKey['permission'] = 'sending_access'

export const listApiKeys = api_keys.list('team_id').page
export const findApiKeyByHash = acrossTeams('finds the team of a secret', in_use.find('token_hash')).one
export const findApiKey = api_keys
  .only('id', 'grant_id', 'owner_id', 'name', 'permission', 'was_handed_over')
  .find('team_id', 'id').one
export const insertApiKey = api_keys.insert().put
/** Renames a key. Returns whether it existed. */
export const saveApiKeyName = api_keys.update({ by: ['team_id', 'id'], set: ['name'] }).did
/** Restricts a key to sending. Returns whether it existed. */
export const saveApiKeyRestricted = api_keys.update({
  by: ['team_id', 'id'],
  to: { permission: RESTRICTED_PERMISSION },
}).did
export const saveLastUse = api_keys.update({ by: ['team_id', 'id'], set: ['last_used_at'] }).put
/** Removes a key. Returns whether it existed. */
export const removeApiKey = api_keys.remove('team_id', 'id').did
/** Removes all keys that were created with the grant. */
export const removeKeysOfGrant = api_keys.remove('team_id', 'grant_id').put
/** The names of those of these keys that still exist. */
export const listApiKeyNames = api_keys.only('id', 'name').findAny('id', 'team_id').all
/** Removes the keys of the grant without an owner, as created by the previous version of the server. */
export const removeOwnerlessApiKeysOfGrant = api_keys.write<{ team_id: string; grant_id: string }>(({ rows, params }) =>
  rows.where(params('team_id', 'grant_id')).whereNull('owner_id').delete(),
).put

/** A person's keys in the team, newest first. */
export const listApiKeysOf = api_keys.query<{ team_id: string; owner_id: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id', 'owner_id')).orderBy('id', 'desc'),
  'limit :limit',
).all
/** A person's keys in all of their teams, grouped by team. */
export const listApiKeysOfPerson = acrossTeams(
  'finds the keys of a person in all teams',
  api_keys.only('id', 'team_id', 'name').query<{ owner_id: string; limit: number }>(
    ({ rows, params, param, knex }) =>
      rows
        .where(params('owner_id'))
        .whereIn('team_id', knex('memberships').select('team_id').where('user_id', param('owner_id')))
        // in the order of the index
        .orderBy('team_id'),
    'limit :limit',
  ),
).all
/** The keys that were created with a grant, newest first. */
export const listApiKeysOfGrant = api_keys
  .only('id', 'name')
  .query<{ team_id: string; grant_id: string; limit: number }>(
    ({ rows, params }) => rows.where(params('team_id', 'grant_id')).orderBy('id', 'desc'),
    'limit :limit',
  ).all
/** Keys without a recorded owner. */
export const listOwnerlessApiKeys = api_keys.query<{ team_id: string; limit: number }>(
  ({ rows, params }) => rows.where(params('team_id')).whereNull('owner_id').orderBy('id', 'desc'),
  'limit :limit',
).all
/** Transfers a person's key to another person. Returns whether the first person owned the key. */
export const saveApiKeyOwner = api_keys.write<{ team_id: string; id: string; owner_id: string; to_id: string }>(
  ({ rows, param, params }) =>
    rows.where(params('team_id', 'id', 'owner_id')).update({ owner_id: param('to_id'), was_handed_over: 1 }),
).did
export const restrictKeysOfOwner = api_keys.update({
  by: ['team_id', 'owner_id'],
  to: { permission: RESTRICTED_PERMISSION },
}).put
/** Removes all keys of a person in the team. Returns their number. */
export const removeKeysOfOwner = api_keys.remove('team_id', 'owner_id').count
/** Removes all keys of a person in all of their teams. Returns their number. */
export const removeKeysOfPerson = acrossTeams(
  'finds the keys of a person in all teams',
  api_keys.write<{ owner_id: string }>(({ rows, params, param, knex }) =>
    rows
      .where(params('owner_id'))
      .whereIn('team_id', knex('memberships').select('team_id').where('user_id', param('owner_id')))
      .delete(),
  ),
).count

const countByGrant = new AnyOf<{ team_id: string }, { grant_id: string; count: number }>((knex, param, values) =>
  values
    .among(knex(api_keys.name).where('team_id', param('team_id')), 'grant_id')
    .groupBy('grant_id')
    .select('grant_id')
    .count({ count: '*' }),
)

/** The number of keys created with each of the grants; grants without keys are omitted. */
export async function countApiKeysByGrant(
  tx: Tx,
  team_id: string,
  grant_ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await countByGrant.all(tx, { team_id }, grant_ids)
  return new Map(rows.map(({ grant_id, count }) => [grant_id, count]))
}
