import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', table => {
    // the clock's time when `run_at` was written; null: the time in `created_at`
    table.text('set_at')
  })
  // a claimed job is not due and has no `run_at`; until now that was the end of its lease
  await knex('jobs').whereNotNull('owner').update({ run_at: null })
}
