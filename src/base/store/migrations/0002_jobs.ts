import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('jobs', table => {
    table.text('id').primary()
    table.text('kind').notNullable()
    table.text('payload').notNullable()
    table.text('created_at').notNullable()
    // when it is looked at next: its time, or the end of the lease while a worker has it; null at a dead end
    table.text('run_at')
    table.integer('attempts').notNullable()
    // the fencing token: raised by each claim, and asked for by each write of the worker
    table.integer('token').notNullable()
    table.text('owner')
    table.text('last_error')
    table.text('failed_at')
    table.index(['kind', 'run_at'])
  })
}
