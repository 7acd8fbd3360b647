// A unit of work as its body sees it. What it writes waits until it asks something, or until it ends: then all of it
// travels together. A unit that asks has a connection and a transaction of its own from its first question on.
import type { Count, IdSource, NewId, Tx } from '../database.ts'
import type { Statement } from '../statement.ts'
import { type Question, questionOf } from './flight.ts'
import { GUARD } from './guards.ts'
import type { Link } from './link.ts'
import type { Pool } from './pool.ts'
import { mustOf, Sent, sentOf } from './sent.ts'

export const COMMIT = new Sent('commit')

export interface UnitParts {
  pool: Pool
  begin: Sent
  ids: IdSource
  subscribers: Tx['subscribers'] | undefined
}

export class UnitTx implements Tx {
  readonly #parts: UnitParts
  /** What was not sent yet. */
  #unsent: Question[] = []
  /** What is asked goes at the end of this round of microtasks. */
  #gathering: Promise<void> | undefined
  #under_way = 0
  #linked: Promise<Link> | undefined
  #link: Link | undefined
  #isOver = false
  /** The first error, which undoes the unit whatever its body makes of it. */
  trouble: { error: unknown } | undefined
  readonly wakes: string[] = []
  counts: Count[] | undefined
  /** Told when the body neither asks nor ends. */
  readonly #onOverrun: (error: Error) => void

  constructor(parts: UnitParts, onOverrun: (error: Error) => void) {
    this.#parts = parts
    this.#onOverrun = onOverrun
    this.#watch()
  }

  async get<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row | undefined> {
    const { rows } = await this.#ask(questionOf(sentOf(statement), values))
    return rows[0] as Row | undefined
  }

  async all<In extends object, Row>(statement: Statement<In, Row>, values: In): Promise<Row[]> {
    const { rows } = await this.#ask(questionOf(sentOf(statement), values))
    return rows as Row[]
  }

  async run<In extends object>(statement: Statement<In, never>, values: In): Promise<number> {
    const { count } = await this.#ask(questionOf(sentOf(statement), values))
    return count
  }

  put<In extends object>(statement: Statement<In, never>, values: In): void {
    this.#checkOpen()
    this.#unsent.push(questionOf(sentOf(statement), values))
  }

  must<In extends object>(statement: Statement<In, never>, values: In, otherwise: () => Error): void {
    this.#checkOpen()
    this.#unsent.push(questionOf(mustOf(statement), values, otherwise))
  }

  guard(team_id: string | null, ...name: readonly string[]): void {
    this.#checkOpen()
    this.#unsent.push(questionOf(GUARD, { name: JSON.stringify([team_id, ...name]) }))
  }

  /** Others go on anyway. */
  async pause(): Promise<void> {}

  get newId(): NewId {
    return this.#parts.ids.next
  }

  wakeQueue(kind: string): void {
    this.wakes.push(kind)
  }

  counted(what: Count['what'], times = 1): void {
    ;(this.counts ??= []).push({ what, times })
  }

  get subscribers(): Tx['subscribers'] {
    if (!this.#parts.subscribers) throw new Error('This database was not told who hears of what happens')
    return this.#parts.subscribers
  }

  // ---- for who runs the unit

  /** Whether it has asked, so that it has a transaction of its own. */
  get hasAsked(): boolean {
    return this.#linked !== undefined
  }

  /** The body is over: what it has written and not sent. Nothing is taken from it any more. */
  close(): Question[] {
    this.#isOver = true
    return this.#unsent.splice(0)
  }

  /** Ends its transaction with what is left to be written. */
  async commit(): Promise<void> {
    const link = this.#link!
    await link.fly([...this.close(), questionOf(COMMIT)])
    this.#giveBack()
  }

  async undo(): Promise<void> {
    this.close()
    await this.#linked?.catch(() => {})
    if (!this.#link) return
    await this.#link.undo()
    this.#giveBack()
  }

  #giveBack(): void {
    this.#parts.pool.give(this.#link!)
    this.#link = undefined
  }

  async #ask(question: Question): Promise<Question> {
    this.#checkOpen()
    this.#unsent.push(question)
    try {
      // what is asked at the same time travels together
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
    if (!this.#linked) questions.unshift(questionOf(this.#parts.begin))
    this.#under_way++
    try {
      this.#linked ??= this.#takeLink()
      const link = await this.#linked
      await link.fly(questions)
    } finally {
      this.#under_way--
      this.#watch()
    }
  }

  async #takeLink(): Promise<Link> {
    return (this.#link = await this.#parts.pool.take())
  }

  /** A body that awaits only `tx` has asked again, or is over, before this turn of the event loop ends. */
  #watch(): void {
    setImmediate(() => {
      if (this.#isOver || this.#gathering || this.#under_way > 0) return
      this.#onOverrun(new Error('A unit of work awaited something other than its tx'))
    })
  }

  #checkOpen(): void {
    if (this.#isOver) throw new Error('This unit of work is over')
    if (this.trouble) throw this.trouble.error
  }
}
