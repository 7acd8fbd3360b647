import type { Knex } from 'knex'

/** The progress of a broadcast that is being sent, and the options of its sending. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcasts', table => {
    // JSON: the caller who scheduled it
    table.text('scheduled_by')
    // if set, no email is sent
    table.text('paused_at')
    // the maximum number of emails per minute; null: no limit
    table.integer('per_minute')
    // JSON
    table.text('quiet_hours')
    table.text('time_zone')
    // why it failed
    table.text('reason')
  })
  await knex.schema.alterTable('broadcast_contents', table => {
    // text generated from the HTML when sending started
    table.text('made_text')
  })
  // rewritten with each part: recipients are found (`fan_out`), and emails are created for them (`send`)
  await knex.schema.createTable('broadcast_progress', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('stage').notNullable()
    table.uuid('team_id').notNullable()
    // the contact after which to continue; null: from the start
    table.uuid('after_id')
    table.integer('count').notNullable()
    // the time until which the limit per minute is used up
    table.text('paced_at')
    table.text('ended_at')
    table.primary(['broadcast_id', 'stage'])
  })
}
