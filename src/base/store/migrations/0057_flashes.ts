import type { Knex } from 'knex'

/** What a person is shown once, from the form that made it to the page that the browser goes on to; it goes with the session. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('flashes', table => {
    table.text('session_hash').notNullable().references('sessions.token_hash').onDelete('cascade')
    // the path of the page that shows it
    table.text('page').notNullable()
    // encrypted with a key that only the session's cookie gives
    table.text('sealed').notNullable()
    table.text('expires_at').notNullable()
    table.primary(['session_hash', 'page'])
    table.index(['expires_at'])
  })
}
