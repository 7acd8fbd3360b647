import type { Knex } from 'knex'

/** What is known of a broadcast once it is being sent, and of how it is to be sent. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('broadcasts', table => {
    // who asked for it to be sent later, as JSON
    table.text('scheduled_by')
    // no mail begins while it is set
    table.text('paused_at')
    // mails at the most; null: as fast as they go
    table.integer('per_minute')
    // JSON
    table.text('quiet_hours')
    table.text('time_zone')
    // why it failed
    table.text('reason')
  })
  await knex.schema.alterTable('broadcast_contents', table => {
    // made of the HTML when sending began
    table.text('made_text')
  })
  // written again with each part: the recipients are found (`fan_out`), and emails are made for them (`send`)
  await knex.schema.createTable('broadcast_progress', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('stage').notNullable()
    table.uuid('team_id').notNullable()
    // the contact behind which to go on; null: from the beginning
    table.uuid('after_id')
    table.integer('count').notNullable()
    // up to when the emails that may be made in a minute are used up
    table.text('paced_at')
    table.text('ended_at')
    table.primary(['broadcast_id', 'stage'])
  })
}
