import type { Knex } from 'knex'

/** Device authorizations (RFC 8628). */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('oauth_device_codes', table => {
    table.text('user_code_hash').primary()
    table.text('device_code_hash').notNullable().unique()
    // as the client names itself
    table.text('client_id').notNullable()
    // what the client's document said, because nothing else is stored of it before an approval
    table.text('document')
    // what is asked for; after the approval what was granted
    table.text('scopes').notNullable()
    // from which address the device asked
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
    // when the tokens were given out
    table.text('consumed_at')
    table.index(['approved_by'])
    table.index(['approved_for'])
    table.index(['expires_at'])
  })
}
