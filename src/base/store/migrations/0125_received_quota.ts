import type { Knex } from 'knex'

/** Whether a received email exceeded the quota of its team, and its sender's address in the form used to compare contacts. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('received_emails', table => {
    table.integer('above_quota').notNullable().defaultTo(0)
    table.text('sender')
    table.index(['team_id', 'sender', 'id'])
  })
}
