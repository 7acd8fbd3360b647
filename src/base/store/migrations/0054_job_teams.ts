import type { Knex } from 'knex'

/**
 * The team of a job; null if it has none, or was created before this column. The bucket is derived from the team: a
 * fixed number of groups of teams, so that on a database distributed over several machines jobs can be claimed on one
 * of them at a time. No index contains it, because the queue otherwise claims the first due job of any team.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', table => {
    table.text('team_id')
    table.smallint('bucket').notNullable().defaultTo(0)
  })
}
