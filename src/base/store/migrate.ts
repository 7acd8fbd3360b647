// Brings a SQLite database to the shape this version needs. Migrations only ever go forward.
import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import knexFactory, { type Knex } from 'knex'
import { loadStep, STEP_NAMES } from './migrations.ts'

/** A database that has taken all steps, as SQL: `npm run generate` takes them and writes it. */
const BASELINE = new URL('../../../generated/baseline.sql', import.meta.url)

/**
 * Makes the database if it is not there and applies what it lacks. A new one is made from the baseline, at once; `last`
 * names the last step to take, and then a new one takes each step, too. The caller holds the data folder for itself.
 */
export async function migrateSqlite(filename: string, last?: string): Promise<void> {
  const wanted = STEP_NAMES.slice(0, last === undefined ? undefined : STEP_NAMES.indexOf(last) + 1)
  const done = prepared(filename, last === undefined)
  if (wanted.some(name => !done.includes(name))) await takeSteps(filename, wanted)
}

/** Sets up the file, with the tables of the baseline if it is wanted and there are none; which steps it has then. */
function prepared(filename: string, from_baseline: boolean): string[] {
  const driver = new SQLite(filename)
  try {
    const tables = driver.prepare("select name from sqlite_master where type = 'table'").pluck()
    const isNew = tables.all().length === 0
    // a new file is in its place when its caller has flushed it, which is one wait for the disk instead of ten
    driver.pragma(`synchronous = ${isNew ? 'off' : 'full'}`)
    // before anything is written, or it has no effect: space that is free can go back to the disk a step at a time
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
