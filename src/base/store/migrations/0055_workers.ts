import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // the processes that share the database: empty on SQLite, which only one process uses
  await knex.schema.createTable('workers', table => {
    table.text('id').primary()
    // for display only
    table.text('host').notNullable()
    table.integer('pid').notNullable()
    table.text('roles').notNullable()
    // by the clock of the database
    table.timestamp('started_at').notNullable()
    table.timestamp('seen_at').notNullable()
  })
  // several processes look up each second which jobs a worker has claimed
  if (knex.client.config.client !== 'pg') return
  await knex.schema.alterTable('jobs', table => {
    table.index(['owner'], 'jobs_in_hand', { predicate: knex.whereNotNull('owner') })
  })
}
