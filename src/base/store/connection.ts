// One connection to the SQLite file: as durable as we promise, and each statement prepared once. And what an error of the
// driver says: that the machine is in trouble, that the file is damaged, or that we made a mistake.
import SQLite from 'better-sqlite3'
import type { Encode } from './column.ts'
import { boundBy, type Compiled, type Declared, compiled, sqlWriter } from './statement.ts'

/** Waiting for a lock freezes the process, so SQLite does not, and the database tries again after giving the turn away. */
const BUSY_TIMEOUT_MS = 0

const PRAGMAS = {
  journal_mode: 'wal',
  // the driver's own default in WAL mode is NORMAL, which loses acknowledged rows when the power goes
  synchronous: 2,
  foreign_keys: 1,
  busy_timeout: BUSY_TIMEOUT_MS,
  cache_size: -32_768,
  temp_store: 2,
  // the checkpoint thread moves the log, so that no request waits for it
  wal_autocheckpoint: 0,
} as const

const knex = sqlWriter('better-sqlite3')

export class SqliteConnection {
  readonly #driver: SQLite.Database
  readonly #prepared: (Prepared | undefined)[] = []
  readonly #commands: Record<'begin' | 'beginRead' | 'commit' | 'savepoint' | 'release' | 'undo', SQLite.Statement>

  /** Throws when the file is not there, is no database, or cannot be as durable as we promise. */
  constructor(filename: string, readonly: boolean) {
    // the driver's own timeout is 5 s, and would hold for what is asked before it is set below
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

  prepared(statement: Declared): Prepared {
    if (statement.passes) return new Prepared(this.#driver, compiled(statement, knex))
    return (this.#prepared[statement.index] ??= new Prepared(this.#driver, compiled(statement, knex)))
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
  /** Puts a number that SQLite itself does not use into the head of the file, with the next commit. */
  mark(number: number): void {
    this.#driver.pragma(`user_version = ${number}`)
  }
  /** Reads once: a connection that has read has the log open, and until it is closed no other one is the last to have it. */
  takePart(): void {
    this.#driver.pragma('schema_version')
  }
  /** What it reads next, it reads from the files. */
  forgetPages(): void {
    this.#driver.pragma('shrink_memory')
  }
  checkpoint(): void {
    this.#driver.pragma('wal_checkpoint(TRUNCATE)')
  }

  /** Whatever state it is in: what was not committed is gone. */
  close(): void {
    try {
      this.#driver.close()
    } catch {
      // the operating system takes its locks back with its files, at the latest when the process ends
    }
  }
}

export class Prepared {
  /** One that gives rows can write them, too (`returning`). */
  readonly writes: boolean
  readonly #statement: SQLite.Statement
  /** What each `?` gets of the values. */
  readonly #bindings: Encode<object>[]
  readonly #decode: Compiled['decode']

  constructor(driver: SQLite.Database, { sql, bindings, decode }: Compiled) {
    this.#statement = driver.prepare(steady(sql))
    this.writes = !this.#statement.readonly
    this.#bindings = bindings.map(boundBy)
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
 * SQLite plans a query anew whenever the value of a bare `?` that its planner looked at changes, which costs more than
 * running it. It cannot look into a subquery, so the plan is made once.
 */
export function steady(sql: string): string {
  return sql.startsWith('select') ? sql.replaceAll('?', '(select ?)') : sql
}

// ---- what an error says: by SQLite's primary result codes --------------------------------------------------------

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/
const TROUBLE = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|NOMEM|PROTOCOL|CORRUPT|NOTADB)/

/** Trouble of the machine or of the file, not of the request. */
export function isTrouble(error: unknown): boolean {
  return hasCode(error, TROUBLE)
}

/** The file is not what we wrote there. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, DAMAGE)
}

/** Another connection holds the lock for the moment. */
export function isBusy(error: unknown): boolean {
  return hasCode(error, /^SQLITE_BUSY/)
}

/** There is no space. Once there is, the same connection writes again. */
export function isFull(error: unknown): boolean {
  return hasCode(error, /^SQLITE_FULL/)
}

function hasCode(error: unknown, codes: RegExp): boolean {
  return error instanceof SQLite.SqliteError && codes.test(error.code)
}
