// A claimed job: what its handler may read and write, and how it finishes. Every write checks that the job is still claimed.
import type { Logger } from 'pino'
import type { Database, Tx } from '../store/database.ts'
import { waitingKind } from './waiting-names.ts'
import type { Jobs, JobKind } from './kinds.ts'
import { payloadOf } from './payload.ts'
import * as store from './store.ts'
import type { JobRow } from './store.ts'

/** A claimed job, as passed to its handler. */
export interface Work<K extends JobKind> {
  payload: Jobs[K]
  /** 1 for the first attempt. */
  attempt: number
  /** Why the job was last released. */
  reason: string | null
  /** Whether other processes may run jobs at the same time. */
  several: boolean
  now: () => Date
  log: Logger
  /** Reads. Another worker may take the job over afterwards; only the next write detects it. */
  read<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads and writes a part of the work. Refused, like every write, if the job was taken over (fencing). */
  write<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Like `write`, for large writes: commits on its own instead of in a group commit. */
  writeAlone<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Reads, and writes a record that must be stored before an external action. Fenced, too. If several processes work,
   * `read` runs in a separate unit before the record is written, to save round trips. `write` must therefore check what
   * others can have changed.
   */
  record<T, Noted>(read: (tx: Tx) => Promise<T>, write: (tx: Tx, read: T) => Promise<Noted>): Promise<Noted>
  /** Completes the job; the writes of `body` and the removal of the job are one unit. */
  finish(body: (tx: Tx) => Promise<void>): Promise<void>
  /** Releases the job until `run_at`, in one unit with the writes of `body`. */
  postpone(run_at: Date, reason: string, body?: (tx: Tx) => Promise<void>): Promise<void>
  /** Like `postpone`, for a lane that was busy and checks for late work once more, after a moment. */
  linger(run_at: Date, reason: string, body: (tx: Tx) => Promise<void>): Promise<void>
  /**
   * Releases the job with its due time, to wait until the gate of its kind has room for `name`, in one unit with the
   * writes of `body`. It does not count as an attempt.
   */
  waitForRoom(name: string, reason: string, body?: (tx: Tx) => Promise<void>): Promise<void>
  /** Clears the reason for which the job was last released. */
  clearReason(tx: Tx): void
}

/** Another worker has taken the job over, so this worker must not write. */
export class ClaimLost extends Error {}

export class ClaimedWork<K extends JobKind> implements Work<K> {
  readonly payload: Jobs[K]
  readonly attempt: number
  readonly reason: string | null
  readonly several: boolean
  readonly now: () => Date
  readonly log: Logger
  readonly #database: Database
  readonly #claim: store.ClaimedJob
  readonly #job: JobRow
  readonly #onWaiting: (name: string) => void
  ended = false
  lingers = false

  constructor(
    database: Database,
    kind: K,
    job: JobRow,
    { now, log, onAside }: Pick<Work<K>, 'now' | 'log'> & { onAside: (name: string) => void },
  ) {
    this.#database = database
    this.#job = job
    this.#onWaiting = onAside
    this.#claim = { id: job.id, token: job.token }
    this.payload = payloadOf(kind, job)
    this.attempt = job.attempts
    this.reason = job.last_error
    this.several = database.several
    this.now = now
    this.log = log
  }

  read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.read(body)
  }

  write<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.unit(this.#fenced(body), 'queue')
  }

  writeAlone<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.unit(this.#fenced(body))
  }

  #fenced<T>(body: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    return async tx => {
      await this.#checkClaim(tx)
      return body(tx)
    }
  }

  async record<T, Noted>(read: (tx: Tx) => Promise<T>, write: (tx: Tx, read: T) => Promise<Noted>): Promise<Noted> {
    const before = this.#database.several ? { found: await this.#database.read(read) } : undefined
    return this.write(async tx => {
      const { found } = before ?? { found: await read(tx) }
      return write(tx, found)
    })
  }

  /**
   * Rolls the unit back unless the job is still claimed. In PostgreSQL the row stays locked, so no process takes it
   * over meanwhile.
   */
  async #checkClaim(tx: Tx): Promise<void> {
    if (this.#database.several) tx.must(store.lockClaimed, this.#claim, () => new ClaimLost())
    else if (!(await tx.get(store.isClaimed, this.#claim))) throw new ClaimLost()
  }

  finish(body: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#end(async tx => {
      tx.must(store.removeClaimed, this.#claim, () => new ClaimLost())
      await body(tx)
    })
  }

  postpone(run_at: Date, reason: string, body: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
    return this.#end(async tx => {
      const set_at = this.now().toISOString()
      const values = { ...this.#claim, run_at: run_at.toISOString(), set_at, last_error: reason }
      tx.must(store.postponeClaimed, values, () => new ClaimLost())
      await body(tx)
    })
  }

  async linger(run_at: Date, reason: string, body: (tx: Tx) => Promise<void>): Promise<void> {
    await this.postpone(run_at, reason, body)
    this.lingers = true
  }

  async waitForRoom(name: string, reason: string, body: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
    const { kind, run_at } = this.#job
    const values = { ...this.#claim, kind: waitingKind(kind as JobKind, name), run_at, last_error: reason }
    await this.#end(async tx => {
      tx.must(store.setClaimedWaiting, values, () => new ClaimLost())
      await body(tx)
    })
    this.#onWaiting(name)
  }

  clearReason(tx: Tx): void {
    tx.must(store.clearReason, this.#claim, () => new ClaimLost())
  }

  async #end(body: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#database.unit(body, 'queue')
    this.ended = true
  }
}
