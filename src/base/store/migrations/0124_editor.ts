import type { Knex } from 'knex'

/** What broadcasts and templates were composed from, and which programs are connected to their editor. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('editor_documents', table => {
    // of the broadcast or template, which is named once more where it goes with that
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('broadcast_id').unique().references('broadcasts.id').onDelete('cascade')
    table.uuid('template_id').unique().references('templates.id').onDelete('cascade')
    // JSON
    table.text('document').notNullable()
    // of the HTML that was made of it: where that is another one now, the document counts no more
    table.text('html_hash').notNullable()
  })
  await knex.schema.createTable('editor_connections', table => {
    table.uuid('team_id').notNullable()
    // the broadcast or template
    table.uuid('resource_id').notNullable()
    // the API key or the grant
    table.uuid('caller_id').notNullable()
    // empty where it has none
    table.text('agent_name').notNullable()
    table.text('expires_at').notNullable().index()
    table.primary(['resource_id', 'caller_id', 'agent_name'])
  })
}
