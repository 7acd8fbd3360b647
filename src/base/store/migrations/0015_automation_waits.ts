import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automations', table => {
    // '{}': only defaults
    table.text('settings').notNullable().defaultTo('{}')
    // copied from the settings, for the sweep
    table.integer('retention_days')
  })
  await knex.schema.alterTable('automation_runs', table => {
    // the event that wakes the run
    table.text('waits_for')
    // the step that received the latest event of each name
    table.text('wait_events').notNullable().defaultTo('{}')
    // 1 while the run waits for an event or a time
    table.integer('waiting').notNullable().defaultTo(0)
    table.index(['team_id', 'contact_id', 'waits_for'], 'automation_runs_wait', {
      predicate: knex.whereNotNull('waits_for'),
    })
    table.index(['automation_id', 'contact_id'])
    // for counting runs, and listing the graphs in use, without reading the rows
    table.index(['automation_id', 'graph_version', 'status', 'waiting'], 'automation_runs_count')
  })
  // for removed runs: their number, and their contacts
  await knex.schema.createTable('automation_forgotten_runs', table => {
    table.text('automation_id').notNullable().references('automations.id').onDelete('cascade')
    table.text('status').notNullable()
    table.integer('count').notNullable()
    table.primary(['automation_id', 'status'])
  })
  await knex.schema.createTable('automation_entries', table => {
    // no foreign key: there can be a million rows, so a job removes them in parts
    table.text('automation_id').notNullable()
    table.text('contact_id').notNullable()
    table.primary(['automation_id', 'contact_id'])
  })
}
