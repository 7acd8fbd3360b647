import type { Knex } from 'knex'

/** Recent attempts for each rate limit, so that processes that share the database count together. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('rate_limits', table => {
    // a hash, so that the address or account stays private
    table.text('key').primary()
    // JSON: the times in ms, oldest first
    table.text('times').notNullable()
    table.text('expires_at').notNullable()
    table.index(['expires_at'])
  })
}
