// Checks that a file is an undamaged database of ours before anything is written to it. Any other file is refused with
// advice, and never overwritten by a new installation.
import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import SQLite from 'better-sqlite3'
import { isStorageError } from './connection.ts'
import { fileExists, databaseSize } from './files.ts'
import { missingSteps, refuseTooOld, MIGRATION_NAMES, unknownSteps } from './migrations.ts'

/** Checking a file of this size takes less than a second, so the start waits for it. */
const LOOKED_THROUGH_AT_START_BYTES = 64 * 1024 * 1024

const PROGRAM = fileURLToPath(new URL('./look-through.js', import.meta.url))
const LOOK_AGAIN_AFTER_MS = 1000

const OR_BEGIN_ANEW =
  'Restore a backup (npm run restore -- <file>), or delete it to start with an empty database. See docs/operating.md.'

const FOREIGN = 'is the database of another program. Set DATA_DIR to another folder.'

const run = promisify(execFile)

interface Examination {
  /** Whether the whole file is checked. */
  wholly: boolean
  /** Advice for a damaged file. */
  advice?: string
}

/** Returns whether a migration is missing. Throws unless the existing file is a database that this version can work with. */
export function checkDatabaseFile(filename: string, { wholly, advice = OR_BEGIN_ANEW }: Examination): boolean {
  if (databaseSize(filename) === 0) throw new Error(`${filename} is empty. ${advice}`)
  let names: string[]
  try {
    names = stepsOf(filename, wholly, advice)
  } catch (error) {
    if (!isStorageError(error) && !(error instanceof Damage)) throw error
    const { message } = error as Error
    const words = `${filename} is damaged or cannot be read (${message}). ${advice}`
    throw new Error(words, { cause: error })
  }
  refuseTooOld(names, filename)
  if (names.length > 0 && !names.includes(MIGRATION_NAMES[0]!)) throw new Error(`${filename} ${FOREIGN}`)
  const [unknown] = unknownSteps(names)
  if (unknown === undefined) return missingSteps(names).length > 0
  throw new Error(
    `${filename} was created by a newer version of Lettermill (it has ${unknown}). Start that version, or restore a backup ` +
      'from before the upgrade.',
  )
}

/** Throws if the database is missing but its log exists: a new database must not use the log of another. */
export function checkMissingFile(filename: string): void {
  if (!fileExists(`${filename}-wal`)) return
  throw new Error(`${filename} is missing, but its log ${filename}-wal exists. Put the database back. ${OR_BEGIN_ANEW}`)
}

/** Whether the file is small enough to be checked while the start waits. */
export function isSmall(filename: string): boolean {
  return databaseSize(filename) <= LOOKED_THROUGH_AT_START_BYTES
}

/**
 * Checks the whole file in a separate process. Resolves to the damage, or `undefined`. Damage must be found twice,
 * because a disk can fail for a moment. `integrity_check` also compares indexes with their tables, and takes longer.
 * Rejects if the file cannot be read.
 */
export async function examineInProcess(
  filename: string,
  pragma: 'quick_check' | 'integrity_check',
  signal: AbortSignal,
): Promise<string | undefined> {
  const look = async (): Promise<string> =>
    (await run(process.execPath, [PROGRAM, filename, pragma], { signal })).stdout
  if ((await look()) === 'ok') return undefined
  await pause(LOOK_AGAIN_AFTER_MS, undefined, { signal })
  const found = await look()
  return found === 'ok' ? undefined : found
}

class Damage extends Error {}

function stepsOf(filename: string, wholly: boolean, advice: string): string[] {
  const driver = new SQLite(filename, { fileMustExist: true })
  try {
    const tables = driver.prepare('select name from sqlite_master').pluck().all() as string[]
    if (!tables.includes('knex_migrations')) {
      throw new Error(tables.length === 0 ? `${filename} is empty. ${advice}` : `${filename} ${FOREIGN}`)
    }
    const found = wholly ? (driver.pragma('quick_check(1)', { simple: true }) as string) : 'ok'
    if (found !== 'ok') throw new Damage(found)
    return driver.prepare('select name from knex_migrations').pluck().all() as string[]
  } finally {
    driver.close()
  }
}
