import type { Knex } from 'knex'

/** Policies of MTA-STS (RFC 8461), kept until they expire. */
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
