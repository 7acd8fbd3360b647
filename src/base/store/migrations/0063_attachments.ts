import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg'
  // contents of files: each is stored once per team, regardless of how many emails have it
  await knex.schema.createTable('blobs', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    // open: being written; whole: complete; going: without references, and closed to new ones
    table.text('state').notNullable()
    // SHA-256; null while the blob must not be found by it
    table.text('hash')
    table.integer('bytes').notNullable()
    // when its references are checked next
    table.text('sweep_at').notNullable()
    table.unique(['team_id', 'hash'])
    table.index(['sweep_at'])
  })
  await knex.schema.createTable('blob_chunks', table => {
    table.uuid('blob_id').notNullable()
    table.uuid('team_id').notNullable()
    table.integer('number').notNullable()
    table.binary('data').notNullable()
    table.primary(['blob_id', 'number'])
  })
  // uncompressed, because most files are compressed already
  if (isPostgres) await knex.raw('alter table blob_chunks alter column data set storage external')
  await knex.schema.createTable('email_attachments', table => {
    table.uuid('id').primary()
    table.uuid('email_id').notNullable()
    table.uuid('team_id').notNullable()
    // position in the email, from 0
    table.integer('number').notNullable()
    // null: no name
    table.text('filename')
    table.text('content_type').notNullable()
    // set for inline files
    table.text('content_id')
    // the URL to fetch it from; null if the request contained it
    table.text('path')
    // null: not fetched yet
    table.uuid('blob_id')
    table.integer('bytes')
    table.text('created_at').notNullable()
    table.unique(['email_id', 'number'])
    table.index(['blob_id'])
  })
}
