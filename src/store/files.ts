// The files of a SQLite database: which they are, that nobody else may read them, and whether they are still there.
import { chmodSync, closeSync, fsyncSync, openSync, renameSync, rmSync, type Stats, statSync } from 'node:fs'
import path from 'node:path'

const PRIVATE = 0o600

/** SQLite's own files beside the database: its log, the log's index, and the journal of its other modes. */
const COMPANIONS = ['-wal', '-shm', '-journal']

/** The database's bytes that are on the disk; 0 when there is none. */
export function sizeOf(filename: string): number {
  return ['', '-wal'].reduce((sum, end) => sum + (found(filename + end)?.size ?? 0), 0)
}

export function exists(filename: string): boolean {
  return found(filename) !== undefined
}

/** Makes an empty file that nobody else may read, unless it is there. SQLite gives its companions the same mode. */
export function createPrivate(filename: string): void {
  closeSync(openSync(filename, 'a', PRIVATE))
}

/** Nobody else may read the file and its companions, whatever the folder and the umask they were made with say. */
export function keepPrivate(filename: string): void {
  for (const file of ['', ...COMPANIONS].map(end => filename + end)) {
    const there = found(file)
    if (!there || (there.mode & 0o777) === PRIVATE) continue
    try {
      chmodSync(file, PRIVATE)
    } catch {
      // another user's file, or a disk without modes: whoever set that up decides
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
export function flush(filename: string): void {
  const file = openSync(filename, 'r')
  try {
    fsyncSync(file)
  } catch {
    // some systems do not flush folders
  } finally {
    closeSync(file)
  }
}

/** What a process writes into a file that is gone is lost with it, so it looks that often. */
const LOOK_EVERY_MS = 250

/** The file of an open database. */
export class OpenFile {
  readonly #filename: string
  readonly #opened: Stats | undefined
  #recent: { at: number; fault: string | undefined } = { at: 0, fault: undefined }

  constructor(filename: string) {
    this.#filename = filename
    this.#opened = statSync(filename, { throwIfNoEntry: false })
  }

  /** That the file was moved, deleted, emptied or replaced, in words. */
  fault(): string | undefined {
    const there = found(this.#filename)
    if (!there) return 'The database file is gone from its folder'
    // opened again it would pass for a new one, without a table
    if (there.size === 0) return 'The database file was emptied'
    const same = there.ino === this.#opened?.ino && there.dev === this.#opened.dev
    return same ? undefined : 'Another file has taken the place of the database'
  }

  /** As it was a moment ago at the latest. */
  recentFault(): string | undefined {
    const at = performance.now()
    if (at - this.#recent.at > LOOK_EVERY_MS || this.#recent.fault !== undefined) {
      this.#recent = { at, fault: this.fault() }
    }
    return this.#recent.fault
  }
}

function found(filename: string): Stats | undefined {
  try {
    return statSync(filename, { throwIfNoEntry: false })
  } catch {
    // its folder cannot be entered
    return undefined
  }
}
