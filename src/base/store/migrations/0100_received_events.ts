import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    // the event that each step received, by number
    table.text('received').notNullable().defaultTo('{}')
  })
}
