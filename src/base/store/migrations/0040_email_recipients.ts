import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_states', table => {
    // the mail server's latest reply for each recipient; null for emails from before this column
    table.text('recipients')
  })
}
