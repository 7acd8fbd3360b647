// Watches the files of an open database: whether they are still in place, and whether another program has overwritten
// them.
//
// A moved, deleted or replaced file has another inode number. A file overwritten in place, for example by `cp
// other.db`, is detected by its size and its header. The header has a field that SQLite does not use; we store a mark
// there that increases with our commits, from a random start. A header with a mark that this process did not write, or
// an older one than the last one read, belongs to another database or to a copy.
//
// The file is read through a descriptor that stays open as long as any connection: closing one makes the operating
// system drop the locks that SQLite has on the file in this process.
import { randomInt } from 'node:crypto'
import { closeSync, openSync, readSync, type Stats } from 'node:fs'
import { statsOf } from './files.ts'

/** How old a copy can be, while there are commits, without being detected. */
const MARKED_EVERY_MS = 500
const MARKS_BEGIN_BELOW = 2 ** 30

const HEAD_BYTES = 100
const MARK_AT = 60
/** Byte ranges of the header that no commit changes: magic string and page size, format, encoding, and the bytes after the mark. */
const STEADY = [
  [0, 24],
  [44, 48],
  [56, 60],
  [64, 92],
] as const

const PUT_BACK = 'put it back, or stop the server, restore a backup and start the server'
const OVERWRITTEN =
  'The database file was overwritten or truncated: stop the server, restore a backup and start the server'

export class OpenFile {
  readonly #filename: string
  readonly #file: Stats | undefined
  readonly #log: Stats | undefined
  readonly #content: Content

  /** Call it when the database is open in this process or another one. */
  constructor(filename: string) {
    this.#filename = filename
    this.#file = statsOf(filename)
    this.#log = statsOf(`${filename}-wal`)
    this.#content = new Content(filename)
  }

  /** The fault of the files, as a text for the operator. `isMoving`: the log is being moved into the file at this moment. */
  fault(isMoving: boolean): string | undefined {
    return this.faultOfFile(isMoving) ?? this.#faultOfLog()
  }

  /** The fault of the database file: moved, deleted, replaced or overwritten. */
  faultOfFile(isMoving: boolean): string | undefined {
    if (this.isOverwritten) return this.#content.fault
    const there = statsOf(this.#filename)
    if (!there) return `The database file is missing: ${PUT_BACK}`
    if (!isSame(there, this.#file)) return `The database file was replaced: ${PUT_BACK}`
    return this.#content.look(there.size, isMoving)
  }

  /** Whether the content is no longer ours; this is permanent. */
  get isOverwritten(): boolean {
    return this.#content.fault !== undefined
  }

  /** The mark for the current commit, if a new one is due. */
  newMark(): number | undefined {
    return this.#content.newMark()
  }

  /** Call it when all connections of this process are closed. */
  close(): void {
    this.#content.close()
  }

  /** The fault of the log. SQLite creates it once, and keeps it as long as any connection has the database open. */
  #faultOfLog(): string | undefined {
    const there = statsOf(`${this.#filename}-wal`)
    if (!there) return `The write-ahead log of the database is missing: ${PUT_BACK}`
    return isSame(there, this.#log) ? undefined : `The write-ahead log of the database was replaced: ${PUT_BACK}`
  }
}

function isSame(a: Stats, b: Stats | undefined): boolean {
  return a.ino === b?.ino && a.dev === b.dev
}

/** Detects by the header whether the content of the file is still ours. */
class Content {
  readonly #descriptor: number
  readonly #opened: Buffer
  readonly #now = Buffer.alloc(HEAD_BYTES)
  #size = 0
  /**
   * Whether a mark of this run was read. Before that, the file has the mark of an earlier run, and the log may contain
   * more of them.
   */
  #isMarked = false
  #lowest = randomInt(1, MARKS_BEGIN_BELOW)
  #latest = this.#lowest - 1
  #marked_ms = -Infinity
  /** Never cleared once set. */
  fault: string | undefined

  constructor(filename: string) {
    this.#descriptor = openSync(filename, 'r')
    this.#opened = Buffer.from(this.#read())
  }

  look(size: number, isMoving: boolean): string | undefined {
    // read twice, because the first read may coincide with a write
    const isStrange = !this.#isOurs() && !this.#isOurs()
    // while the log is moved, the header is written before the pages that it counts
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
      // a read error gives no information about the content: the last header stays valid
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

  /** Whether the file was truncated. SQLite shrinks it, too, but then the page count in the header shrinks as well. */
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
