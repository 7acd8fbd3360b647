import type { Knex } from 'knex'

/** The name under which recipients know a team, if it differs from the team's own. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('teams', table => table.text('sender_name'))
}
