import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automations', table => {
    // '{}': everything as it is by default
    table.text('settings').notNullable().defaultTo('{}')
    // of the settings, for the sweep to find
    table.integer('retention_days')
  })
  await knex.schema.alterTable('automation_runs', table => {
    // the event that wakes the run
    table.text('waits_for')
    // which step received the latest event of each name
    table.text('wait_events').notNullable().defaultTo('{}')
    // for an event or a moment
    table.integer('waiting').notNullable().defaultTo(0)
    table.index(['team_id', 'contact_id', 'waits_for'], 'automation_runs_wait', {
      predicate: knex.whereNotNull('waits_for'),
    })
    table.index(['automation_id', 'contact_id'])
    // counts runs, and tells which graphs are in use, without looking at the rows
    table.index(['automation_id', 'graph_version', 'status', 'waiting'], 'automation_runs_count')
  })
  // what is remembered of runs that were forgotten: how many there were, and whose
  await knex.schema.createTable('automation_forgotten_runs', table => {
    table.text('automation_id').notNullable().references('automations.id').onDelete('cascade')
    table.text('status').notNullable()
    table.integer('count').notNullable()
    table.primary(['automation_id', 'status'])
  })
  await knex.schema.createTable('automation_entries', table => {
    // no reference: there can be a million, so a job removes them a part at a time
    table.text('automation_id').notNullable()
    table.text('contact_id').notNullable()
    table.primary(['automation_id', 'contact_id'])
  })
}
