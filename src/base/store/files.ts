// The files of a SQLite database: which they are, and that only their owner may read them.
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

const PRIVATE = 0o600

/** SQLite's own files beside the database: its log, the log's index, and the journal of its other modes. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/** The database's bytes that are on the disk; 0 when there is none. */
export function sizeOf(filename: string): number {
  return ['', '-wal'].reduce((sum, end) => sum + (statsOf(filename + end)?.size ?? 0), 0)
}

export function exists(filename: string): boolean {
  return statsOf(filename) !== undefined
}

/** Makes an empty file that only its owner may read, unless it is there. SQLite gives its companions the same mode. */
export function createPrivate(filename: string): void {
  closeSync(openSync(filename, 'a', PRIVATE))
}

/** Makes the file and its companions readable for their owner only, whatever the folder and the umask. */
export function keepPrivate(filename: string): void {
  for (const file of ['', ...COMPANIONS].map(end => filename + end)) {
    const there = statsOf(file)
    if (!there || (there.mode & 0o777) === PRIVATE) continue
    try {
      chmodSync(file, PRIVATE)
    } catch {
      // another user's file, or a disk without modes: left as the operator set it up
    }
  }
}

/** Removes a database, or what is left of one. */
export function removeDatabase(filename: string): void {
  for (const end of ['', ...COMPANIONS]) rmSync(filename + end, { force: true })
}

/** Puts a closed database in its place, so that it is there as a whole or not at all, also after a power cut. */
export function putInPlace(from: string, to: string): void {
  flush(from)
  renameSync(from, to)
  flush(path.dirname(to))
}

/** Waits until a file or a folder's list of files is on the disk. */
function flush(filename: string): void {
  const file = openSync(filename, 'r')
  try {
    fsyncSync(file)
  } catch {
    // some systems do not flush folders
  } finally {
    closeSync(file)
  }
}

/** `undefined`: it is not there, or its folder cannot be entered. */
export function statsOf(filename: string): Stats | undefined {
  try {
    return statSync(filename, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
