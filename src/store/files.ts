// The files of a SQLite database: where they are and whether they are still there.
import { type Stats, statSync } from 'node:fs'

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

  /** That the file was moved, deleted or replaced, in words. */
  fault(): string | undefined {
    const there = found(this.#filename)
    if (!there) return 'The database file is gone from its folder'
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
