import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sessions', table => {
    // for finding idle sessions without a full scan
    table.index(['last_seen_at'])
  })
}
