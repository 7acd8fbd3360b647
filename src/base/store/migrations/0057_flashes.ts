import type { Knex } from 'knex'

/** A message shown once, on the page after a form; removed with the session. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('flashes', table => {
    table.text('session_hash').notNullable().references('sessions.token_hash').onDelete('cascade')
    // path of the page that shows it
    table.text('page').notNullable()
    // encrypted with a key that is derived from the session's cookie
    table.text('sealed').notNullable()
    table.text('expires_at').notNullable()
    table.primary(['session_hash', 'page'])
    table.index(['expires_at'])
  })
}
