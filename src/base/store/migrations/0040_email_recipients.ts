import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_states', table => {
    // what the mail server said about each recipient the last time; null where that was not written down yet
    table.text('recipients')
  })
}
