import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('jobs', table => {
    table.text('id').primary()
    table.text('kind').notNullable()
    table.text('payload').notNullable()
    table.text('created_at').notNullable()
    // when the job is due; null for a dead letter (since 0032 also while a worker has claimed it; before, the end of
    // its lease)
    table.text('run_at')
    table.integer('attempts').notNullable()
    // the fencing token: incremented by each claim, and a condition of each write of the worker
    table.integer('token').notNullable()
    table.text('owner')
    table.text('last_error')
    table.text('failed_at')
    table.index(['kind', 'run_at'])
  })
}
