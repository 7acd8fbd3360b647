import type { Knex } from 'knex'

/**
 * The team of a job; null where it has none, or was made before this column. The bucket is derived from the team: some groups
 * of teams, so that on a database spread over several machines jobs can be claimed at one of them at a time. It is in no index,
 * because otherwise the queue claims the first due job of any team.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', table => {
    table.text('team_id')
    table.smallint('bucket').notNullable().defaultTo(0)
  })
}
