import type { Knex } from 'knex'

/** The requests of teams, many of a team in each row. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('request_log_parts', table => {
    table.uuid('last_id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('first_id').notNullable()
    table.integer('count').notNullable()
    // requests that were not kept before these
    table.integer('not_kept').notNullable()
    // before what they were sent with and answered, which lists pass over
    table.binary('lines').notNullable()
    table.binary('bodies').notNullable()
    table.index(['team_id', 'last_id', 'first_id'])
    table.index(['team_id', 'first_id', 'last_id'])
  })
  if (knex.client.config.client !== 'pg') return
  // they are packed already
  for (const column of ['lines', 'bodies'])
    await knex.raw(`alter table request_log_parts alter column ${column} set storage external`)
  // of few teams one can have nearly all rows, and the planner takes them for equally large (postgres/partitions.ts)
  for (const column of ['last_id', 'first_id'])
    await knex.raw(`alter table request_log_parts alter column ${column} set statistics 0`)
}
