// The store on SQLite: one owner process and one connection, whose cache of pages no other connection ever outdates.
//
// Group commit: units that arrive in the same turn of the event loop share one BEGIN IMMEDIATE ... COMMIT, each in a
// savepoint of its own, and learn of their success after that commit. One flush to the disk then serves them all.
//
// Reads of one turn share a transaction, too: taking and giving back SQLite's locks costs as much as a small read.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import SQLite from 'better-sqlite3'
import { type Database, DatabaseUnavailable, type Tx } from './database.ts'
import { type Compiled, type Statement, compiled, sqlWriter } from './statement.ts'

/** Units in one commit at the most, so that a burst cannot hold the event loop for long. */
const UNITS_MAX = 100
/** Waiting for a lock freezes the process, so SQLite does not, and we try again after giving the turn away. */
const BUSY_TIMEOUT_MS = 0
const BUSY_PAUSE_MS = 3
const BUSY_TRIES_MAX = 1000

/** Trouble of the machine, not of the request: SQLite's primary result codes. */
const TROUBLE = /^SQLITE_(?:FULL|IOERR|BUSY|LOCKED|CANTOPEN|READONLY|NOMEM)/

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

interface Unit {
  body: (tx: Tx) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

type Outcome = { value: unknown } | { error: unknown }

/** Opens the file (made by the migrations) and reads back that it is as durable as we promise. */
export function openSqlite(filename: string): Database {
  return new SqliteDatabase(filename)
}

class SqliteDatabase implements Database {
  onWake: Database['onWake'] = () => {}
  readonly #filename: string
  readonly #connection: Connection
  readonly #checkpoints: Worker
  readonly #reads = new ReadTx(() => this.#toRead())
  /** Set from the first read of a turn to the turn's end. */
  #snapshot: NodeJS.Immediate | undefined
  /** What was read in the snapshot, by name. */
  readonly #shared = new Map<string, Promise<unknown>>()
  /** For reads while a unit is open. */
  #aside: Connection | undefined
  #waiting: Unit[] = []
  #flushing = false
  #inUnits = false
  #closed = false
  #idle: () => void = () => {}

  constructor(filename: string) {
    this.#filename = filename
    this.#connection = new Connection(filename, false)
    this.#checkpoints = new Worker(new URL('./checkpoint.js', import.meta.url), { workerData: { filename } })
    this.#checkpoints.unref()
  }

  unit<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#closed) return Promise.reject(new DatabaseUnavailable('it is closed'))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ body, resolve: resolve as Unit['resolve'], reject })
      this.#schedule()
    })
  }

  read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return body(this.#reads)
  }

  readShared<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#inUnits) return this.read(body)
    const known = this.#shared.get(name) as Promise<T> | undefined
    if (known) return known
    // first, so that what is read now is forgotten when the snapshot ends
    this.#toRead()
    const answer = body(this.#reads)
    this.#shared.set(name, answer)
    return answer
  }

  async close(): Promise<void> {
    this.#closed = true
    if (this.#flushing) await new Promise<void>(resolve => (this.#idle = resolve))
    const ended = once(this.#checkpoints, 'exit')
    this.#checkpoints.ref()
    this.#checkpoints.postMessage('stop')
    await ended
    this.#endSnapshot()
    this.#aside?.close()
    this.#connection.checkpoint()
    this.#connection.close()
  }

  /** Nobody sees what a unit has not committed. Units rarely let anybody else run, so that is what the second one is for. */
  #toRead(): Connection {
    if (this.#inUnits) return (this.#aside ??= new Connection(this.#filename, true))
    if (!this.#snapshot) {
      this.#connection.beginRead()
      this.#snapshot = setImmediate(() => this.#endSnapshot())
    }
    return this.#connection
  }

  #endSnapshot(): void {
    if (!this.#snapshot) return
    clearImmediate(this.#snapshot)
    this.#snapshot = undefined
    this.#shared.clear()
    this.#connection.commit()
  }

  #schedule(): void {
    if (this.#flushing) return
    this.#flushing = true
    // not at once: the other requests of this turn get in, too
    setImmediate(() => void this.#flush(1))
  }

  async #flush(attempt: number): Promise<void> {
    try {
      this.#endSnapshot()
      this.#connection.begin()
    } catch (error) {
      if (isBusy(error) && attempt < BUSY_TRIES_MAX) {
        setTimeout(() => void this.#flush(attempt + 1), BUSY_PAUSE_MS)
        return
      }
      for (const unit of this.#waiting.splice(0)) unit.reject(asTrouble(error))
      this.#finishFlush()
      return
    }
    this.#inUnits = true
    await this.#commit(this.#waiting.splice(0, UNITS_MAX))
    this.#finishFlush()
  }

  #finishFlush(): void {
    this.#flushing = false
    if (this.#waiting.length > 0) this.#schedule()
    else this.#idle()
  }

  async #commit(units: Unit[]): Promise<void> {
    const turn = new Turn(this.#connection)
    try {
      const outcomes: Outcome[] = []
      for (const unit of units) outcomes.push(await turn.run(unit.body))
      this.#connection.commit()
      this.#inUnits = false
      for (const [index, unit] of units.entries()) settle(unit, outcomes[index]!)
      if (turn.wakes.size > 0) this.onWake(turn.wakes)
    } catch (error) {
      this.#connection.rollback()
      this.#inUnits = false
      for (const unit of units) unit.reject(asTrouble(error))
    } finally {
      turn.end()
    }
  }
}

function settle(unit: Unit, outcome: Outcome): void {
  if ('error' in outcome) unit.reject(outcome.error)
  else unit.resolve(outcome.value)
}

/**
 * One turn of the event loop in which units run one after the other. A unit that awaits only `tx` goes on in microtasks
 * and so is over before the turn ends; one that is still running when the turn has ended awaited something else. It is
 * undone and refused: it would hold everybody's commit, and on another database everybody's connection.
 */
class Turn {
  readonly #connection: Connection
  #overrun: (error: Error) => void = () => {}
  #guard: NodeJS.Immediate | undefined
  readonly wakes = new Set<string>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async run(body: Unit['body']): Promise<Outcome> {
    this.#guard ??= setImmediate(() => this.#turnEnded())
    const tx = new ConnectionTx(this.#connection)
    this.#connection.savepoint()
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        this.#overrun = reject
        body(tx).then(resolve, reject)
      })
      this.#connection.release()
      for (const kind of tx.wakes) this.wakes.add(kind)
      return { value }
    } catch (error) {
      const trouble = asTrouble(error)
      // a full disk can end the whole transaction: then nobody's work of this turn is kept
      if (!this.#connection.inTransaction) throw trouble
      this.#connection.undo()
      return { error: trouble }
    } finally {
      tx.open = false
    }
  }

  end(): void {
    if (this.#guard) clearImmediate(this.#guard)
  }

  #turnEnded(): void {
    this.#guard = undefined
    this.#overrun(new Error('A unit of work awaited something other than its tx'))
  }
}

/** Reads only. What is given tells for each statement which connection to read on. */
class ReadTx implements Tx {
  readonly #toRead: () => Connection

  constructor(toRead: () => Connection) {
    this.#toRead = toRead
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    return this.#toRead().prepared(statement).get(values) as Row | undefined
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    return this.#toRead().prepared(statement).all(values) as Row[]
  }

  async run(): Promise<never> {
    throw new Error('Only a unit of work writes')
  }

  wakeQueue(): void {
    throw new Error('Only a unit of work leaves work behind')
  }
}

class ConnectionTx implements Tx {
  readonly #connection: Connection
  open = true
  readonly wakes: string[] = []

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    return this.#prepared(statement).get(values) as Row | undefined
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    return this.#prepared(statement).all(values) as Row[]
  }

  async run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    return this.#prepared(statement).run(values)
  }

  wakeQueue(kind: string): void {
    this.wakes.push(kind)
  }

  #prepared(statement: Statement<never, unknown>): Prepared {
    if (!this.open) throw new Error('This unit of work is over')
    return this.#connection.prepared(statement)
  }
}

class Connection {
  readonly #driver: SQLite.Database
  readonly #prepared: (Prepared | undefined)[] = []
  readonly #commands: Record<'begin' | 'beginRead' | 'commit' | 'savepoint' | 'release' | 'undo', SQLite.Statement>

  constructor(filename: string, readonly: boolean) {
    this.#driver = new SQLite(filename, { readonly, fileMustExist: true })
    for (const [name, value] of Object.entries(PRAGMAS)) this.#require(name, value, readonly)
    this.#commands = {
      begin: this.#driver.prepare('begin immediate'),
      beginRead: this.#driver.prepare('begin'),
      commit: this.#driver.prepare('commit'),
      savepoint: this.#driver.prepare('savepoint unit'),
      release: this.#driver.prepare('release unit'),
      undo: this.#driver.prepare('rollback to unit'),
    }
  }

  #require(name: string, value: string | number, readonly: boolean): void {
    if (readonly && name === 'journal_mode') return
    this.#driver.pragma(`${name} = ${value}`)
    const actual = this.#driver.pragma(name, { simple: true })
    if (actual !== value) throw new Error(`SQLite refused ${name} = ${value}; it is ${String(actual)}`)
  }

  prepared(statement: Statement<never, unknown>): Prepared {
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
  checkpoint(): void {
    this.#driver.pragma('wal_checkpoint(TRUNCATE)')
  }
  close(): void {
    this.#driver.close()
  }
}

class Prepared {
  readonly #statement: SQLite.Statement
  readonly #bindings: Compiled['bindings']

  constructor(driver: SQLite.Database, { sql, bindings }: Compiled) {
    this.#statement = driver.prepare(steady(sql))
    this.#bindings = bindings
  }

  get(values: object): unknown {
    return this.#statement.get(this.#bound(values))
  }
  all(values: object): unknown[] {
    return this.#statement.all(this.#bound(values))
  }
  run(values: object): number {
    return this.#statement.run(this.#bound(values)).changes
  }

  #bound(values: object): unknown[] {
    return this.#bindings.map(binding =>
      'name' in binding ? (values as Record<string, unknown>)[binding.name] : binding.value,
    )
  }
}

/**
 * SQLite plans a query anew whenever the value of a bare `?` that its planner looked at changes, which costs more than
 * running it. It cannot look into a subquery, so the plan is made once.
 */
function steady(sql: string): string {
  return sql.startsWith('select') ? sql.replaceAll('?', '(select ?)') : sql
}

function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function asTrouble(error: unknown): unknown {
  return error instanceof SQLite.SqliteError && TROUBLE.test(error.code) ? new DatabaseUnavailable(error) : error
}
