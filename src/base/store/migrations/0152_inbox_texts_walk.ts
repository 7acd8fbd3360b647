import { readFile } from 'node:fs/promises'
import type { Knex } from 'knex'
import { createFirstPartitions, PARTITIONED_TABLE_NAMES } from '../postgres/partitions.ts'

/** Creates the tables of a new database. The name is that of the migration after which older databases have the same. */
export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg'
  const sql = await readFile(new URL(isPostgres ? './0152_postgres.sql' : './0152_sqlite.sql', import.meta.url), 'utf8')
  if (!isPostgres) {
    const driver = await knex.client.acquireConnection()
    driver.exec(sql)
    return
  }
  await knex.raw(sql)
  for (const giant of PARTITIONED_TABLE_NAMES)
    await createFirstPartitions(async text => (await knex.raw(text)).rows, giant, new Date())
}
