import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', table => {
    // what the clock said when `run_at` was written; null: what it said at `created_at`
    table.text('set_at')
  })
  // a claimed job is not due; until now its `run_at` was the end of a lease
  await knex('jobs').whereNotNull('owner').update({ run_at: null })
}
