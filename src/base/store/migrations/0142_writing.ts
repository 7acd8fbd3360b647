import type { Knex } from 'knex'

/** Markdown that broadcasts and templates were written in, the person who last edited each, and publications of templates. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('editor_markdown', table => {
    // as in editor_documents: the id of the broadcast or template, and the row whose removal removes this
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('broadcast_id').unique().references('broadcasts.id').onDelete('cascade')
    table.uuid('template_id').unique().references('templates.id').onDelete('cascade')
    table.text('markdown').notNullable()
    // hash of the generated HTML: the Markdown is invalid once the HTML differs
    table.text('html_hash').notNullable()
  })
  for (const name of ['broadcasts', 'templates'])
    await knex.schema.alterTable(name, table => {
      // null if a program last edited it
      table.uuid('writer_id')
    })
  await knex.schema.alterTable('template_versions', table => {
    // null: a draft, or published before this column existed
    table.text('published_at')
    table.uuid('publisher_id')
  })
  const publication = knex('templates')
    .select('templates.published_at')
    .where('templates.published_version_id', knex.ref('template_versions.id'))
  await knex('template_versions')
    .whereIn('id', knex('templates').select('published_version_id').whereNotNull('published_version_id'))
    .update({ published_at: publication })
}
