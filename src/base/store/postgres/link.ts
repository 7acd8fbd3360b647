// One connection to the PostgreSQL server. After any error it is closed for good, and its user opens another one.
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import type { ServerAddress } from './address.ts'
import { type Question, questionOf, Flight, type Kept } from './flight.ts'
import { Sent } from './sent.ts'
import { ConnectionLost, isMoved, isOutdated } from './trouble.ts'

const CONNECT_MS = 5_000
/**
 * For the server: a process that stands still in the midst of a unit keeps others from its rows no longer than this, and
 * a statement whose caller has given up is ended.
 */
const SESSION =
  "set idle_in_transaction_session_timeout = '5s'; set statement_timeout = '30s'; set lock_timeout = '20s'"

/**
 * How a statement is done is found out once, and by indexes alone: each has one, and finds few rows by it. The planner
 * knows neither. For the values of each run it would take three times as long as the run; without them it takes all teams
 * for equally large, and a table that was empty a moment ago for a small one, and would rather go through all of it.
 */
export const PLANNING =
  "set plan_cache_mode = 'force_generic_plan'; set enable_seqscan = off; set enable_hashjoin = off; " +
  'set enable_mergejoin = off; set enable_material = off; set jit = off'

const SHARDS = 2 ** 31

const ROLLBACK = new Sent('rollback')

export class Link {
  readonly #client: Client
  readonly #kept: Kept
  readonly #answers_within_ms: number
  #lost: ConnectionLost | undefined
  /** Since when it owes an answer. */
  #asked_ms: number | undefined
  #under_way = 0
  /** The row of a counter that it adds to, which hardly any other connection does (`store/counter.ts`). */
  readonly shard = randomInt(1, SHARDS)
  /** Flights that were sent since the start, over all connections; for measurements. */
  static flights = 0

  private constructor(client: Client, { keeps, answers_within_ms }: ServerAddress) {
    this.#client = client
    this.#kept = keeps ? new Map() : undefined
    this.#answers_within_ms = answers_within_ms
    client.on('error', (error: Error) => this.#lose(error))
    client.on('end', () => this.#lose(new Error('it was closed')))
  }

  /** Throws what the driver says when it cannot be made. */
  static async open(address: ServerAddress): Promise<Link> {
    const client = new Client({ ...address.config, connectionTimeoutMillis: CONNECT_MS, keepAlive: true })
    const link = new Link(client, address)
    try {
      await client.connect()
      // a pooler that hands out connections for each transaction would give these settings to other clients
      if (address.keeps) await client.query(`${SESSION}; ${PLANNING}`)
      return link
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** Sends all in one round trip. Rejects with the server's error, or with `ConnectionLost`. */
  async fly(questions: readonly Question[]): Promise<void> {
    if (this.#lost) throw this.#lost
    Link.flights++
    this.#under_way++
    this.#asked_ms ??= performance.now()
    const flight = new Flight(questions, this.#kept)
    try {
      this.#client.query(flight)
      await flight.done
    } catch (error) {
      throw this.#seen(error, questions)
    } finally {
      this.#asked_ms = --this.#under_way === 0 ? undefined : performance.now()
    }
  }

  /** Undoes what its transaction has done. */
  async undo(): Promise<void> {
    if (this.#lost) return
    // one that may be open is no place for others
    await this.fly([questionOf(ROLLBACK)]).catch((error: Error) => this.cut(error))
  }

  /** Ends it when an answer is too long in coming: to be called now and then. */
  lookAtClock(): void {
    if (this.#asked_ms === undefined || performance.now() - this.#asked_ms < this.#answers_within_ms) return
    this.cut(new Error(`no answer within ${this.#answers_within_ms / 1000} s`))
  }

  /** Without a farewell: what is under way has an unknown end. */
  cut(reason: Error): void {
    this.#lose(reason)
    const { connection } = this.#client as unknown as { connection: { stream: { destroy(error: Error): void } } }
    connection.stream.destroy(reason)
  }

  async close(): Promise<void> {
    if (this.#lost) return
    this.#lost = new ConnectionLost(new Error('it was closed'))
    await this.#client.end().catch(() => {})
  }

  listen(channel: string, heard: (payload: string) => void): Promise<unknown> {
    this.#client.on('notification', ({ payload }) => heard(payload ?? ''))
    return this.#client.query(`listen ${channel}`)
  }

  onLost: () => void = () => {}

  #lose(cause: Error): void {
    if (this.#lost) return
    this.#lost = new ConnectionLost(cause)
    this.onLost()
  }

  #seen(error: unknown, questions: readonly Question[]): unknown {
    if (isMoved(error)) this.cut(error as Error)
    if (isOutdated(error)) this.#forget(questions)
    return this.#lost ?? error
  }

  /** A migration gave a table other columns: the statements are prepared anew. */
  #forget(questions: readonly Question[]): void {
    for (const { sent } of questions) {
      this.#kept?.set(sent.name, 'perhaps')
      sent.forget()
    }
  }
}
