// A unit of work on PostgreSQL. Its writes are buffered until its next query or its end, and then sent together. A unit
// that reads has its own connection and transaction from its first query on.
import { type Actor, SERVER } from '../actor.ts'
import {
  FOREIGN_AWAIT,
  type CounterIncrement,
  type IdSource,
  type NewId,
  type UnitContext,
  type Tx,
} from '../database.ts'
import { type Addend, type CounterView, Sums } from '../sums.ts'
import type { Statement } from '../statement.ts'
import { type PendingQuery, pendingQuery } from './flight.ts'
import { CommitChain } from './commit-chain.ts'
import { GUARD, type GuardQueue, locksOf } from './guards.ts'
import type { PostgresConnection } from './connection.ts'
import type { ConnectionPool } from './pool.ts'
import { mustForm, PreparedQuery, preparedFormOf } from './prepared-query.ts'
import { ConflictExpected } from './errors.ts'

export const COMMIT = new PreparedQuery('commit')

/** The writes for the units' additions to counters, in the rows of this connection. */
export function sumsOf(added: readonly Addend[], { shard }: PostgresConnection): PendingQuery[] {
  if (added.length === 0) return []
  const sums = new Sums()
  sums.add(added)
  return sums.of(shard).map(([statement, row]) => pendingQuery(preparedFormOf(statement), row))
}

interface UnitParts {
  pool: ConnectionPool
  begin: PreparedQuery
  ids: IdSource
  around: UnitContext
  turns: GuardQueue
  /** The guards that this attempt and earlier ones have named. */
  guards: Set<string>
  /** Whether it can share a transaction with others (`chain.ts`). */
  mayChain: boolean
}

export class UnitTx implements Tx {
  readonly #parts: UnitParts
  /** Statements that are not sent yet. */
  #unsent: PendingQuery[] = []
  /** Pending queries are sent at the end of this round of microtasks. */
  #gathering: Promise<void> | undefined
  #under_way = 0
  /** Resolves when it has a connection, to the statements to send first. */
  #linked: Promise<PendingQuery[]> | undefined
  /** The guards that this unit holds among the reading units of this process. */
  readonly #held = new Set<string>()
  /** The guards that this unit has named. */
  readonly #named = new Set<string>()
  #hasWritten = false
  #chain: CommitChain | undefined
  #link: PostgresConnection | undefined
  #isOver = false
  /** The first error, which undoes the unit even if its body catches it. */
  trouble: { error: unknown } | undefined
  readonly wakes: string[] = []
  counts: CounterIncrement[] | undefined
  adds: Addend[] = []
  actor: Actor = SERVER
  /** Called when the body awaits something other than `tx`. */
  readonly #onOverrun: (error: Error) => void

  /** Call it in a microtask, because it observes the body from then on. */
  constructor(parts: UnitParts, onOverrun: (error: Error) => void) {
    this.#parts = parts
    this.#onOverrun = onOverrun
    this.#watch()
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    const { rows } = await this.#ask(pendingQuery(preparedFormOf(statement), values))
    return rows[0] as Row | undefined
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    const { rows } = await this.#ask(pendingQuery(preparedFormOf(statement), values))
    return rows as Row[]
  }

  async run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    this.#hasWritten = true
    const { count } = await this.#ask(pendingQuery(preparedFormOf(statement), values))
    return count
  }

  put<In extends object>(statement: Statement<In, never>, values: In): void {
    this.#checkOpen()
    this.#hasWritten = true
    this.#unsent.push(pendingQuery(preparedFormOf(statement), values))
  }

  must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    this.#checkOpen()
    this.#hasWritten = true
    this.#unsent.push(pendingQuery(mustForm(statement), values, otherwise))
  }

  guard(team_id: string | null, ...name: readonly string[]): void {
    this.#checkOpen()
    const guard = JSON.stringify([team_id, ...name])
    if (this.#named.has(guard)) return
    this.#named.add(guard)
    this.#parts.guards.add(guard)
    this.#unsent.push(pendingQuery(GUARD, { name: guard }))
  }

  /** Nothing to do: the event loop is free during each query. */
  async pause(): Promise<void> {}

  get newId(): NewId {
    return this.#parts.ids.next
  }

  wakeQueue(kind: string): void {
    this.wakes.push(kind)
  }

  counted(what: CounterIncrement['what'], times = 1): void {
    ;(this.counts ??= []).push({ what, times })
  }

  add<Plus extends object>(counter: CounterView<Plus>, plus: Plus): void {
    this.adds.push({ counter, plus })
  }

  get subscribers(): Tx['subscribers'] {
    const { subscribers } = this.#parts.around
    if (!subscribers) throw new Error('The subscribers of the database are not set')
    return subscribers
  }

  get settings(): Tx['settings'] {
    return this.#parts.around.settings
  }

  get several(): boolean {
    return this.#parts.around.several
  }

  get waitsUnder(): Tx['waitsUnder'] {
    return this.#parts.around.waitsUnder
  }

  // ---- for the code that runs the unit

  /** Whether it has sent a query and therefore has its own transaction. */
  get hasAsked(): boolean {
    return this.#linked !== undefined
  }

  /** Whether a failed unit does not have to be undone: it shares a transaction with others and has written nothing. */
  get canLeave(): boolean {
    return this.#chain?.isShared === true && !this.#hasWritten && !this.trouble
  }

  /** Closes the unit for its body, and returns the writes that are not sent yet. */
  close(): PendingQuery[] {
    this.#isOver = true
    return this.#unsent.splice(0)
  }

  /** Sends the remaining writes and commits its transaction, or leaves both to the next unit of its chain. */
  async commit(): Promise<void> {
    this.#takeLateTurns()
    const chain = this.#chain!
    const { link, unsent, adds } = chain
    unsent.push(...this.close())
    adds.push(...this.adds)
    if (this.#parts.mayChain && !chain.isFull && this.#parts.turns.pass(this.#held, chain)) {
      this.#link = undefined
      this.#held.clear()
      return chain.pass()
    }
    await link.fly([...unsent, ...sumsOf(adds, link), pendingQuery(COMMIT)])
    chain.committed()
    this.#giveBack()
  }

  /** Undoes its transaction because of an error; returns the error to throw. */
  async undo(reason: unknown): Promise<unknown> {
    this.close()
    await this.#linked?.catch(() => {})
    const link = this.#link
    await link?.rollback()
    this.#giveBack()
    return link ? this.#chain!.undone(reason) : reason
  }

  #giveBack(): void {
    if (this.#link) this.#parts.pool.release(this.#link)
    this.#link = undefined
    this.#parts.turns.release(this.#held)
    this.#held.clear()
  }

  async #ask(question: PendingQuery): Promise<PendingQuery> {
    this.#checkOpen()
    this.#unsent.push(question)
    try {
      // simultaneous queries share one flight
      await (this.#gathering ??= Promise.resolve().then(() => this.#send()))
    } catch (error) {
      this.trouble ??= { error }
      throw error
    }
    if (question.unreadable) throw question.unreadable.error
    return question
  }

  async #send(): Promise<void> {
    this.#gathering = undefined
    this.#checkOpen()
    const questions = this.#unsent.splice(0)
    this.#under_way++
    try {
      if (this.#linked) {
        this.#takeLateTurns()
        await this.#linked
      } else questions.unshift(...(await (this.#linked = this.#begin())))
      await this.#link!.fly(questions)
    } finally {
      this.#under_way--
      this.#watch()
    }
  }

  /**
   * Waits for its guards before the first query, because that query fixes the snapshot. Returns what to send before it:
   * the start of a transaction, or the writes of the previous unit in the chain.
   */
  async #begin(): Promise<PendingQuery[]> {
    const { turns, guards, pool, begin, mayChain } = this.#parts
    const names = [...guards]
    const chain = await turns.acquire(names, mayChain)
    for (const name of names) this.#held.add(name)
    if (chain) {
      this.#chain = chain
      this.#link = chain.link
      return chain.unsent.splice(0)
    }
    this.#link = await pool.acquire()
    this.#chain = new CommitChain(this.#link)
    return [begin, ...(names.length === 0 ? [] : locksOf(names))].map(sent => pendingQuery(sent))
  }

  /**
   * Takes guards that were named after the first query. If another unit holds one, a conflict is certain, so the unit
   * starts again.
   */
  #takeLateTurns(): void {
    for (const name of this.#parts.guards) {
      if (this.#held.has(name)) continue
      if (!this.#parts.turns.tryAcquire(name)) throw new ConflictExpected('Another unit of this process has the guard')
      this.#held.add(name)
    }
  }

  /**
   * A body that awaits only `tx` has sent a query, or has ended, when no microtask is left. A tick queued in a
   * microtask runs exactly then: before any timer, immediate or event, and before ticks that are queued later.
   */
  #watch(): void {
    process.nextTick(() => {
      if (this.#isOver || this.#gathering || this.#under_way > 0) return
      this.#onOverrun(new Error(FOREIGN_AWAIT))
    })
  }

  #checkOpen(): void {
    if (this.#isOver) throw new Error('This unit of work is over')
    if (this.trouble) throw this.trouble.error
  }
}
