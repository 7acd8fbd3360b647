import type { Knex } from 'knex'

/** What was tried lately, by what it counts against: processes that share the database count together. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('rate_limits', table => {
    // a hash: the address or account behind it stays private
    table.text('key').primary()
    // JSON: the times, the oldest first, in ms
    table.text('times').notNullable()
    table.text('expires_at').notNullable()
    table.index(['expires_at'])
  })
}
