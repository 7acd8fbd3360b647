// How units of work and reads see a connection.
import { type Actor, SERVER } from './actor.ts'
import { AWAITED_ELSE, type Count, type IdSource, type NewId, type Tx, type AroundUnits } from './database.ts'
import { type Addend, type CounterOf, Sums } from './sums.ts'
import { type SqliteConnection, isDamage, isTrouble, type Prepared } from './connection.ts'
import { ReadOnly } from './read-only.ts'
import type { Statement } from './statement.ts'

export type Body = (tx: Tx) => Promise<unknown>

export type Outcome = { value: unknown } | { error: unknown }

/**
 * Units that run one after the other, for one commit. With `apart` each has a savepoint, so that one that fails is undone
 * alone. Without, which is quicker, one that fails before it has written anything needs none, and one that has written
 * spoils the turn: all of it is undone and run again, apart.
 *
 * A unit that awaits only `tx` goes on in microtasks, so one that still
 * runs when no microtask is left awaits something else. It is undone and refused: it would block the commit of all units,
 * and on another database the connection that they share.
 */
export class Turn {
  readonly #connection: SqliteConnection
  readonly #ids: IdSource
  readonly #around: AroundUnits
  readonly #apart: boolean
  /** Nothing of it can be kept, for it has a part of a unit that failed. */
  isSpoiled = false
  /** Ends the unit that runs. */
  #overrun: ((error: Error) => void) | undefined
  #isWatched = false
  readonly wakes = new Set<string>()
  readonly counts: Count[] = []
  readonly #sums = new Sums()

  constructor(connection: SqliteConnection, ids: IdSource, around: AroundUnits, apart: boolean) {
    this.#connection = connection
    this.#ids = ids
    this.#around = around
    // ids that are told how a unit has ended are given once
    this.#apart = apart || ids.settle !== undefined
  }

  /** Throws when nothing of this turn can be kept. */
  async run(body: Body): Promise<Outcome> {
    if (!this.#isWatched) await this.#watch()
    const tx = new ConnectionTx(this.#connection, this.#ids.next, this.#around)
    if (this.#apart) this.#connection.savepoint()
    try {
      const value = await new Promise<unknown>((resolve, reject) => {
        this.#overrun = reject
        body(tx).then(resolve, reject)
      })
      // a body that goes on after trouble does not know what of it is still there, and what failed is not to be missed
      if (tx.trouble !== undefined) throw tx.trouble
      if (this.#apart) this.#connection.release()
      if (tx.wakes) for (const kind of tx.wakes) this.wakes.add(kind)
      if (tx.counts) this.counts.push(...tx.counts)
      if (tx.adds) this.#sums.add(tx.adds)
      this.#ids.settle?.(true)
      return { value }
    } catch (error) {
      this.#ids.settle?.(false)
      // a full disk can end the whole transaction: then the writes of all units of this turn are lost. So does a damaged file
      if (!this.#connection.inTransaction || isDamage(error)) throw error
      if (this.#apart) this.#connection.undo()
      else this.isSpoiled = tx.hasWritten
      return { error }
    } finally {
      tx.open = false
    }
  }

  /** What its units have added to counters. */
  writeSums(): void {
    for (const [statement, row] of this.#sums.of(0)) this.#connection.prepared(statement).run(row)
  }

  end(): void {
    this.#overrun = undefined
  }

  /**
   * A tick that is queued in a microtask runs as soon as no microtask is left: before any timer, immediate or event, and
   * before ticks that are queued later. So units begin in a microtask.
   */
  async #watch(): Promise<void> {
    this.#isWatched = true
    await Promise.resolve()
    process.nextTick(() => {
      this.#isWatched = false
      this.#overrun?.(new Error(AWAITED_ELSE))
    })
  }
}

class ConnectionTx implements Tx {
  readonly #connection: SqliteConnection
  open = true
  /** The first error that undoes the unit, whatever its body makes of it. */
  trouble: unknown
  hasWritten = false
  // most units have none of these
  wakes: string[] | undefined
  counts: Count[] | undefined
  adds: Addend[] | undefined
  actor: Actor = SERVER
  readonly newId: NewId
  readonly #around: AroundUnits

  constructor(connection: SqliteConnection, newId: NewId, around: AroundUnits) {
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

  /** Nothing to do: units run one after the other here, so what one of them reads stays so until it has ended. */
  guard(): void {
    this.#checkOpen()
  }

  async pause(): Promise<void> {}

  wakeQueue(kind: string): void {
    ;(this.wakes ??= []).push(kind)
  }

  counted(what: Count['what'], times = 1): void {
    ;(this.counts ??= []).push({ what, times })
  }

  add<Plus extends object>(counter: CounterOf<Plus>, plus: Plus): void {
    ;(this.adds ??= []).push({ counter, plus })
  }

  get subscribers(): Tx['subscribers'] {
    if (!this.#around.subscribers) throw new Error('This database was not told who hears of what happens')
    return this.#around.subscribers
  }

  get settings(): Tx['settings'] {
    return this.#around.settings
  }

  get waitsUnder(): Tx['waitsUnder'] {
    return this.#around.waitsUnder
  }

  /** A write whose failure no caller waits for. */
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
    // outside the transaction, what it would write next would stay
    if (this.trouble !== undefined) throw this.trouble
  }

  #noted(error: unknown): unknown {
    if (isTrouble(error)) this.trouble ??= error
    return error
  }
}

/** Reads only. What is given tells for each statement which connection to read on, and what an error means. */
export class ReadTx extends ReadOnly implements Tx {
  readonly #toRead: () => SqliteConnection
  readonly #asThrown: (error: unknown) => unknown

  constructor(
    toRead: () => SqliteConnection,
    asThrown: (error: unknown) => unknown,
    around: Pick<AroundUnits, 'settings'>,
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
