// Migrates a SQLite database to this version. Migrations only go forward.
import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import knexFactory, { type Knex } from 'knex'
import { loadStep, STEP_NAMES } from './migrations.ts'

/** The schema after all steps, as SQL: `npm run generate` writes it. */
const BASELINE = new URL('../../../generated/baseline.sql', import.meta.url)

/**
 * Creates the database if it does not exist, and applies the missing steps. A new one is made from the baseline at once; with
 * `last`, the name of the last step to apply, it is made step by step. The caller holds the lock of the data folder.
 */
export async function migrateSqlite(filename: string, last?: string): Promise<void> {
  const wanted = STEP_NAMES.slice(0, last === undefined ? undefined : STEP_NAMES.indexOf(last) + 1)
  const done = prepared(filename, last === undefined)
  if (wanted.some(name => !done.includes(name))) await takeSteps(filename, wanted)
}

/** Sets up the file, for a new one with the tables of the baseline if wanted. Returns the steps that it has. */
function prepared(filename: string, from_baseline: boolean): string[] {
  const driver = new SQLite(filename)
  try {
    const tables = driver.prepare("select name from sqlite_master where type = 'table'").pluck()
    const isNew = tables.all().length === 0
    // the caller flushes a new file before it moves it into place: one wait for the disk instead of ten
    driver.pragma(`synchronous = ${isNew ? 'off' : 'full'}`)
    // has an effect only before the first write: lets free space go back to the disk a part at a time
    driver.pragma('auto_vacuum = incremental')
    driver.pragma('journal_mode = wal')
    if (isNew && from_baseline) driver.transaction(() => driver.exec(readFileSync(BASELINE, 'utf8'))).immediate()
    if (isNew && !from_baseline) return []
    return driver.prepare('select name from knex_migrations').pluck().all() as string[]
  } finally {
    driver.close()
  }
}

async function takeSteps(filename: string, wanted: string[]): Promise<void> {
  const migrationSource: Knex.MigrationSource<string> = {
    getMigrations: async () => wanted,
    getMigrationName: name => name,
    getMigration: async name => ({ up: (await loadStep(name)).up, down: async () => {} }),
  }
  const knex = knexFactory({
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  })
  try {
    await knex.raw('pragma synchronous = full')
    // a process that was killed while migrating left Knex's lock behind; each migration is a transaction of its own
    await knex.migrate.forceFreeMigrationsLock({ migrationSource })
    await knex.migrate.latest({ migrationSource })
  } finally {
    await knex.destroy()
  }
}
