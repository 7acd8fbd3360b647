import type { Knex } from 'knex'

/** A table with one row: the highest time that the server has read. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('steady_clock', table => {
    table.integer('id').primary()
    table.text('highest_at').notNullable()
  })
  await knex('steady_clock').insert({ id: 1, highest_at: new Date(0).toISOString() })
}
