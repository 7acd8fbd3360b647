import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    // counts those that are running, however many are over
    table.index(['id'], 'automation_runs_running', { predicate: knex.whereRaw("status = 'running'") })
  })
}
