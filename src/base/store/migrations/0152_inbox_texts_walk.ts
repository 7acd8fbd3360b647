import type { Knex } from 'knex'

/** The emails of an inbox by number: a search for a frequent word scans the newest ones. FTS5 does not need this index. */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'pg') return
  await knex.raw('create index inbox_texts_walk on inbox_texts (inbox_id, number) include (team_id)')
}
