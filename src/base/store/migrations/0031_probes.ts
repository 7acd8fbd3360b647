import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // one row, written to test whether the database can be written
  await knex.schema.createTable('probes', table => {
    table.text('id').primary()
    table.text('written_at').notNullable()
  })
}
