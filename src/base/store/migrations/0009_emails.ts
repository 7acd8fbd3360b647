import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('emails', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('message_id').notNullable()
    table.text('from').notNullable()
    table.text('to').notNullable()
    table.text('cc').notNullable()
    table.text('bcc').notNullable()
    table.text('reply_to').notNullable()
    table.text('subject').notNullable()
    table.text('tags').notNullable()
    table.text('scheduled_at')
    table.text('created_at').notNullable()
    // a broadcast or automation run that sent it; null if a request did
    table.text('origin_kind')
    table.text('origin_id')
    table.text('last_event').notNullable()
    // recipients without further attempts, with their outcome
    table.text('settled').notNullable()
    table.index(['team_id', 'created_at', 'id'])
  })
  // separate from the emails, because each event rewrites the row; with the email's content that could be megabytes
  await knex.schema.createTable('email_contents', table => {
    table.text('email_id').primary().references('emails.id').onDelete('cascade')
    table.text('headers').notNullable()
    table.text('html')
    table.text('text')
  })
  // events after an email was queued; its own row represents the queueing
  await knex.schema.createTable('email_events', table => {
    table.text('id').primary()
    table.text('email_id').notNullable().references('emails.id').onDelete('cascade')
    table.text('team_id').notNullable()
    table.text('type').notNullable()
    table.text('detail').notNullable()
    table.text('created_at').notNullable()
    table.index(['email_id', 'created_at', 'id'])
  })
  await knex.schema.createTable('email_attempts', table => {
    table.text('email_id').notNullable().references('emails.id').onDelete('cascade')
    table.integer('number').notNullable()
    // open: not handed over; handing: perhaps handed over; done: the outcome is known, or permanently recorded as unknown
    table.text('phase').notNullable()
    table.text('outcome')
    table.text('detail')
    table.text('started_at').notNullable()
    table.text('finished_at')
    table.primary(['email_id', 'number'])
  })
  await knex.schema.createTable('captured_mail', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('email_id').notNullable().references('emails.id').onDelete('cascade')
    table.text('message_id').notNullable()
    table.text('from').notNullable()
    table.text('to').notNullable()
    table.text('subject').notNullable()
    table.text('created_at').notNullable()
    table.text('raw').notNullable()
    table.index(['team_id', 'created_at', 'id'])
    table.index(['email_id'])
  })
}
