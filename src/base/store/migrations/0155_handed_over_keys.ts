import type { Knex } from 'knex'

/** Whether an API key was transferred from one person to another: the person who created it may still have its secret. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_keys', table => {
    table.integer('was_handed_over').notNullable().defaultTo(0)
  })
}
