import type { Knex } from 'knex'

/** Extends the index used to scan contacts by the columns that rules test. */
export async function up(knex: Knex): Promise<void> {
  // PostgreSQL reads the rows nearly as fast, and has to read recently changed ones anyway
  if (knex.client.config.client === 'pg') return
  await knex.schema.alterTable('contacts', table => {
    table.dropIndex(['team_id', 'id'])
    table.index(
      ['team_id', 'id', 'unsubscribed', 'created_at', 'email', 'first_name', 'last_name'],
      'contacts_team_id_id_covering',
    )
  })
}
