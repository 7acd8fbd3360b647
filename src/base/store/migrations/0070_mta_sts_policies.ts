import type { Knex } from 'knex'

/** Policies of MTA-STS (RFC 8461), for as long as they say that they are good. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('mta_sts_policies', table => {
    table.text('domain').primary()
    table.text('policy_id').notNullable()
    table.text('mode').notNullable()
    // JSON
    table.text('mx').notNullable()
    table.text('expires_at').notNullable()
    table.index(['expires_at'])
  })
}
