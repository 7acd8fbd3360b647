import type { Knex } from 'knex'

/** At what time of the day, and how fast for each destination, the mails of a broadcast go; and who waits for that. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcasts', table => {
    table.text('local_time')
    table.text('time_zone_property')
    table.integer('per_minute_per_destination')
  })
  // what recipients wait for: the time of the day in a time zone, or their turn at a destination
  await knex.schema.createTable('broadcast_turns', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('name').notNullable()
    table.uuid('team_id').notNullable()
    // when the next of the waiting recipients is due; null: none waits
    table.text('due_at')
    // of a destination: up to when the emails that may be made in a minute are used up
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
