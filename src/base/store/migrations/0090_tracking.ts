import type { Knex } from 'knex'

/** Opens and clicks of emails: counts for each email, and data about each visit for a limited time. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('email_engagements', table => {
    table.uuid('email_id').primary()
    table.uuid('team_id').notNullable()
    table.integer('opened').notNullable()
    table.integer('clicked').notNullable()
    // opened by a machine
    table.integer('machine_opened').notNullable()
    table.integer('machine_clicked').notNullable()
  })
  await knex.schema.createTable('email_visits', table => {
    // the event's id, which contains the time
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('user_agent').notNullable()
    // truncated to a network, so that it identifies no person
    table.text('network').notNullable()
  })
}
