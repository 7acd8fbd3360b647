// Migrates a SQLite database to this version. Migrations only go forward.
import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import knexFactory, { type Knex } from 'knex'
import { loadMigration, MIGRATION_NAMES } from './migrations.ts'

/** The schema after all steps, as SQL; written by `npm run generate`. */
const BASELINE = new URL('../../../generated/baseline.sql', import.meta.url)

/**
 * Creates the database if it does not exist, and applies the missing steps. A new one is created directly from the baseline
 * or, with `last` (the name of the last step to apply), step by step. The caller holds the lock of the data folder.
 */
export async function migrateSqlite(filename: string, last?: string): Promise<void> {
  const wanted = MIGRATION_NAMES.slice(0, last === undefined ? undefined : MIGRATION_NAMES.indexOf(last) + 1)
  const done = prepared(filename, last === undefined)
  if (wanted.some(name => !done.includes(name))) await applyMigrations(filename, wanted)
}

/** Sets up the file; a new one gets the tables of the baseline if requested. Returns the applied steps. */
function prepared(filename: string, from_baseline: boolean): string[] {
  const driver = new SQLite(filename)
  try {
    const tables = driver.prepare("select name from sqlite_master where type = 'table'").pluck()
    const isNew = tables.all().length === 0
    // the caller flushes a new file before moving it to its final path: one wait for the disk instead of ten
    driver.pragma(`synchronous = ${isNew ? 'off' : 'full'}`)
    // only has an effect before the first write: allows returning free space to the disk in parts
    driver.pragma('auto_vacuum = incremental')
    driver.pragma('journal_mode = wal')
    if (isNew && from_baseline) driver.transaction(() => driver.exec(readFileSync(BASELINE, 'utf8'))).immediate()
    if (isNew && !from_baseline) return []
    return driver.prepare('select name from knex_migrations').pluck().all() as string[]
  } finally {
    driver.close()
  }
}

async function applyMigrations(filename: string, wanted: string[]): Promise<void> {
  const migrationSource: Knex.MigrationSource<string> = {
    getMigrations: async () => wanted,
    getMigrationName: name => name,
    getMigration: async name => ({ up: (await loadMigration(name)).up, down: async () => {} }),
  }
  const knex = knexFactory({
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  })
  try {
    await knex.raw('pragma synchronous = full')
    // a process that was killed during a migration left Knex's lock behind; each migration is a separate transaction
    await knex.migrate.forceFreeMigrationsLock({ migrationSource })
    // older databases have steps that the first one of this version includes
    await knex.migrate.latest({ migrationSource, disableMigrationsListValidation: true })
  } finally {
    await knex.destroy()
  }
}
