// Copies of a whole SQLite database: creates one while a server runs (backup), replaces a lost database with one
// (restore), and rewrites a database without free space (vacuum).
import { copyFileSync, renameSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { checkDatabaseFile } from './examine.ts'
import { createPrivateFile, fileExists, restrictAccess, moveIntoPlace, removeDatabase, databaseSize } from './files.ts'
import { lockFolder } from './lock.ts'

/** All pages in one step: with several steps, a write of the server between two of them would restart the copy. */
const ALL_PAGES = 2 ** 31 - 1

/**
 * Copies a snapshot of the database to a new file, and verifies the copy. The copy appears complete or not at all.
 * Resolves to its size in bytes.
 */
export async function backUpDatabase(filename: string, to: string): Promise<number> {
  if (!fileExists(filename)) throw new Error(`No database at ${filename}. Set DATA_DIR to its folder.`)
  if (fileExists(to)) throw new Error(`${to} already exists. Choose another file.`)
  checkDatabaseFile(filename, { wholly: false })
  const unfinished = `${to}.unfinished`
  removeDatabase(unfinished)
  createPrivateFile(unfinished)
  const driver = new SQLite(filename, { fileMustExist: true, readonly: true })
  try {
    await driver.backup(unfinished, { progress: () => ALL_PAGES })
    beOneFile(unfinished)
    checkDatabaseFile(unfinished, {
      wholly: true,
      advice: 'The backup was deleted because the disk or the database is damaged.',
    })
    moveIntoPlace(unfinished, to)
  } finally {
    driver.close()
    removeDatabase(unfinished)
  }
  return databaseSize(to)
}

interface Restored {
  /** The new name of the database that was replaced. */
  aside: string | undefined
}

/**
 * Replaces a database with a backup. Refuses an incomplete backup, a database that a server uses, and an existing one
 * unless `replace` is set: then the existing database is renamed.
 */
export function restoreDatabase(
  filename: string,
  from: string,
  { replace, now }: { replace: boolean; now: Date },
): Restored {
  if (!fileExists(from)) throw new Error(`No backup at ${from}.`)
  checkDatabaseFile(from, { wholly: true, advice: 'Nothing was changed. Use another backup.' })
  const unlock = lockFolder(`${filename}.lock`)
  try {
    const isThere = fileExists(filename) || fileExists(`${filename}-wal`)
    if (isThere && !replace) {
      throw new Error(`A database already exists at ${filename}. Use --replace to rename it and restore the backup.`)
    }
    const unfinished = `${filename}.new`
    removeDatabase(unfinished)
    createPrivateFile(unfinished)
    copyFileSync(from, unfinished)
    restrictAccess(unfinished)
    const aside = isThere ? `${filename}.replaced-${now.toISOString().replaceAll(/\W/g, '')}` : undefined
    if (aside !== undefined) renameOld(filename, aside)
    moveIntoPlace(unfinished, filename)
    return { aside }
  } finally {
    unlock()
  }
}

/** Rewrites the database without free space, and so that future free space can be returned to the disk. Returns its sizes. */
export function compactDatabaseFile(filename: string): { before: number; after: number } {
  if (!fileExists(filename)) throw new Error(`No database at ${filename}. Set DATA_DIR to its folder.`)
  const unlock = lockFolder(`${filename}.lock`)
  try {
    checkDatabaseFile(filename, { wholly: true })
    const before = databaseSize(filename)
    const driver = new SQLite(filename, { fileMustExist: true })
    try {
      driver.pragma('synchronous = full')
      driver.pragma('auto_vacuum = incremental')
      driver.exec('vacuum')
      driver.pragma('wal_checkpoint(TRUNCATE)')
    } finally {
      driver.close()
    }
    return { before, after: databaseSize(filename) }
  } finally {
    unlock()
  }
}

/** Disables WAL mode in the copy, which inherits it from the original: a backup must be a single file. */
function beOneFile(filename: string): void {
  const driver = new SQLite(filename, { fileMustExist: true })
  try {
    driver.pragma('journal_mode = delete')
  } finally {
    driver.close()
  }
}

/** Renames a database together with its log, without which it is incomplete. */
function renameOld(filename: string, aside: string): void {
  for (const end of ['-wal', '-journal', '']) if (fileExists(filename + end)) renameSync(filename + end, aside + end)
  removeDatabase(filename)
}
