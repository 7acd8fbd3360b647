// One connection to the SQLite file, with durable settings and prepared statements. Also classifies the driver's
// errors: machine failures, a damaged file, or a bug of ours.
import SQLite from 'better-sqlite3'
import type { Encode } from './column.ts'
import { encoderOf, type CompiledStatement, type DeclaredStatement, compileStatement, sqlBuilder } from './statement.ts'

/**
 * SQLite does not wait for locks, because that would freeze the process; the database retries after a turn of the event
 * loop.
 */
const BUSY_TIMEOUT_MS = 0

const PRAGMAS = {
  journal_mode: 'wal',
  // FULL: the driver's default in WAL mode is NORMAL, which loses acknowledged rows in a power failure
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  cache_size: -32_768,
  temp_store: 2,
  // off: the checkpoint thread moves the log, so that no request waits for it
  wal_autocheckpoint: 0,
} as const

const knex = sqlBuilder('better-sqlite3')

export class SqliteConnection {
  readonly #driver: SQLite.Database
  readonly #prepared: (Prepared | undefined)[] = []
  readonly #commands: Record<'begin' | 'beginRead' | 'commit' | 'savepoint' | 'release' | 'undo', SQLite.Statement>

  /** Throws if the file is missing, is not a database, or refuses a durable setting. */
  constructor(filename: string, readonly: boolean) {
    // the driver's default timeout of 5 s would apply to the pragmas before it is set below
    this.#driver = new SQLite(filename, { readonly, fileMustExist: true, timeout: BUSY_TIMEOUT_MS })
    try {
      for (const [name, value] of Object.entries(PRAGMAS)) this.#require(name, value, readonly)
      this.#commands = {
        begin: this.#driver.prepare('begin immediate'),
        beginRead: this.#driver.prepare('begin'),
        commit: this.#driver.prepare('commit'),
        savepoint: this.#driver.prepare('savepoint unit'),
        release: this.#driver.prepare('release unit'),
        undo: this.#driver.prepare('rollback to unit'),
      }
    } catch (error) {
      this.close()
      throw error
    }
  }

  #require(name: string, value: string | number, readonly: boolean): void {
    if (readonly && name === 'journal_mode') return
    this.#driver.pragma(`${name} = ${value}`)
    const actual = this.#driver.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`SQLite refused ${name} = ${value}; it is ${String(actual)}`)
  }

  prepared(statement: DeclaredStatement): Prepared {
    if (statement.passes) return new Prepared(this.#driver, compileStatement(statement, knex))
    return (this.#prepared[statement.index] ??= new Prepared(this.#driver, compileStatement(statement, knex)))
  }

  get inTransaction(): boolean {
    return this.#driver.inTransaction
  }
  begin(): void {
    this.#commands.begin.run()
  }
  beginRead(): void {
    this.#commands.beginRead.run()
  }
  commit(): void {
    this.#commands.commit.run()
  }
  rollback(): void {
    if (this.#driver.inTransaction) this.#driver.exec('rollback')
  }
  savepoint(): void {
    this.#commands.savepoint.run()
  }
  release(): void {
    this.#commands.release.run()
  }
  undo(): void {
    this.#commands.undo.run()
    this.#commands.release.run()
  }
  /** Writes a number that SQLite does not use into the header of the file, with the next commit. */
  mark(number: number): void {
    this.#driver.pragma(`user_version = ${number}`)
  }
  /** Reads once, which opens the log: from then on no other connection is the last one to close. */
  takePart(): void {
    this.#driver.pragma('schema_version')
  }
  /** Drops the page cache, so that the next read accesses the files. */
  forgetPages(): void {
    this.#driver.pragma('shrink_memory')
  }
  checkpoint(): void {
    this.#driver.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** Closes the connection in any state: uncommitted writes are lost. */
  close(): void {
    try {
      this.#driver.close()
    } catch {
      // the operating system releases its locks with its files, at the latest when the process ends
    }
  }
}

export class Prepared {
  /** Whether the statement writes: one that returns rows can write, too (`returning`). */
  readonly writes: boolean
  readonly #statement: SQLite.Statement
  /** Computes the value of each `?`. */
  readonly #bindings: Encode<object>[]
  readonly #decode: CompiledStatement['decode']

  constructor(driver: SQLite.Database, { sql, bindings, decode }: CompiledStatement) {
    this.#statement = driver.prepare(withoutReplanning(sql))
    this.writes = !this.#statement.readonly
    this.#bindings = bindings.map(encoderOf)
    this.#decode = decode
  }

  get(values: object): unknown {
    const row = this.#statement.get(this.#bound(values))
    if (this.#decode && row !== undefined) this.#decode(row as object)
    return row
  }
  all(values: object): unknown[] {
    const rows = this.#statement.all(this.#bound(values))
    if (this.#decode) for (const row of rows) this.#decode(row as object)
    return rows
  }
  run(values: object): number {
    return this.#statement.run(this.#bound(values)).changes
  }

  #bound(values: object): unknown[] {
    return this.#bindings.map(of => of(values))
  }
}

/**
 * Prevents SQLite from planning a query again each time the value of a bare `?` changes that its planner looked at,
 * which costs more than running the query. The planner cannot inspect a subquery, so the plan is created once.
 */
export function withoutReplanning(sql: string): string {
  return sql.startsWith('select') ? sql.replaceAll('?', '(select ?)') : sql
}

// ---- classification of errors: by SQLite's primary result codes ---------------------------------------------------

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/
const TROUBLE = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)/

/** Whether the machine or the file caused the error, not the request. */
export function isStorageError(error: unknown): boolean {
  return hasCode(error, TROUBLE)
}

/** Whether the file's content differs from what we wrote. */
export function isCorruption(error: unknown): boolean {
  return hasCode(error, DAMAGE)
}

/** Whether another connection currently holds the lock. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, /^SQLITE_BUSY/)
}

/** Whether the disk is full. With free space, the same connection can write again. */
export function isFull(error: unknown): boolean {
  return hasCode(error, /^SQLITE_FULL/)
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof SQLite.SqliteError && codes.test(error.code)
}
