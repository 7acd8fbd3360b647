import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sessions', table => {
    // those that nobody uses any more are found without looking at all
    table.index(['last_seen_at'])
  })
}
