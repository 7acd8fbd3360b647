import type { Knex } from 'knex'

/**
 * Whose a job is; null where it is nobody's, or was left before this was written down. The bucket is made of that: a few
 * groups of teams, so that on a database that is spread over machines, work can be claimed from one place at a time. It
 * is in no index, as everywhere else the queue claims what is due first, whosever it is.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('jobs', table => {
    table.text('team_id')
    table.smallint('bucket').notNullable().defaultTo(0)
  })
}
