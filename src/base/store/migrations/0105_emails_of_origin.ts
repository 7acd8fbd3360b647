import type { Knex } from 'knex'

/**
 * An index of the emails of broadcasts and automations. It excludes emails of requests, so that it costs a request
 * nothing.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('emails', table => {
    const predicate = knex.whereNotNull('origin_kind')
    table.index(['team_id', 'origin_kind', 'id'], 'emails_of_origin', { predicate })
  })
}
