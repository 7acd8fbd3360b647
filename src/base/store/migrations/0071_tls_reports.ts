import type { Knex } from 'knex'

/** Results of TLS by day and destination, with the terms of RFC 8460. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('tls_reports', table => {
    table.text('day').notNullable()
    table.text('destination').notNullable()
    table.text('policy').notNullable()
    table.text('result').notNullable()
    table.integer('sessions').notNullable()
    table.primary(['day', 'destination', 'policy', 'result'])
  })
}
