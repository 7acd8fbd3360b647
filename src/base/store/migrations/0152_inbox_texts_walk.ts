import type { Knex } from 'knex'

/** The emails of an inbox by number: a search of a frequent word walks the newest ones. FTS5 does so without it. */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'pg') return
  await knex.schema.alterTable('inbox_texts', table => table.index(['inbox_id', 'number']))
}
