import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sessions', table => {
    // idle sessions are found without reading all of them
    table.index(['last_seen_at'])
  })
}
