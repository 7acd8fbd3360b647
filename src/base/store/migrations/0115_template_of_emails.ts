import type { Knex } from 'knex'

/** The template that an email was created from, for its events. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('emails', table => table.uuid('template_id'))
}
