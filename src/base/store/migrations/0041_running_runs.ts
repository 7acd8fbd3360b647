import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    // for counting the running ones, however many have ended
    table.index(['id'], 'automation_runs_running', { predicate: knex.whereRaw("status = 'running'") })
  })
}
