import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    // for finding all runs of a contact, including those of removed automations
    table.index(['team_id', 'contact_id', 'id'], 'automation_runs_of_contact')
  })
}
