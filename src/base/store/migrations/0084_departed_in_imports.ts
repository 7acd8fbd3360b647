import type { Knex } from 'knex'

/** How many rows of an import are about people who have left by themselves, and stay so. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contact_imports', table => {
    table.integer('departed').notNullable().defaultTo(0)
  })
}
