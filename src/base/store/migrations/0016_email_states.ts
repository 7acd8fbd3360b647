import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // an email is one row that never changes, so that accepting it writes one row; its delivery state changes often, and
  // is separate so that a change does not rewrite the content
  await knex.schema.createTable('email_states', table => {
    table.text('email_id').primary().references('emails.id').onDelete('cascade')
    table.text('last_event').notNullable()
    // recipients without further attempts, with their outcome
    table.text('settled').notNullable()
  })
  await knex.raw(
    "insert into email_states select id, last_event, settled from emails where last_event <> 'queued' or settled <> '{}'",
  )
  await knex.schema.alterTable('emails', table => {
    // last, because a list reads only the columns before the large ones
    table.text('headers').notNullable().defaultTo('{}')
    table.text('html')
    table.text('text')
  })
  await knex.raw(
    'update emails set headers = c.headers, html = c.html, text = c.text from email_contents c where c.email_id = emails.id',
  )
  await knex.schema.dropTable('email_contents')
  await knex.raw('alter table emails drop column last_event')
  await knex.raw('alter table emails drop column settled')
}
