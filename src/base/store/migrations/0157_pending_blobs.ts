import type { Knex } from 'knex'

/** Contents that were stored for a request and are not referenced yet: their number per team is limited. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('blobs', table => {
    table.integer('pending').notNullable().defaultTo(0)
    table.index(['team_id'], 'blobs_pending', { predicate: knex.whereRaw('pending = 1') })
  })
}
