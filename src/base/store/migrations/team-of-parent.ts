import type { Knex } from 'knex'

interface Child {
  table: string
  parent: string
  /** The column that contains the id of the parent row. */
  of: string
}

/**
 * Adds a table's team, taken from its parent rows, so that statements can name it. SQLite cannot add a column that is
 * NOT NULL without a default. Every insert sets a team, and a default would hide one that does not.
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
    // PostgreSQL was not supported before this step, so the table is empty there
    if (knex.client.config.client === 'pg') column.notNullable()
  })
}
