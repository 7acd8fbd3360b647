import type { Knex } from 'knex'
import { addTeam } from './team-of-parent.ts'

export async function up(knex: Knex): Promise<void> {
  await addTeam(knex, { table: 'email_states', parent: 'emails', of: 'email_id' })
  await addTeam(knex, { table: 'email_attempts', parent: 'emails', of: 'email_id' })
}
