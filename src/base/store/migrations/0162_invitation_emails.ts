import type { Knex } from 'knex'

/** The email in which the server sends the link of an invitation. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('invitations', table => {
    table.uuid('email_id')
  })
}
