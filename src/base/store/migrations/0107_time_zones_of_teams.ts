import type { Knex } from 'knex'

/** The time zone of the dates that a team's members choose on pages. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('teams', table => table.text('time_zone').notNullable().defaultTo('UTC'))
}
