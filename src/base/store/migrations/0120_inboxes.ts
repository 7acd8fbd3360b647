import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Inboxes that people and agents use: their threads, emails, and the keys that assign emails to threads. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('inboxes', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('domain_id').notNullable()
    // in lower case
    table.text('email_address').notNullable()
    // for an inbox that uses forwarding: the address that its mail is forwarded to
    table.text('receiving_address')
    table.text('name')
    table.text('from_name')
    // unread threads in the folder `inbox`
    table.integer('unread').notNullable().defaultTo(0)
    // unsent drafts
    table.integer('drafts').notNullable().defaultTo(0)
    table.text('last_received')
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.index(['team_id', 'id'])
    table.unique(['team_id', 'email_address'])
    table.unique(['team_id', 'receiving_address'])
  })
  await knex.schema.createTable('inbox_threads', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('inbox_id').notNullable()
    table.text('subject')
    // inbox, archive, spam, sent or trash
    table.text('folder').notNullable()
    table.integer('is_read').notNullable()
    // received emails up to this one are read; null: none are
    table.uuid('read_id')
    // the newest email, by which lists are ordered, with its sender and recipients
    table.uuid('newest_id').notNullable()
    table.text('from')
    // JSON lists
    table.text('to').notNullable()
    table.text('cc').notNullable()
    table.text('bcc').notNullable()
    table.text('received_at').notNullable()
    table.integer('email_count').notNullable()
    table.integer('has_attachment').notNullable()
    // unsent replies in the thread
    table.integer('drafts').notNullable().defaultTo(0)
    // when it was moved to the trash
    table.text('trashed_at')
    table.text('created_at').notNullable()
    table.index(['inbox_id', 'newest_id'])
    table.index(['inbox_id', 'folder', 'is_read', 'newest_id'])
    // for the sweep
    table.index(['trashed_at'], 'inbox_threads_trashed', { predicate: knex.whereNotNull('trashed_at') })
  })
  await knex.schema.createTable('inbox_messages', table => {
    table.uuid('inbox_id').notNullable()
    // the email's id under /emails or /emails/receiving
    table.uuid('id').notNullable()
    table.uuid('team_id').notNullable()
    table.uuid('thread_id').notNullable()
    // inbound or outbound
    table.text('direction').notNullable()
    // one of the two equals `id`
    table.uuid('received_id')
    table.uuid('email_id')
    table.text('message_id')
    table.integer('has_attachment').notNullable()
    table.text('created_at').notNullable()
    table.primary(['inbox_id', 'id'])
    table.index(['thread_id', 'id'])
    // for the removal with the email
    table.index(['id'])
    table.index(['email_id'], 'inbox_messages_sent', { predicate: knex.whereNotNull('email_id') })
  })
  // hashes that identify the thread of an email: of message ids, and of subject and person together
  await knex.schema.createTable('inbox_references', table => {
    table.uuid('inbox_id').notNullable()
    table.text('reference').notNullable()
    table.uuid('team_id').notNullable()
    table.uuid('thread_id').notNullable()
    table.primary(['inbox_id', 'reference'])
    table.index(['thread_id'])
  })
  if (knex.client.config.client !== 'pg') return
  for (const name of ['inboxes', 'inbox_threads', 'inbox_messages'])
    await knex.raw(`alter table ${name} ${NOT_IN_ORDER}`)
  await knex.raw('alter table inbox_threads alter column newest_id set statistics 0')
}
