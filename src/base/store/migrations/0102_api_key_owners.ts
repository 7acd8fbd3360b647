import type { Knex } from 'knex'

/**
 * The owner of an API key: a key ends when its owner leaves the team. A key created by a client belongs to the person
 * who approved the grant. For other existing keys the creator was not recorded: they have no owner.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_keys', table => {
    table.uuid('owner_id').references('users.id')
    table.index(['team_id', 'owner_id'])
  })
  await knex('api_keys')
    .whereNotNull('grant_id')
    .update({
      owner_id: knex('oauth_grants').select('user_id').where('oauth_grants.id', knex.ref('api_keys.grant_id')),
    })
}
