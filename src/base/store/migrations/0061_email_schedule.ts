import type { Knex } from 'knex'

/**
 * An email that is scheduled or about a topic has a state row from the start. It contains the time of sending, because that
 * can change. The email's own row does not: on SQLite a new column would come after the content, which lists do not read.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_states', table => {
    table.text('scheduled_at')
    table.uuid('topic_id')
  })
}
