import type { Knex } from 'knex'
import { addTeam, addTeamColumn } from './team-of-parent.ts'

export async function up(knex: Knex): Promise<void> {
  await addTeam(knex, { table: 'automation_graphs', parent: 'automations', of: 'automation_id' })
  await addTeam(knex, { table: 'automation_forgotten_runs', parent: 'automations', of: 'automation_id' })
  await addTeam(knex, { table: 'automation_run_steps', parent: 'automation_runs', of: 'run_id' })
  await addTeamOfEntries(knex)
  await putTeamIntoIndexes(knex)
}

/**
 * Adds the team to the indexes that count runs. Queries on PostgreSQL name the team, and would have to read each row for it; on
 * SQLite they do not, and the team would only enlarge the indexes.
 */
async function putTeamIntoIndexes(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'pg') return
  await knex.schema.alterTable('automation_runs', table => {
    table.dropIndex([], 'automation_runs_count')
    table.index(['team_id', 'automation_id', 'graph_version', 'status', 'waiting'], 'automation_runs_count')
    table.dropIndex(['automation_id', 'status', 'created_at', 'id'])
    table.index(['team_id', 'automation_id', 'status', 'created_at', 'id'], 'automation_runs_status')
  })
}

/** Adds the team of entries. If both the automation and the contact are removed, the entry belongs to no team. */
async function addTeamOfEntries(knex: Knex): Promise<void> {
  await addTeamColumn(knex, 'automation_entries')
  const teamIn = (parent: string, of: string): Knex.QueryBuilder =>
    knex(parent)
      .select('team_id')
      .where(`${parent}.id`, knex.ref(`automation_entries.${of}`))
  await knex('automation_entries').update({
    team_id: knex.raw('coalesce((?), (?))', [teamIn('automations', 'automation_id'), teamIn('contacts', 'contact_id')]),
  })
  await knex('automation_entries').whereNull('team_id').delete()
}
