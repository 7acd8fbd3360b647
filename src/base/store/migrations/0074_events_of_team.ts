import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('email_events', table => {
    // what a bounce tells about the address; null for other events, and for bounces from before this column
    table.text('bounce')
    // for events of a team's emails, by kind and in the order of time
    table.index(['team_id', 'type', 'id'])
  })
}
