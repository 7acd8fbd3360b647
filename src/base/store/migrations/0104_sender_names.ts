import type { Knex } from 'knex'

/** How recipients know a team, where that is not what it calls itself. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('teams', table => table.text('sender_name'))
}
