import type { Knex } from 'knex'

/** That emails were opened and links in them followed: counts for each email, and what is known of each visit for a while. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('email_engagements', table => {
    table.uuid('email_id').primary()
    table.uuid('team_id').notNullable()
    table.integer('opened').notNullable()
    table.integer('clicked').notNullable()
    // by what no person did
    table.integer('machine_opened').notNullable()
    table.integer('machine_clicked').notNullable()
  })
  await knex.schema.createTable('email_visits', table => {
    // that of the event: it tells the time, too
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('user_agent').notNullable()
    // without what would tell a person from their neighbours
    table.text('network').notNullable()
  })
}
