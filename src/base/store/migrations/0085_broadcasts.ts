import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Emails to all contacts in a segment: what is sent, how far that has come, and to whom. */
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
    // who is to be among the recipients was a member at that moment
    table.text('snapshot_at')
    table.index(['team_id', 'id'])
  })
  // apart, as what is above it is written again with each step
  await knex.schema.createTable('broadcast_contents', table => {
    table.uuid('broadcast_id').primary()
    table.uuid('team_id').notNullable()
    table.text('html')
    table.text('text')
  })
  if (isPostgres) await knex.raw(`alter table broadcasts ${NOT_IN_ORDER}`)
  await (isPostgres ? knex.schema.createTable('broadcast_recipients', recipients) : makeClustered(knex))
  await knex.schema.alterTable('emails', table => {
    // of an email of a broadcast: whose values are filled in, and who may leave meanwhile
    table.uuid('contact_id')
    // what has no content of its own: the broadcast has it
    table.uuid('broadcast_id')
  })
}

function recipients(table: Knex.CreateTableBuilder): void {
  table.uuid('broadcast_id').notNullable()
  table.uuid('contact_id').notNullable()
  table.uuid('team_id').notNullable()
  // the address as it was at the snapshot
  table.text('email').notNullable()
  // null until there is one
  table.uuid('email_id')
  // no contact is twice in it, also after a crash
  table.primary(['broadcast_id', 'contact_id'])
}

/** On SQLite its rows lie in the key: they are written and read in its order, and there is no other tree to write. */
async function makeClustered(knex: Knex): Promise<void> {
  const [{ sql } = { sql: '' }] = knex.schema.createTable('broadcast_recipients', recipients).toSQL()
  await knex.raw(`${sql} without rowid`)
}
