import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // the processes that share the database: empty where only one process may use it
  await knex.schema.createTable('workers', table => {
    table.text('id').primary()
    // for people
    table.text('host').notNullable()
    table.integer('pid').notNullable()
    table.text('roles').notNullable()
    // by the clock of the database
    table.timestamp('started_at').notNullable()
    table.timestamp('seen_at').notNullable()
  })
  // there it is asked each second what is in the hands of whom
  if (knex.client.config.client !== 'pg') return
  await knex.schema.alterTable('jobs', table => {
    table.index(['owner'], 'jobs_in_hand', { predicate: knex.whereNotNull('owner') })
  })
}
