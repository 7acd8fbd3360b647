import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // databases of some days in which 0015 was being written have none
  await knex.schema.raw('drop index if exists automation_runs_automation_id_contact_id_index')
  await knex.schema.alterTable('automation_runs', table => {
    // finds whether a contact has a run, and lists those that it has
    table.index(['automation_id', 'contact_id', 'created_at', 'id'])
  })
}
