import type { Knex } from 'knex'

/** The teams that read their events as a stream: events are also stored for them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('event_streams', table => {
    table.uuid('team_id').primary()
    // when a stream was last opened
    table.text('opened_at').notNullable()
  })
  if (knex.client.config.client !== 'pg') return
  // the order of streaming on PostgreSQL: by transaction, once no older one is open
  await knex.schema.alterTable('webhook_events', table => {
    table.index(['team_id', 'xid', 'seq'])
    table.dropIndex(['team_id', 'seq'])
  })
}
