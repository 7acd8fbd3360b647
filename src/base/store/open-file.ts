// Watches the files of an open database: that they are in their place, and were not overwritten by another program.
//
// A file that is moved, deleted or replaced is noticed by its inode number. One that is overwritten in place, as `cp other.db`
// does, is noticed by its size and its head: that has room for a number which SQLite itself does not use, and there we put
// a mark that counts up with our commits, from a random start. A head with a mark that was not given, or that is older than
// the last one seen there, is one of another database or of a copy.
//
// The file is read through a descriptor that stays open as long as any connection: closing one makes the operating
// system forget the locks that SQLite has on the file in this process.
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, type Stats } from 'node:fs'
import { statsOf } from './files.ts'

/** The most a copy may be behind the file and pass for it, while there are commits. */
const MARKED_EVERY_MS = 500
const MARKS_BEGIN_BELOW = 2 ** 30

const HEAD_BYTES = 100
const MARK_AT = 60
/** What no commit changes: what it is and the size of its pages, its format, its encoding, and what comes after the mark. */
const STEADY = [
  [0, 24],
  [44, 48],
  [56, 60],
  [64, 92],
] as const

const PUT_BACK = 'put it back, or stop the server, restore a backup and start it'
const OVERWRITTEN = 'The database file was overwritten or cut short: stop the server, restore a backup and start it'

export class OpenFile {
  readonly #filename: string
  readonly #file: Stats | undefined
  readonly #log: Stats | undefined
  readonly #content: Content

  /** Of a database that is open already, in this process or another. */
  constructor(filename: string) {
    this.#filename = filename
    this.#file = statsOf(filename)
    this.#log = statsOf(`${filename}-wal`)
    this.#content = new Content(filename)
  }

  /** What is wrong with its files, in words. `isMoving`: the log is being moved into the file at this moment. */
  fault(isMoving: boolean): string | undefined {
    return this.faultOfFile(isMoving) ?? this.#faultOfLog()
  }

  /** That the file itself was moved, deleted, replaced or written over. */
  faultOfFile(isMoving: boolean): string | undefined {
    if (this.isOverwritten) return this.#content.fault
    const there = statsOf(this.#filename)
    if (!there) return `The database file is gone from its folder: ${PUT_BACK}`
    if (!isSame(there, this.#file)) return `Another file has taken the place of the database: ${PUT_BACK}`
    return this.#content.look(there.size, isMoving)
  }

  /** Then what is in it is not ours, and never will be again. */
  get isOverwritten(): boolean {
    return this.#content.fault !== undefined
  }

  /** The mark for the commit that is being made, if it is time for a new one. */
  newMark(): number | undefined {
    return this.#content.newMark()
  }

  /** Once every connection of this process is closed. */
  close(): void {
    this.#content.close()
  }

  /** SQLite makes the log once, and keeps it as long as any connection has the database open. */
  #faultOfLog(): string | undefined {
    const there = statsOf(`${this.#filename}-wal`)
    if (!there) return `The write-ahead log of the database is gone from its folder: ${PUT_BACK}`
    return isSame(there, this.#log)
      ? undefined
      : `Another file has taken the place of the database's write-ahead log: ${PUT_BACK}`
  }
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return a.ino === b?.ino && a.dev === b.dev
}

/** What is in the file. */
class Content {
  readonly #descriptor: number
  readonly #opened: Buffer
  readonly #now = Buffer.alloc(HEAD_BYTES)
  #size = 0
  /** Before, there is the mark of an earlier run, and in the log there may be more of them. */
  #isMarked = false
  #lowest = randomInt(1, MARKS_BEGIN_BELOW)
  #latest = this.#lowest - 1
  #marked_ms = -Infinity
  /** Once it is not ours, it stays so. */
  fault: string | undefined

  constructor(filename: string) {
    this.#descriptor = openSync(filename, 'r')
    this.#opened = Buffer.from(this.#read())
  }

  look(size: number, isMoving: boolean): string | undefined {
    // a second time, for it may have been in the midst of being written
    const isStrange = !this.#isOurs() && !this.#isOurs()
    // while the log is moved, the head is there before the pages that it counts
    if (isStrange || (!isMoving && this.#isCutShort(size))) this.fault = OVERWRITTEN
    return this.fault
  }

  newMark(): number | undefined {
    const now = performance.now()
    if (now - this.#marked_ms < MARKED_EVERY_MS) return undefined
    this.#marked_ms = now
    return ++this.#latest
  }

  close(): void {
    closeSync(this.#descriptor)
  }

  #read(): Buffer {
    try {
      this.#now.fill(0, readSync(this.#descriptor, this.#now, 0, HEAD_BYTES, 0))
    } catch {
      // a disk that cannot be read says nothing about what is there: it stays as it was
    }
    return this.#now
  }

  #isOurs(): boolean {
    const head = this.#read()
    return STEADY.every(([from, to]) => head.compare(this.#opened, from, to, from, to) === 0) && this.#isOurMark(head)
  }

  #isOurMark(head: Buffer): boolean {
    const mark = head.readUInt32BE(MARK_AT)
    if (mark < this.#lowest || mark > this.#latest) return !this.#isMarked
    this.#isMarked = true
    this.#lowest = mark
    return true
  }

  /** SQLite makes it smaller, too, but then its head counts no more pages than there are. */
  #isCutShort(size: number): boolean {
    const isSmaller = size < this.#size
    this.#size = size
    return isSmaller && size < this.#now.readUInt32BE(28) * pageSize(this.#now)
  }
}

function pageSize(head: Buffer): number {
  const written = head.readUInt16BE(16)
  return written === 1 ? 65_536 : written
}
