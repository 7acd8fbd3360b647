import type { Knex } from 'knex'

/**
 * The hours and the pace for each destination at which emails of a broadcast go, and the recipients that wait for them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcasts', table => {
    table.text('local_time')
    table.text('time_zone_property')
    table.integer('per_minute_per_destination')
  })
  // reasons to wait: the time of the day in a time zone, or the pace of a destination
  await knex.schema.createTable('broadcast_turns', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('name').notNullable()
    table.uuid('team_id').notNullable()
    // when the next waiting recipient is due; null: none waits
    table.text('due_at')
    // for a destination: the time until which the limit for each minute is used up
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
