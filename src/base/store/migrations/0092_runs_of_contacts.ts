import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    // finds all that a contact has, also on automations that are gone
    table.index(['team_id', 'contact_id', 'id'], 'automation_runs_of_contact')
  })
}
