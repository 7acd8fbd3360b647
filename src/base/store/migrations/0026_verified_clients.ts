import type { Knex } from 'knex'

/** An index of the reserved names, which are few among many self-registered clients. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('oauth_clients', table => {
    table.index(['client_name'], 'oauth_clients_verified_names', { predicate: knex.whereRaw('verified = 1') })
  })
}
