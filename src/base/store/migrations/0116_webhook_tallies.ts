import type { Knex } from 'knex'

/** Counts of the results of requests to an endpoint, by UTC day. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhook_tallies', table => {
    table.uuid('webhook_id').notNullable()
    table.text('day').notNullable()
    table.uuid('team_id').notNullable()
    table.integer('attempts').notNullable()
    table.integer('succeeded').notNullable()
    table.bigInteger('duration_ms').notNullable()
    table.primary(['webhook_id', 'day'])
  })
}
