// The schema that databases of earlier commits have: a migration that was applied anywhere must not change any more.
import { createHash } from 'node:crypto'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { migrateSqlite } from '../../../src/base/store/migrate.ts'
import { temporaryFolder } from '../../support/folder.ts'

/** Columns and indexes by table, without the text of the statements that created them. */
function schemaOf(driver: SQLite.Database): string {
  const tables = driver.prepare(`select name from sqlite_master where type = 'table' order by name`).pluck().all()
  const parts = (tables as string[])
    .filter(name => !name.startsWith('sqlite_') && !name.startsWith('knex_'))
    .map(name => [name, driver.pragma(`table_xinfo("${name}")`), driver.pragma(`index_list("${name}")`)])
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

it.each([['0161_broadcasts_without_topic', '66b7f64a62b9303701dad40606d2681da2af957738a68dd8d79246b2ff821c0f']])(
  'migrates to the schema of %s as before',
  async (step, hash) => {
    const filename = path.join(temporaryFolder(), 'lettermill.db')
    await migrateSqlite(filename, step)
    const driver = new SQLite(filename)
    expect(schemaOf(driver)).toBe(hash)
    driver.close()
  },
)
