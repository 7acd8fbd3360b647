import type { Knex } from 'knex'

/** Results of broadcasts: counts, and for each recipient the rare outcomes. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('broadcast_tallies', table => {
    table.uuid('broadcast_id').notNullable()
    // several rows for each broadcast, so that processes that count simultaneously rarely wait for each other
    table.integer('shard').notNullable()
    table.uuid('team_id').notNullable()
    for (const column of [...SENDING, ...READING]) table.integer(column).notNullable().defaultTo(0)
    table.primary(['broadcast_id', 'shard'])
  })
  await knex.schema.createTable('broadcast_facts', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('type').notNullable()
    table.uuid('contact_id').notNullable()
    table.uuid('team_id').notNullable()
    table.integer('count').notNullable()
    // only for a bounce
    table.text('bounce_type')
    table.text('happened_at').notNullable()
    table.primary(['broadcast_id', 'type', 'contact_id'])
    // for the recent activity of a contact
    table.index(['team_id', 'contact_id', 'type', 'happened_at'])
  })
  await knex.schema.createTable('broadcast_clicks', table => {
    table.uuid('broadcast_id').notNullable()
    table.uuid('contact_id').notNullable()
    table.text('url_key').notNullable()
    table.uuid('team_id').notNullable()
    table.text('url').notNullable()
    table.integer('clicks').notNullable()
    table.primary(['broadcast_id', 'contact_id', 'url_key'])
  })
  await knex.schema.createTable('broadcast_links', table => {
    table.uuid('broadcast_id').notNullable()
    table.text('url_key').notNullable()
    table.uuid('team_id').notNullable()
    table.text('url').notNullable()
    table.integer('clicks').notNullable()
    table.integer('unique_clicks').notNullable()
    table.primary(['broadcast_id', 'url_key'])
    table.index(['broadcast_id', 'clicks', 'url_key'])
  })
}

const SENDING = ['sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed']
const READING = ['opened', 'unique_opened', 'clicked', 'unique_clicked', 'unsubscribed']
