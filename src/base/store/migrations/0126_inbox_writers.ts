import type { Knex } from 'knex'

/** Which person of the team sent an email of an inbox, and wrote a draft last: none when a program did. */
export async function up(knex: Knex): Promise<void> {
  for (const name of ['inbox_messages', 'inbox_drafts'])
    await knex.schema.alterTable(name, table => {
      table.uuid('writer_id')
    })
}
