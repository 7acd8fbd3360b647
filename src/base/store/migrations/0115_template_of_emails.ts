import type { Knex } from 'knex'

/** Which template an email was made from, as those who hear of it are told. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('emails', table => table.uuid('template_id'))
}
