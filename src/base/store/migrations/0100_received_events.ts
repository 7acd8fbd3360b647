import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    // which step received which event, by its number
    table.text('received').notNullable().defaultTo('{}')
  })
}
