import type { Knex } from 'knex'

/** Usage of teams: emails by day, and requests by window of the rate limit. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('usage_days', table => {
    table.uuid('team_id').notNullable()
    // a day in UTC, such as 2026-11-20
    table.text('day').notNullable()
    // connections add to different rows of a day; they are merged when the day is over
    table.integer('shard').notNullable()
    table.bigInteger('emails').notNullable()
    // the number of recipients
    table.bigInteger('recipients').notNullable()
    table.bigInteger('received').notNullable()
    // automation runs started that day
    table.bigInteger('runs').notNullable()
    table.primary(['team_id', 'day', 'shard'])
    table.index(['day'])
  })
  // empty on SQLite, which only one process uses
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
  // rewritten for each request if the limit is low
  for (const each of ['rate_windows', 'usage_days'])
    await knex.raw(
      `alter table ${each} set (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500)`,
    )
}
