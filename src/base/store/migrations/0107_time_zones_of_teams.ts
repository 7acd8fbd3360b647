import type { Knex } from 'knex'

/** Where a team's dates are meant that its people choose on pages. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('teams', table => table.text('time_zone').notNullable().defaultTo('UTC'))
}
