import type { Knex } from 'knex'

/** The graph that people edit, as long as it differs from the published one; it can be invalid. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('automation_drafts', table => {
    table.uuid('automation_id').primary().references('automations.id').onDelete('cascade')
    table.uuid('team_id').notNullable().references('teams.id').onDelete('cascade')
    // the version of the graph that it started from
    table.integer('graph_version').notNullable()
    table.text('steps').notNullable()
    table.text('connections').notNullable()
    table.integer('revision').notNullable()
    // the person who last edited it
    table.uuid('writer_id').notNullable()
    table.text('updated_at').notNullable()
    table.index(['team_id'])
  })
}
