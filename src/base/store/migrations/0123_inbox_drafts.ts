import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Drafts in inboxes, and the settings of an inbox's agent. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('inbox_drafts', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('inbox_id').notNullable()
    // JSON lists; null: not set yet
    table.text('to')
    table.text('cc').notNullable()
    table.text('bcc').notNullable()
    table.text('subject')
    table.text('snippet')
    table.uuid('thread_id')
    // the message that the draft replies to
    table.uuid('reply_to_email_id')
    // the email that the draft was sent as
    table.uuid('email_id')
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.text('html')
    table.text('text')
    table.index(['team_id', 'inbox_id', 'id'], 'inbox_drafts_unsent', { predicate: knex.whereNull('email_id') })
    // for the removal with an inbox or a thread
    table.index(['inbox_id'])
    table.index(['thread_id'], 'inbox_drafts_of_threads', { predicate: knex.whereNotNull('thread_id') })
    // a message has at most one unsent reply
    table.unique(['team_id', 'inbox_id', 'reply_to_email_id'], {
      indexName: 'inbox_drafts_one_answer',
      useConstraint: false,
      predicate: knex.whereRaw('email_id is null and reply_to_email_id is not null'),
    })
  })
  await knex.schema.createTable('inbox_agents', table => {
    table.uuid('inbox_id').primary()
    table.uuid('team_id').notNullable()
    table.text('instructions')
    table.text('tone')
    // a JSON list
    table.text('actions').notNullable()
    table.text('updated_at').notNullable()
  })
  // the address to which mail is forwarded: it alone identifies the inbox
  await knex.schema.alterTable('inboxes', table => {
    table.unique(['receiving_address'], {
      indexName: 'inboxes_forwarded',
      useConstraint: false,
      predicate: knex.whereNotNull('receiving_address'),
    })
  })
  if (knex.client.config.client !== 'pg') return
  await knex.raw(`alter table inbox_drafts ${NOT_IN_ORDER}`)
}
