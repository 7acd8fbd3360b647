import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('automations', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    table.text('name').notNullable()
    table.text('status').notNullable()
    // version of the newest graph; 0 before the first
    table.integer('graph_version').notNullable()
    // the event that triggers the newest graph
    table.text('event_name')
    // incremented by every write: a write based on an older version affects no row
    table.integer('revision').notNullable()
    table.text('created_at').notNullable()
    table.text('updated_at').notNullable()
    table.index(['team_id', 'created_at', 'id'])
    table.index(['team_id', 'status', 'created_at', 'id'])
    table.index(['team_id', 'event_name', 'status'])
  })
  await knex.schema.createTable('automation_graphs', table => {
    table.text('automation_id').notNullable().references('automations.id').onDelete('cascade')
    table.integer('version').notNullable()
    table.text('steps').notNullable()
    table.text('connections').notNullable()
    table.primary(['automation_id', 'version'])
  })
  await knex.schema.createTable('automation_runs', table => {
    table.text('id').primary()
    table.text('team_id').notNullable().references('teams.id').onDelete('cascade')
    // no foreign key: the runs of an automation outlive it, canceled
    table.text('automation_id').notNullable()
    table.integer('graph_version').notNullable()
    table.text('contact_id').notNullable()
    table.text('event_name').notNullable()
    table.text('payload').notNullable()
    table.text('status').notNullable()
    table.text('cursor')
    // for display only: a waiting run is woken by its job
    table.text('due_at')
    // the revision of the run; each job is valid for one of them
    table.integer('turn').notNullable()
    table.text('started_at')
    table.text('completed_at')
    table.text('created_at').notNullable()
    table.index(['automation_id', 'created_at', 'id'])
    table.index(['automation_id', 'status', 'created_at', 'id'])
  })
  // only the steps that a run has reached: the others are in its graph
  await knex.schema.createTable('automation_run_steps', table => {
    table.text('run_id').notNullable().references('automation_runs.id').onDelete('cascade')
    table.text('key').notNullable()
    table.text('status').notNullable()
    table.text('started_at')
    table.text('completed_at')
    table.text('output')
    table.text('error')
    table.primary(['run_id', 'key'])
  })
}
