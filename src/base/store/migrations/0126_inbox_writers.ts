import type { Knex } from 'knex'

/** The person who sent an email of an inbox, or last edited a draft; null if a program did. */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['inbox_messages', 'inbox_drafts'])
    await knex.schema.alterTable(name, table => {
      table.uuid('writer_id')
    })
}
