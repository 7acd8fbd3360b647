import type { Knex } from 'knex'

/** What is known of an attempt besides its outcome: an attempt from before has none of it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_attempts', table => {
    // the domain that it was for, as its job has it
    table.text('destination')
    // whom it was offered to
    table.text('host')
    // protocol and cipher; empty: none
    table.text('tls')
    table.integer('code')
    // when the next one is due
    table.text('next_at')
  })
}
