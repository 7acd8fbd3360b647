import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Email received for the domains of teams. */
export async function up(knex: Knex): Promise<void> {
  // accepted with a 250 and not parsed yet; a parsed one is a row of the next table
  await knex.schema.createTable('received_arrivals', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('domain_id').notNullable()
    table.text('envelope_from').notNullable()
    // JSON list: the addresses of the envelope that belong to the team
    table.text('recipients').notNullable()
    // JSON: the server that delivered it, and how
    table.text('peer').notNullable()
    table.uuid('raw_blob_id').notNullable()
    table.integer('bytes').notNullable()
    table.text('created_at').notNullable()
    table.index(['raw_blob_id'])
    table.index(['team_id', 'id'])
  })
  await knex.schema.createTable('received_emails', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('domain_id').notNullable()
    // read; unreadable: only its envelope is known
    table.text('state').notNullable()
    table.text('envelope_from').notNullable()
    table.text('recipients').notNullable()
    table.text('from_address')
    table.text('from_name')
    // JSON lists of bare addresses
    table.text('to').notNullable()
    table.text('cc').notNullable()
    table.text('bcc').notNullable()
    table.text('reply_to').notNullable()
    // addresses that it was received for, if header fields or the envelope contain them
    table.text('received_for').notNullable()
    table.text('subject')
    table.text('message_id')
    table.text('in_reply_to').notNullable()
    table.text('references').notNullable()
    // the start of its text
    table.text('snippet')
    // 1: not written by a person, so that it gets no automatic reply
    table.integer('is_automatic').notNullable()
    // the email of the team that this email returns, if it is a bounce
    table.uuid('sent_email_id')
    // ok or spam
    table.text('verdict').notNullable()
    // JSON: the results of SPF, DKIM and DMARC; null: not checked
    table.text('authentication')
    // JSON list of sentences: the parts that could not be parsed
    table.text('problems').notNullable()
    table.integer('attachments').notNullable()
    table.uuid('raw_blob_id').notNullable()
    // size of the email as received
    table.integer('bytes').notNullable()
    table.text('created_at').notNullable()
    // blobs of large texts
    table.uuid('html_blob_id')
    table.uuid('text_blob_id')
    // our own header fields, which precede those of the email
    table.text('trace').notNullable()
    // JSON list of pairs in their order, with names in lower case
    table.text('headers').notNullable()
    table.text('text')
    table.text('html')
    table.index(['team_id', 'id'])
    table.index(['team_id', 'message_id'])
    table.index(['raw_blob_id'])
    table.index(['html_blob_id'], 'received_emails_html', { predicate: knex.whereNotNull('html_blob_id') })
    table.index(['text_blob_id'], 'received_emails_text', { predicate: knex.whereNotNull('text_blob_id') })
  })
  await knex.schema.createTable('received_attachments', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('email_id').notNullable()
    // position in the email, from 0
    table.integer('number').notNullable()
    table.text('filename')
    table.text('content_type').notNullable()
    table.text('content_id')
    table.text('content_disposition')
    table.integer('size').notNullable()
    table.uuid('blob_id').notNullable()
    table.text('created_at').notNullable()
    table.unique(['email_id', 'number'])
    table.index(['blob_id'])
  })
  if (knex.client.config.client !== 'pg') return
  for (const name of ['received_arrivals', 'received_emails']) await knex.raw(`alter table ${name} ${NOT_IN_ORDER}`)
}
