import type { Knex } from 'knex'

/** The recipient for whom an attempt was last handed over, if each recipient gets a separate email. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_attempts', table => table.integer('recipient'))
}
