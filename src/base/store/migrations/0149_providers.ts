import type { Knex } from 'knex'

/**
 * Logins by an OpenID provider: the account of a person there, and whether a session was started with two factors at
 * the provider.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('provider_links', table => {
    table.text('issuer').notNullable()
    // the account of the person at the provider
    table.text('subject').notNullable()
    table.uuid('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('created_at').notNullable()
    table.primary(['issuer', 'subject'])
    table.unique(['user_id', 'issuer'])
  })
  await knex.schema.alterTable('sessions', table => {
    table.integer('has_two_factors').notNullable().defaultTo(0)
  })
  // used by a first login to find the invitation to an address
  await knex.schema.alterTable('invitations', table => {
    table.index(['email'])
  })
}
