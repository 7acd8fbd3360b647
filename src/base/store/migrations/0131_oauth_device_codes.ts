import type { Knex } from 'knex'

/** Device authorizations (RFC 8628). */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('oauth_device_codes', table => {
    table.text('user_code_hash').primary()
    table.text('device_code_hash').notNullable().unique()
    // the name that the client reports
    table.text('client_id').notNullable()
    // the content of the client's document, because nothing else of it is stored before an approval
    table.text('document')
    // the requested scopes; after the approval, the granted ones
    table.text('scopes').notNullable()
    // the address from which the device sent the request
    table.text('ip').notNullable()
    table.text('created_at').notNullable()
    table.text('expires_at').notNullable()
    table.integer('interval_s').notNullable()
    table.text('polled_at')
    // approved or denied
    table.text('answer')
    // the person, and the team that they chose
    table.uuid('approved_by').references('users.id').onDelete('cascade')
    table.uuid('approved_for').references('teams.id').onDelete('cascade')
    // when the tokens were issued
    table.text('consumed_at')
    table.index(['approved_by'])
    table.index(['approved_for'])
    table.index(['expires_at'])
  })
}
