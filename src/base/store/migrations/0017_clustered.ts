import type { Knex } from 'knex'

/**
 * Changes tables to WITHOUT ROWID. On SQLite a table with a text key has two trees to write, one of rows and one of keys,
 * unless its rows are in the tree of keys. That is better for short-lived small rows, because each is written several times.
 */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client !== 'better-sqlite3') return
  await cluster(knex, 'jobs')
  await cluster(knex, 'oauth_authorization_requests')
  // most requests are never decided
  await knex.raw('drop index oauth_authorization_requests_decided_by_index')
  await knex.schema.alterTable('oauth_authorization_requests', table => {
    table.index(['decided_by'], undefined, { predicate: knex.whereNotNull('decided_by') })
  })
}

/** Recreates the table with the same columns, rows and indexes. No other table may refer to it. */
async function cluster(knex: Knex, name: string): Promise<void> {
  const made: { type: string; sql: string }[] = await knex('sqlite_master')
    .select('type', 'sql')
    .where('tbl_name', name)
    .whereNotNull('sql')
  const sqlOf = (type: string): string[] => made.filter(each => each.type === type).map(({ sql }) => sql)
  const [table] = sqlOf('table')
  // an unreleased version of the migration of jobs already did this
  if (/without rowid$/i.test(table!)) return
  await knex.raw(`${table!.replace(`\`${name}\``, `\`${name}_clustered\``)} without rowid`)
  await knex.raw(`insert into ${name}_clustered select * from ${name}`)
  await knex.schema.dropTable(name)
  await knex.schema.renameTable(`${name}_clustered`, name)
  for (const index of sqlOf('index')) await knex.raw(index)
}
