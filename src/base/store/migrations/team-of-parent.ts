import type { Knex } from 'knex'

interface Child {
  table: string
  parent: string
  /** The column that names the parent's row. */
  of: string
}

/**
 * Gives a table the team of the rows that its own belong to, so that a statement can name it. On SQLite a column that is
 * added cannot be without a default and never null; every insert gives a team, and a default would hide one that does not.
 */
export async function addTeam(knex: Knex, { table, parent, of }: Child): Promise<void> {
  await addTeamColumn(knex, table)
  const team = knex(parent)
    .select('team_id')
    .where(`${parent}.id`, knex.ref(`${table}.${of}`))
  await knex(table).update({ team_id: team })
}

export async function addTeamColumn(knex: Knex, name: string): Promise<void> {
  await knex.schema.alterTable(name, table => {
    const column = table.text('team_id')
    // PostgreSQL was not supported before these tables had their team, so that there are no rows
    if (knex.client.config.client === 'pg') column.notNullable()
  })
}
