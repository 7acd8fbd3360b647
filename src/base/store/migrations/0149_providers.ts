import type { Knex } from 'knex'

/** Logins by an OpenID provider: who a person is there, and whether a session was begun with two factors that were shown there. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('provider_links', table => {
    table.text('issuer').notNullable()
    // who the person is there
    table.text('subject').notNullable()
    table.uuid('user_id').notNullable().references('users.id').onDelete('cascade')
    table.text('created_at').notNullable()
    table.primary(['issuer', 'subject'])
    table.unique(['user_id', 'issuer'])
  })
  await knex.schema.alterTable('sessions', table => {
    table.integer('has_two_factors').notNullable().defaultTo(0)
  })
  // by which a first login finds the invitation to an address
  await knex.schema.alterTable('invitations', table => {
    table.index(['email'])
  })
}
