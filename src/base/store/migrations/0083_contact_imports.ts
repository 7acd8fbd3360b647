import type { Knex } from 'knex'
import { NOT_IN_ORDER } from '../postgres/partitions.ts'

/** Imports of contact files, with their progress and problems. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('contact_imports', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    // receiving: the file is uploading, or the import is not confirmed yet; dropped: it was abandoned
    table.text('status').notNullable()
    table.text('created_at').notNullable()
    table.text('completed_at')
    // size of the file
    table.bigInteger('bytes').notNullable()
    // the first row of the file
    table.text('header')
    // JSON: what to do with the file
    table.text('plan')
    // byte and line at which the next record starts
    table.bigInteger('position').notNullable()
    table.integer('line').notNullable()
    // the first chunk that is not removed yet
    table.integer('chunk').notNullable()
    for (const count of ['total', 'created', 'updated', 'skipped', 'failed']) table.integer(count).notNullable()
    table.index(['team_id', 'id'])
    table.index(['status', 'created_at'])
  })
  await knex.schema.createTable('contact_import_chunks', table => {
    table.uuid('import_id').notNullable()
    table.uuid('team_id').notNullable()
    table.integer('number').notNullable()
    table.binary('data').notNullable()
    table.primary(['import_id', 'number'])
  })
  await knex.schema.createTable('contact_import_errors', table => {
    table.uuid('id').primary()
    table.uuid('import_id').notNullable()
    table.uuid('team_id').notNullable()
    table.integer('line').notNullable()
    table.text('column')
    table.text('reason').notNullable()
    table.text('created_at').notNullable()
    table.index(['import_id', 'id'])
  })
  if (knex.client.config.client !== 'pg') return
  for (const name of ['contact_imports', 'contact_import_errors']) await knex.raw(`alter table ${name} ${NOT_IN_ORDER}`)
}
