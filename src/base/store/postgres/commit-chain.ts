// A chain: units of one process that have the same guards and share a transaction. Each unit has to wait for the previous one
// anyway. Only the last unit commits, so the disk is flushed once. Unsent writes of a unit are sent with the first query of the
// next one. If a unit fails, the chain is rolled back, and each of its units runs again in a separate transaction.
import type { Addend } from '../sums.ts'
import type { PendingQuery } from './flight.ts'
import type { PostgresConnection } from './connection.ts'
import { ConnectionLost, ConflictExpected } from './errors.ts'

/** Units of a chain. Other processes wait until it is committed. */
const UNITS_MAX = 32

export class CommitChain {
  readonly link: PostgresConnection
  /** Only units that were already waiting at this time can join, so the snapshot of the chain is recent enough for them. */
  readonly began_ms = performance.now()
  /** Writes that are not sent yet. */
  readonly unsent: PendingQuery[] = []
  readonly adds: Addend[] = []
  readonly #ending = Promise.withResolvers<void>()
  #units = 1

  constructor(link: PostgresConnection) {
    this.link = link
    // the last unit throws the error itself
    this.#ending.promise.catch(() => {})
  }

  get isShared(): boolean {
    return this.#units > 1
  }

  get isFull(): boolean {
    return this.#units >= UNITS_MAX
  }

  /** Adds a unit. The previous unit awaits the result, which resolves when the chain is committed. */
  pass(): Promise<void> {
    this.#units++
    return this.#ending.promise
  }

  committed(): void {
    this.#ending.resolve()
  }

  /** Ends the chain without a commit; returns the error for each of its units. */
  undone(error: unknown): unknown {
    if (!this.isShared) return error
    const each = error instanceof ConnectionLost ? error : new ConflictExpected('A unit of the same transaction failed')
    this.#ending.reject(each)
    return each
  }
}
