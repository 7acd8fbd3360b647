import type { Knex } from 'knex'

/**
 * The team of a job; null where it has none, or was left before this column. The bucket is derived from it: a few groups of
 * teams, so that on a database that is spread over machines, work can be claimed from one place at a time. It is in no
 * index, as everywhere else the queue claims what is due first, of all teams.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', table => {
    table.text('team_id')
    table.smallint('bucket').notNullable().defaultTo(0)
  })
}
