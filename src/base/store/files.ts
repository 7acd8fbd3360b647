// The files of a SQLite database, which only their owner may read.
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

const PRIVATE = 0o600

/** SQLite's companion files: the log, the log's index, and the rollback journal of other modes. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/** The size of database and log in bytes; 0 if there is no database. */
export function databaseSize(filename: string): number {
  return ['', '-wal'].reduce((sum, end) => sum + (statsOf(filename + end)?.size ?? 0), 0)
}

export function fileExists(filename: string): boolean {
  return statsOf(filename) !== undefined
}

/** Creates an empty file that only its owner may read, unless it exists. SQLite creates its companions with the same mode. */
export function createPrivateFile(filename: string): void {
  closeSync(openSync(filename, 'a', PRIVATE))
}

/** Restricts the file and its companions to their owner, regardless of the folder and the umask. */
export function restrictAccess(filename: string): void {
  for (const file of ['', ...COMPANIONS].map(end => filename + end)) {
    const there = statsOf(file)
    if (!there || (there.mode & 0o777) === PRIVATE) continue
    try {
      chmodSync(file, PRIVATE)
    } catch {
      // another user's file, or a file system without modes: left as the operator configured it
    }
  }
}

/** Removes a database, or the rest of one. */
export function removeDatabase(filename: string): void {
  for (const end of ['', ...COMPANIONS]) rmSync(filename + end, { force: true })
}

/** Moves a closed database to its final path atomically: after a power failure it exists complete or not at all. */
export function moveIntoPlace(from: string, to: string): void {
  flush(from)
  renameSync(from, to)
  flush(path.dirname(to))
}

/** Flushes a file, or a folder's list of files, to the disk. */
function flush(filename: string): void {
  const file = openSync(filename, 'r')
  try {
    fsyncSync(file)
  } catch {
    // some systems cannot flush folders
  } finally {
    closeSync(file)
  }
}

/** `undefined`: the file does not exist, or its folder cannot be entered. */
export function statsOf(filename: string): Stats | undefined {
  try {
    return statSync(filename, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
