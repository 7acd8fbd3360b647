import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** What posting to an endpoint came to, by days in UTC. */
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
  if (knex.client.config.client === 'pg') await knex.raw(`alter table webhook_tallies ${NOT_IN_ORDER}`)
}
