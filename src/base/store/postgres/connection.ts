// One connection to the PostgreSQL server. When it is lost it is closed permanently, and the pool opens another one.
import { randomInt } from 'node:crypto'
import { Client } from 'pg'
import type { ServerAddress } from './address.ts'
import { type PendingQuery, pendingQuery, Flight, type PreparedNames } from './flight.ts'
import { PreparedQuery } from './prepared-query.ts'
import { ConnectionLost, mustReconnect, isOutdated } from './errors.ts'

/**
 * Limits for the server: a process that stalls during a unit blocks its rows for no longer than this, and a statement
 * whose caller has stopped waiting is ended.
 */
const SESSION =
  "set idle_in_transaction_session_timeout = '5s'; set statement_timeout = '30s'; set lock_timeout = '20s'"

/**
 * Each statement is planned once, and only with indexes: each has an index by which it finds few rows, which the planner
 * cannot determine. Planning for the values of each run would take three times as long as the run. A generic plan
 * assumes that all teams are equally large and that a table that was just empty is small, and would choose a full scan.
 */
export const PLANNING =
  "set plan_cache_mode = 'force_generic_plan'; set enable_seqscan = off; set enable_hashjoin = off; " +
  'set enable_mergejoin = off; set enable_material = off; set jit = off'

const SHARDS = 2 ** 31

const ROLLBACK = new PreparedQuery('rollback')

export class PostgresConnection {
  readonly #client: Client
  readonly #kept: PreparedNames
  readonly #answers_within_ms: number
  #lost: ConnectionLost | undefined
  /** Since when a response is pending. */
  #asked_ms: number | undefined
  #under_way = 0
  /** The row of each counter that this connection adds to, which almost no other connection shares (`store/counter.ts`). */
  readonly shard = randomInt(1, SHARDS)
  /** Number of flights since the start, over all connections: for measurements. */
  static flights = 0

  private constructor(client: Client, { keeps, answers_within_ms }: ServerAddress) {
    this.#client = client
    this.#kept = keeps ? new Map() : undefined
    this.#answers_within_ms = answers_within_ms
    client.on('error', (error: Error) => this.#disconnect(error))
    client.on('end', () => this.#disconnect(new Error('it was closed')))
  }

  /** Throws the driver's error if no connection can be opened. */
  static async open(address: ServerAddress): Promise<PostgresConnection> {
    const { opens_within_ms: limit_ms, keeps } = address
    const client = new Client({ ...address.config, connectionTimeoutMillis: limit_ms, keepAlive: true })
    const link = new PostgresConnection(client, address)
    const late = new Error(`no answer within ${limit_ms / 1000} s`)
    const timer = setTimeout(() => link.destroy(late), limit_ms)
    try {
      await client.connect()
      // a pooler that assigns connections by transaction would apply these settings to other clients, and it accepts
      // connections while the database is down
      await client.query(keeps ? `${SESSION}; ${PLANNING}` : 'select 1')
      return link
    } catch (error) {
      client.end().catch(() => {})
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  get isLost(): boolean {
    return this.#lost !== undefined
  }

  /** How long a response has been pending. */
  get waits_ms(): number {
    return this.#asked_ms === undefined ? 0 : performance.now() - this.#asked_ms
  }

  /** Sends all statements in one round trip. Rejects with the server's error, or with `ConnectionLost`. */
  async fly(questions: readonly PendingQuery[]): Promise<void> {
    if (this.#lost) throw this.#lost
    PostgresConnection.flights++
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

  /** Rolls back its transaction. */
  async rollback(): Promise<void> {
    if (this.#lost) return
    // a connection whose transaction may still be open must not be reused
    await this.fly([pendingQuery(ROLLBACK)]).catch((error: Error) => this.destroy(error))
  }

  /** Closes the connection when a response is overdue: call it at intervals. */
  checkTimeouts(): void {
    if (this.waits_ms < this.#answers_within_ms) return
    this.destroy(new Error(`no answer within ${this.#answers_within_ms / 1000} s`))
  }

  /** Destroys the socket: the outcome of statements in flight is unknown. */
  destroy(reason: Error): void {
    this.#disconnect(reason)
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

  #disconnect(cause: Error): void {
    if (this.#lost) return
    this.#lost = new ConnectionLost(cause)
    this.onLost()
  }

  #seen(error: unknown, questions: readonly PendingQuery[]): unknown {
    if (mustReconnect(error)) this.destroy(error as Error)
    if (isOutdated(error)) this.#forget(questions)
    return this.#lost ?? error
  }

  /** Prepares the statements again after a migration changed their columns. */
  #forget(questions: readonly PendingQuery[]): void {
    for (const { sent } of questions) {
      this.#kept?.set(sent.name, 'perhaps')
      sent.forget()
    }
  }
}
