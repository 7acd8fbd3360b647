// The connection pool: opens connections on demand, up to a maximum, and lends each to one user at a time. While the server
// cannot be reached, requests for a connection fail immediately, and a new attempt follows a little later. If the server
// refuses more connections, the open ones are shared. A pooler such as PgBouncer keeps connections open, and opens more,
// while its database is down. Therefore, when a response is overdue, another connection tests whether the database responds.
import { DatabaseUnavailable } from '../database.ts'
import type { ServerAddress } from './address.ts'
import { PostgresConnection } from './connection.ts'
import { ConnectionLost, isUnreachable } from './errors.ts'

/** Time between two attempts to reach the server. */
const AGAIN_MS = 500

interface Waiter {
  resolve: (link: PostgresConnection) => void
  reject: (error: unknown) => void
  since_ms: number
}

export class ConnectionPool {
  readonly #address: ServerAddress
  readonly #max: number
  readonly #free: PostgresConnection[] = []
  readonly #all = new Set<PostgresConnection>()
  #opening = 0
  #waiting: Waiter[] = []
  #failed: { at_ms: number; error: unknown } | undefined
  #isProbing = false
  #probed_ms = -Infinity
  #closed = false

  constructor(address: ServerAddress, max: number) {
    this.#address = address
    this.#max = max
  }

  /** Rejects with `DatabaseUnavailable` if no connection is open and none can be opened. */
  acquire(): Promise<PostgresConnection> | PostgresConnection {
    for (let link = this.#free.pop(); link; link = this.#free.pop()) {
      if (!link.isLost) return link
      this.#all.delete(link)
    }
    if (this.#closed) return Promise.reject(new DatabaseUnavailable(new Error('it is closed')))
    const failed = this.#isFailing ? this.#failed : undefined
    // if the server only refuses further connections, the open ones still work
    if (failed && this.#all.size === 0) return Promise.reject(new DatabaseUnavailable(failed.error))
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject, since_ms: performance.now() })
      if (!failed && this.#all.size + this.#opening < this.#max) void this.#open()
    })
  }

  /** Whether the last attempt failed and the next one is not due or not finished. */
  get #isFailing(): boolean {
    if (!this.#failed) return false
    return this.#opening > 0 || performance.now() - this.#failed.at_ms < AGAIN_MS
  }

  release(link: PostgresConnection): void {
    if (link.isLost || this.#closed) {
      this.#all.delete(link)
      if (this.#closed) void link.close()
      else if (this.#waiting.length > 0) void this.#open()
      return
    }
    const next = this.#waiting.shift()
    if (next) next.resolve(link)
    else this.#free.push(link)
  }

  /** Call it at intervals: ends waits that are too long, and connections that do not respond. */
  checkTimeouts(): void {
    for (const link of this.#all) link.checkTimeouts()
    void this.#probe()
    const now_ms = performance.now()
    const late = this.#waiting.filter(({ since_ms }) => now_ms - since_ms > this.#address.wait_ms)
    if (late.length === 0) return
    this.#waiting = this.#waiting.filter(each => !late.includes(each))
    const error = new DatabaseUnavailable(new Error('all connections are in use'))
    for (const { reject } of late) reject(error)
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(new DatabaseUnavailable(new Error('it is closed')))
    await Promise.all(this.#free.splice(0).map(link => link.close()))
  }

  /**
   * If a response is overdue, opens another connection. If that gets no response either, the database is down: closes
   * all connections.
   */
  async #probe(): Promise<void> {
    const { probed_after_ms } = this.#address
    const isOverdue = (link: PostgresConnection): boolean => link.waits_ms > probed_after_ms
    if (this.#isProbing || performance.now() - this.#probed_ms < probed_after_ms) return
    if (![...this.#all].some(isOverdue)) return
    this.#isProbing = true
    try {
      const link = await PostgresConnection.open(this.#address)
      await link.close()
    } catch (error) {
      if (isUnreachable(error)) this.#cutAll(error as Error, isOverdue)
    }
    this.#isProbing = false
    this.#probed_ms = performance.now()
  }

  #cutAll(error: Error, isOverdue: (link: PostgresConnection) => boolean): void {
    const lost = new ConnectionLost(error)
    this.#failed = { at_ms: performance.now(), error: lost }
    for (const link of this.#free.splice(0)) {
      link.destroy(error)
      this.#all.delete(link)
    }
    // the user of a connection returns it
    for (const link of this.#all) if (isOverdue(link)) link.destroy(error)
    for (const { reject } of this.#waiting.splice(0)) reject(new DatabaseUnavailable(lost))
  }

  async #open(): Promise<void> {
    this.#opening++
    try {
      const link = await PostgresConnection.open(this.#address)
      this.#failed = undefined
      this.#all.add(link)
      this.#opening--
      this.release(link)
    } catch (error) {
      this.#opening--
      const lost = new ConnectionLost(error)
      this.#failed = { at_ms: performance.now(), error: lost }
      // while a connection is open or being opened, requests continue to wait
      if (this.#all.size + this.#opening > 0) return
      for (const { reject } of this.#waiting.splice(0)) reject(new DatabaseUnavailable(lost))
    }
  }
}
