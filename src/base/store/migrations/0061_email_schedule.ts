import type { Knex } from 'knex'

/**
 * An email that is to be sent later, or is about a topic, has a state from the start: there is where the time stands that
 * can be changed. On SQLite a list reads only what stands before the content of an email, which would be before this.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_states', table => {
    table.text('scheduled_at')
    table.uuid('topic_id')
  })
}
