import type { Knex } from 'knex'

/** The name under which recipients know a team, where it differs from the team's own. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('teams', table => table.text('sender_name'))
}
