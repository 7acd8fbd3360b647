import type { Knex } from 'knex'

/** The recipient for whom an attempt was last handed over, where each recipient gets the email separately. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_attempts', table => table.integer('recipient'))
}
