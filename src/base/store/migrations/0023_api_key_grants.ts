import type { Knex } from 'knex'

/** A key that a client made is known by the grant that let it, so that it can end with that grant. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_keys', table => {
    table.text('grant_id').references('oauth_grants.id').onDelete('cascade')
    // people make most keys themselves
    table.index(['grant_id'], undefined, { predicate: knex.whereNotNull('grant_id') })
  })
}
