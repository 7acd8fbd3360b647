import type { Knex } from 'knex'

/** Links an API key that a client created to the client's grant, so that it ends with the grant. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_keys', table => {
    table.text('grant_id').references('oauth_grants.id').onDelete('cascade')
    // a partial index, because most keys are created by people and have no grant
    table.index(['grant_id'], undefined, { predicate: knex.whereNotNull('grant_id') })
  })
}
