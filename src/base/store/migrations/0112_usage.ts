import type { Knex } from 'knex'

/** What teams have used: emails by days, and requests by the windows of the rate limit. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('usage_days', table => {
    table.uuid('team_id').notNullable()
    // of UTC, as in 2026-11-20
    table.text('day').notNullable()
    // rows of a day that different connections add to; one when the day is over
    table.integer('shard').notNullable()
    table.bigInteger('emails').notNullable()
    // each recipient counts
    table.bigInteger('recipients').notNullable()
    table.bigInteger('received').notNullable()
    // runs of automations that have begun
    table.bigInteger('runs').notNullable()
    table.primary(['team_id', 'day', 'shard'])
    table.index(['day'])
  })
  // empty where only one process may use the database
  await knex.schema.createTable('rate_windows', table => {
    table.uuid('team_id').notNullable()
    table.integer('slot').notNullable()
    // seconds since 1970
    table.bigInteger('window').notNullable()
    table.integer('used').notNullable()
    table.primary(['team_id', 'slot'])
  })
  if (knex.client.config.client !== 'pg') return
  await knex.raw('alter table rate_windows set unlogged')
  // written for each request where the limit is low
  for (const each of ['rate_windows', 'usage_days'])
    await knex.raw(
      `alter table ${each} set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`,
    )
}
