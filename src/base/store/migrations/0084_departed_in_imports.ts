import type { Knex } from 'knex'

/** The number of rows in an import for departed addresses, which stay unsubscribed. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('contact_imports', table => {
    table.integer('departed').notNullable().defaultTo(0)
  })
}
