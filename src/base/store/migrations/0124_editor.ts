import type { Knex } from 'knex'

/** The documents that broadcasts and templates were composed from, and the programs connected to their editor. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('editor_documents', table => {
    // the id of the broadcast or template; a second column refers to the one whose removal removes this row
    table.uuid('id').primary()
    table.uuid('team_id').notNullable()
    table.uuid('broadcast_id').unique().references('broadcasts.id').onDelete('cascade')
    table.uuid('template_id').unique().references('templates.id').onDelete('cascade')
    // JSON
    table.text('document').notNullable()
    // hash of the generated HTML: the document is invalid once the HTML differs
    table.text('html_hash').notNullable()
  })
  await knex.schema.createTable('editor_connections', table => {
    table.uuid('team_id').notNullable()
    // the broadcast or template
    table.uuid('resource_id').notNullable()
    // the API key or the grant
    table.uuid('caller_id').notNullable()
    // empty: no name
    table.text('agent_name').notNullable()
    table.text('expires_at').notNullable().index()
    table.primary(['resource_id', 'caller_id', 'agent_name'])
  })
}
