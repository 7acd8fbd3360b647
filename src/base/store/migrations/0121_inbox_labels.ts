import type { Knex } from 'knex'

/** Labels of threads. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('inbox_labels', table => {
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('inbox_id').notNullable()
    table.text('name').notNullable()
    // in lower case
    table.text('name_key').notNullable()
    table.text('color').notNullable()
    table.text('created_at').notNullable()
    table.unique(['inbox_id', 'name_key'])
  })
  await knex.schema.createTable('inbox_thread_labels', table => {
    table.uuid('thread_id').notNullable()
    table.uuid('label_id').notNullable()
    table.uuid('team_id').notNullable()
    // copied from the thread: threads with a label are listed in this order
    table.uuid('newest_id').notNullable()
    table.primary(['thread_id', 'label_id'])
    table.index(['label_id', 'newest_id'])
  })
  if (knex.client.config.client !== 'pg') return
  await knex.raw('alter table inbox_thread_labels alter column newest_id set statistics 0')
}
