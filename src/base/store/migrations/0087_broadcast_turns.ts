import type { Knex } from 'knex'

/** The hours and sending speed per destination for emails of a broadcast, and the recipients that wait for them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcasts', table => {
    table.text('local_time')
    table.text('time_zone_property')
    table.integer('per_minute_per_destination')
  })
  // reasons to wait: the time of day in a time zone, or the speed limit of a destination
  await knex.schema.createTable('broadcast_turns', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('name').notNullable()
    table.uuid('team_id').notNullable()
    // when the next waiting recipient is due; null: none is waiting
    table.text('due_at')
    // for a destination: the time until which the limit per minute is used up
    table.text('paced_at')
    table.primary(['broadcast_id', 'name'])
    table.index(['broadcast_id', 'due_at'])
  })
  await knex.schema.createTable('broadcast_waiting', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('name').notNullable()
    table.uuid('contact_id').notNullable()
    table.uuid('team_id').notNullable()
    table.primary(['broadcast_id', 'name', 'contact_id'])
  })
}
