import type { Knex } from 'knex'

/** Distinguishes a broadcast that was deliberately created without a topic from one whose topic was not chosen yet. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcasts', table => {
    table.integer('without_topic').notNullable().defaultTo(0)
  })
}
