import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('templates', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    table.text('alias')
    table.text('current_version_id').notNullable()
    table.text('published_version_id')
    table.text('published_at')
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.unique(['team_id', 'alias'])
    table.index(['team_id', 'created_at', 'id'])
  })
  await knex.schema.createTable('template_versions', table => {
    table.text('id').primary()
    table.text('template_id').notNullable().references('templates.id').onDelete('cascade')
    table.text('from')
    table.text('subject')
    table.text('reply_to')
    table.text('html').notNullable()
    table.text('text')
    table.text('variables').notNullable()
    table.text('created_at').notNullable()
    table.index(['template_id'])
  })
}
