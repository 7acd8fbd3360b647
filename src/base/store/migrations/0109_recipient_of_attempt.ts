import type { Knex } from 'knex'

/** Which of an email's recipients an attempt was last handed over for, where each gets it alone. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_attempts', table => table.integer('recipient'))
}
