import type { Knex } from 'knex'

const LISTED = [
  ...(['api_keys', 'contacts', 'templates', 'events', 'automations', 'emails', 'captured_mail'] as const),
  ...(['oauth_grants', 'contact_properties', 'segments', 'topics'] as const),
]

/** Ids ascend with time, so that a list can be ordered by id alone: its index is half as large. */
export async function up(knex: Knex): Promise<void> {
  for (const name of LISTED) {
    await knex.schema.alterTable(name, table => {
      table.dropIndex(['team_id', 'created_at', 'id'])
      table.index(['team_id', 'id'])
    })
  }
  await knex.schema.alterTable('automations', table => {
    table.dropIndex(['team_id', 'status', 'created_at', 'id'])
    table.index(['team_id', 'status', 'id'])
  })
  await knex.schema.alterTable('segment_members', table => {
    table.dropIndex(['segment_id', 'contact_created_at', 'contact_id'])
    table.index(['segment_id', 'contact_id'])
  })
}
