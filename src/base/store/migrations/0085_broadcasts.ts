import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Broadcasts: their content, progress and recipients. */
export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg'
  await knex.schema.createTable('broadcasts', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.text('name').notNullable()
    table.uuid('segment_id')
    table.uuid('topic_id')
    table.text('status').notNullable()
    table.text('from')
    table.text('subject')
    // JSON
    table.text('reply_to')
    table.text('preview_text')
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.text('scheduled_at')
    table.text('sent_at')
    // the recipients are the members at this time
    table.text('snapshot_at')
    table.index(['team_id', 'id'])
  })
  // separate, because the broadcast's row is rewritten with each step
  await knex.schema.createTable('broadcast_contents', table => {
    table.uuid('broadcast_id').primary()
    table.uuid('team_id').notNullable()
    table.text('html')
    table.text('text')
  })
  if (isPostgres) await knex.raw(`alter table broadcasts ${NOT_IN_ORDER}`)
  await (isPostgres ? knex.schema.createTable('broadcast_recipients', recipients) : makeClustered(knex))
  await knex.schema.alterTable('emails', table => {
    // for an email of a broadcast: the contact whose values are filled in, and who may unsubscribe meanwhile
    table.uuid('contact_id')
    // for an email whose content is the broadcast's
    table.uuid('broadcast_id')
  })
}

function recipients(table: Knex.CreateTableBuilder): void {
  table.uuid('broadcast_id').notNullable()
  table.uuid('contact_id').notNullable()
  table.uuid('team_id').notNullable()
  // the address at the time of the snapshot
  table.text('email').notNullable()
  // null until the email is created
  table.uuid('email_id')
  // ensures that each contact is in it once, also after a crash
  table.primary(['broadcast_id', 'contact_id'])
}

/**
 * Changes the table to WITHOUT ROWID on SQLite: rows are written and read in key order, and there is no second tree to
 * write.
 */
async function makeClustered(knex: Knex): Promise<void> {
  const [{ sql } = { sql: '' }] = knex.schema.createTable('broadcast_recipients', recipients).toSQL()
  await knex.raw(`${sql} without rowid`)
}
