import type { Knex } from 'knex'
import { addTeam } from './team-of-parent.ts'

export async function up(knex: Knex): Promise<void> {
  for (const table of ['contact_property_values', 'segment_members', 'topic_choices']) {
    await addTeam(knex, { table, parent: 'contacts', of: 'contact_id' })
  }
}
