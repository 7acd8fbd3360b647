import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_events', table => {
    // of a bounce: what it says about the address; null where that was not asked yet
    table.text('bounce')
    // what happened to a team's emails, by kind and in the order of time
    table.index(['team_id', 'type', 'id'])
  })
}
