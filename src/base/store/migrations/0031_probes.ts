import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // one row, written to test whether the database is writable
  await knex.schema.createTable('probes', table => {
    table.text('id').primary()
    table.text('written_at').notNullable()
  })
}
