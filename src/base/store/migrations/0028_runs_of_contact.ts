import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  // databases created during the development of 0015 lack this index
  await knex.schema.raw('drop index if exists automation_runs_automation_id_contact_id_index')
  await knex.schema.alterTable('automation_runs', table => {
    // for finding and listing the runs of a contact
    table.index(['automation_id', 'contact_id', 'created_at', 'id'])
  })
}
