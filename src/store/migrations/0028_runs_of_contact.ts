import type { Knex } from 'knex'

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('automation_runs', table => {
    table.dropIndex(['automation_id', 'contact_id'])
    // finds whether a contact has a run, and lists those that it has
    table.index(['automation_id', 'contact_id', 'created_at', 'id'])
  })
}
