import type { Knex } from 'knex'
import { addTeam } from './team-of-parent.ts'

export async function up(knex: Knex): Promise<void> {
  await addTeam(knex, { table: 'template_versions', parent: 'templates', of: 'template_id' })
}
