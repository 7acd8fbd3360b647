import type { Knex } from 'knex'

/** Used proofs and assertions, the keys that codes and refresh tokens are bound to, and clients' metadata about both. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('oauth_used_once', table => {
    table.text('used_hash').primary()
    table.text('expires_at').notNullable()
    table.index(['expires_at'])
  })
  // the thumbprint of a public key; null: not bound
  for (const name of ['oauth_codes', 'oauth_refresh_tokens'])
    await knex.schema.alterTable(name, table => {
      table.text('dpop_jkt')
    })
  await knex.schema.alterTable('oauth_clients', table => {
    table.integer('dpop_bound_access_tokens').notNullable().defaultTo(0)
    table.integer('require_pushed_authorization_requests').notNullable().defaultTo(0)
  })
}
