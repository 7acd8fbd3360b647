import type { Knex } from 'knex'

/** Facts about an attempt besides its outcome; attempts from before this step have none. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_attempts', table => {
    // the destination domain, as in its job
    table.text('destination')
    // the mail server that the email was offered to
    table.text('host')
    // protocol and cipher; empty: no TLS
    table.text('tls')
    table.integer('code')
    // when the next attempt is due
    table.text('next_at')
  })
}
