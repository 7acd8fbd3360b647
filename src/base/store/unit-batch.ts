// Units of work and reads on a connection to SQLite.
import { type Actor, SERVER } from './actor.ts'
import {
  FOREIGN_AWAIT,
  type CounterIncrement,
  type IdSource,
  type NewId,
  type Tx,
  type UnitContext,
} from './database.ts'
import { type Addend, type CounterView, Sums } from './sums.ts'
import { type SqliteConnection, isCorruption, isStorageError, type Prepared } from './connection.ts'
import { ReadOnly } from './read-only.ts'
import type { Statement } from './statement.ts'

export type UnitBody = (tx: Tx) => Promise<unknown>

export type UnitOutcome = { value: unknown } | { error: unknown }

/**
 * Runs units sequentially, for one commit. With `apart` each has a savepoint, so that a unit that fails is undone
 * separately. Without savepoints, which is faster, a failed unit that has written nothing need not be undone. One that
 * has written spoils the turn: the whole turn is undone and run again with `apart`.
 *
 * A unit that awaits only `tx` continues in microtasks, so a unit that is still running when no microtask is left
 * awaits something else. It is undone and refused: it would block the commit of all units, and on PostgreSQL its
 * connection.
 */
export class UnitBatch {
  readonly #connection: SqliteConnection
  readonly #ids: IdSource
  readonly #around: UnitContext
  readonly #apart: boolean
  /** The turn has writes of a failed unit, so that none of it can be committed. */
  isSpoiled = false
  /** Rejects the running unit. */
  #overrun: ((error: Error) => void) | undefined
  #isWatched = false
  readonly wakes = new Set<string>()
  readonly counts: CounterIncrement[] = []
  readonly #sums = new Sums()

  constructor(connection: SqliteConnection, ids: IdSource, around: UnitContext, apart: boolean) {
    this.#connection = connection
    this.#ids = ids
    this.#around = around
    // an id source that is notified of each unit's outcome (`endUnit`) generates each unit's ids once, so no unit may
    // run again
    this.#apart = apart || ids.endUnit !== undefined
  }

  /** Runs one unit. Throws if nothing of this turn can be committed. */
  async run(body: UnitBody): Promise<UnitOutcome> {
    if (!this.#isWatched) await this.#watch()
    const tx = new ConnectionTx(this.#connection, this.#ids.next, this.#around)
    if (this.#apart) this.#connection.savepoint()
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        this.#overrun = reject
        body(tx).then(resolve, reject)
      })
      // a body that caught an error may depend on lost writes, and the failure must not go unnoticed
      if (tx.trouble !== undefined) throw tx.trouble
      if (this.#apart) this.#connection.release()
      if (tx.wakes) for (const kind of tx.wakes) this.wakes.add(kind)
      if (tx.counts) this.counts.push(...tx.counts)
      if (tx.adds) this.#sums.add(tx.adds)
      this.#ids.endUnit?.(true)
      return { value }
    } catch (error) {
      this.#ids.endUnit?.(false)
      // a full disk can end the whole transaction, and a damaged file makes it useless: the writes of all units of this
      // turn are lost
      if (!this.#connection.inTransaction || isCorruption(error)) throw error
      if (this.#apart) this.#connection.undo()
      else this.isSpoiled = tx.hasWritten
      return { error }
    } finally {
      tx.open = false
    }
  }

  /** Writes what its units have added to counters. */
  writeSums(): void {
    for (const [statement, row] of this.#sums.of(0)) this.#connection.prepared(statement).run(row)
  }

  end(): void {
    this.#overrun = undefined
  }

  /**
   * A tick queued in a microtask runs as soon as no microtask is left: before any timer, immediate or event, and before
   * ticks that are queued later. So units start in a microtask.
   */
  async #watch(): Promise<void> {
    this.#isWatched = true
    await Promise.resolve()
    process.nextTick(() => {
      this.#isWatched = false
      this.#overrun?.(new Error(FOREIGN_AWAIT))
    })
  }
}

class ConnectionTx implements Tx {
  readonly #connection: SqliteConnection
  open = true
  /** The first error that undoes the unit, even if its body catches it. */
  trouble: unknown
  hasWritten = false
  // created on first use: most units need none of these
  wakes: string[] | undefined
  counts: CounterIncrement[] | undefined
  adds: Addend[] | undefined
  actor: Actor = SERVER
  readonly newId: NewId
  readonly #around: UnitContext

  constructor(connection: SqliteConnection, newId: NewId, around: UnitContext) {
    this.#connection = connection
    this.newId = newId
    this.#around = around
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    try {
      return this.#reading(statement).get(values) as Row | undefined
    } catch (error) {
      throw this.#noted(error)
    }
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    try {
      return this.#reading(statement).all(values) as Row[]
    } catch (error) {
      throw this.#noted(error)
    }
  }

  async run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    try {
      return this.#written(this.#prepared(statement).run(values))
    } catch (error) {
      throw this.#noted(error)
    }
  }

  put<In extends object>(statement: Statement<In, never>, values: In): void {
    this.#write(statement, values)
  }

  must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    if (this.#write(statement, values) > 0) return
    this.trouble = otherwise()
    throw this.trouble
  }

  /** Nothing to do: units run sequentially, so what one reads does not change before it ends. */
  guard(): void {
    this.#checkOpen()
  }

  async pause(): Promise<void> {}

  wakeQueue(kind: string): void {
    ;(this.wakes ??= []).push(kind)
  }

  counted(what: CounterIncrement['what'], times = 1): void {
    ;(this.counts ??= []).push({ what, times })
  }

  add<Plus extends object>(counter: CounterView<Plus>, plus: Plus): void {
    ;(this.adds ??= []).push({ counter, plus })
  }

  get subscribers(): Tx['subscribers'] {
    if (!this.#around.subscribers) throw new Error('The subscribers of the database are not set')
    return this.#around.subscribers
  }

  get settings(): Tx['settings'] {
    return this.#around.settings
  }

  get several(): boolean {
    return this.#around.several
  }

  get waitsUnder(): Tx['waitsUnder'] {
    return this.#around.waitsUnder
  }

  /** Runs a write whose failure no caller awaits. */
  #write(statement: Statement<never, unknown>, values: object): number {
    const prepared = this.#prepared(statement)
    try {
      return this.#written(prepared.run(values))
    } catch (error) {
      this.trouble ??= error
      throw error
    }
  }

  #reading(statement: Statement<never, unknown>): Prepared {
    const prepared = this.#prepared(statement)
    if (prepared.writes) this.hasWritten = true
    return prepared
  }

  #written(rows: number): number {
    if (rows > 0) this.hasWritten = true
    return rows
  }

  #prepared(statement: Statement<never, unknown>): Prepared {
    this.#checkOpen()
    return this.#connection.prepared(statement)
  }

  #checkOpen(): void {
    if (!this.open) throw new Error('This unit of work is over')
    // after the transaction has ended, each further write would be committed separately
    if (this.trouble !== undefined) throw this.trouble
  }

  #noted(error: unknown): unknown {
    if (isStorageError(error)) this.trouble ??= error
    return error
  }
}

/** A `tx` for reads. `toRead` returns the connection for each statement, `asThrown` converts errors. */
export class ReadTx extends ReadOnly implements Tx {
  readonly #toRead: () => SqliteConnection
  readonly #asThrown: (error: unknown) => unknown

  constructor(
    toRead: () => SqliteConnection,
    asThrown: (error: unknown) => unknown,
    around: Pick<UnitContext, 'settings'>,
  ) {
    super(around)
    this.#toRead = toRead
    this.#asThrown = asThrown
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    try {
      return this.#toRead().prepared(statement).get(values) as Row | undefined
    } catch (error) {
      throw this.#asThrown(error)
    }
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    try {
      return this.#toRead().prepared(statement).all(values) as Row[]
    } catch (error) {
      throw this.#asThrown(error)
    }
  }
}
