import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_events', table => {
    // the meaning of a bounce for the address; null for other events, and for bounces from before this column
    table.text('bounce')
    // for events of a team's emails, by kind and time
    table.index(['team_id', 'type', 'id'])
  })
}
