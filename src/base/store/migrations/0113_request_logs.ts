import type { Knex } from 'knex'

/** Requests of teams; each row holds many of one team. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('request_log_parts', table => {
    table.uuid('last_id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('first_id').notNullable()
    table.integer('count').notNullable()
    // number of requests before these that were not stored
    table.integer('not_kept').notNullable()
    // before the bodies, which lists skip
    table.binary('lines').notNullable()
    table.binary('bodies').notNullable()
    table.index(['team_id', 'last_id', 'first_id'])
    table.index(['team_id', 'first_id', 'last_id'])
  })
  if (knex.client.config.client !== 'pg') return
  // uncompressed, because they are compressed already
  for (const column of ['lines', 'bodies'])
    await knex.raw(`alter table request_log_parts alter column ${column} set storage external`)
  // no statistics: with few teams, one can have nearly all rows, but the planner assumes that all are equally large
  // (postgres/partitions.ts)
  for (const column of ['last_id', 'first_id'])
    await knex.raw(`alter table request_log_parts alter column ${column} set statistics 0`)
}
