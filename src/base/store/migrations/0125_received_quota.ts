import type { Knex } from 'knex'

/** Whether a received mail came above the quota of its team, and whose it is, as contacts are compared by. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('received_emails', table => {
    table.integer('above_quota').notNullable().defaultTo(0)
    table.text('sender')
    table.index(['team_id', 'sender', 'id'])
  })
}
