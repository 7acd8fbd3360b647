// A claimed job: what its function may read and write, and how it ends. Every write asks whether the job is still held.
import type { Logger } from 'pino'
import type { Database, Tx } from '../store/database.ts'
import { asideKind } from './aside.ts'
import type { Jobs, Kind } from './kinds.ts'
import * as store from './store.ts'
import type { JobRow } from './store.ts'

/** A claimed job as its function sees it. */
export interface Work<K extends Kind> {
  payload: Jobs[K]
  /** 1 the first time. */
  attempt: number
  /** Why it was given back, if it was. */
  reason: string | null
  /** Whether other processes may do jobs at the same time. */
  several: boolean
  now: () => Date
  log: Logger
  /** Reads. The job may be taken over afterwards, which only a write notices. */
  read<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Reads and writes a part of the work (fenced like every write). */
  look<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** As `look`, for large writes: commits on its own instead of sharing a group commit. */
  lookAtOnce<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Writes a note of what was `read`, which must stand before something is done outside (fenced, too), and gives what that
   * comes to. Where each question takes a while, what is read is not in one unit with the note: what others change is to be
   * asked for in writing it.
   */
  note<T, Noted>(read: (tx: Tx) => Promise<T>, write: (tx: Tx, read: T) => Promise<Noted>): Promise<Noted>
  /** Ends the job; `body`'s writes and the end are one unit. */
  finish(body: (tx: Tx) => Promise<void>): Promise<void>
  /** Gives the job back until `run_at`; `body`'s writes and that are one unit. */
  postpone(run_at: Date, reason: string, body?: (tx: Tx) => Promise<void>): Promise<void>
  /**
   * Gives the job back, as due as it was, to wait until the gate of its kind has room for `name`; `body`'s writes and that
   * are one unit. It does not count as a try.
   */
  putAside(name: string, reason: string, body?: (tx: Tx) => Promise<void>): Promise<void>
  /** From then on the job does not show any more why it was given back. */
  forgetReason(tx: Tx): void
}

/** Another worker has taken the job over; what this worker was about to write must not be written. */
export class TakenOver extends Error {}

export class ClaimedWork<K extends Kind> implements Work<K> {
  readonly payload: Jobs[K]
  readonly attempt: number
  readonly reason: string | null
  readonly several: boolean
  readonly now: () => Date
  readonly log: Logger
  readonly #database: Database
  readonly #held: store.Held
  readonly #job: JobRow
  readonly #onAside: (name: string) => void
  ended = false

  constructor(
    database: Database,
    job: JobRow,
    { now, log, onAside }: Pick<Work<K>, 'now' | 'log'> & { onAside: (name: string) => void },
  ) {
    this.#database = database
    this.#job = job
    this.#onAside = onAside
    this.#held = { id: job.id, token: job.token }
    this.payload = JSON.parse(job.payload) as Jobs[K]
    this.attempt = job.attempts
    this.reason = job.last_error
    this.several = database.several
    this.now = now
    this.log = log
  }

  read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.read(body)
  }

  look<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.unit(this.#held_on(body), 'queue')
  }

  lookAtOnce<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.unit(this.#held_on(body))
  }

  #held_on<T>(body: (tx: Tx) => Promise<T>): (tx: Tx) => Promise<T> {
    return async tx => {
      await this.#holdOn(tx)
      return body(tx)
    }
  }

  async note<T, Noted>(read: (tx: Tx) => Promise<T>, write: (tx: Tx, read: T) => Promise<Noted>): Promise<Noted> {
    const before = this.#database.several ? { found: await this.#database.read(read) } : undefined
    return this.look(async tx => {
      const { found } = before ?? { found: await read(tx) }
      return write(tx, found)
    })
  }

  /** Undoes the unit unless the job is held. Where others may take it over meanwhile they wait until the unit ends. */
  async #holdOn(tx: Tx): Promise<void> {
    if (this.#database.several) tx.must(store.holdOn, this.#held, () => new TakenOver())
    else if (!(await tx.get(store.isHeld, this.#held))) throw new TakenOver()
  }

  finish(body: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#end(async tx => {
      tx.must(store.removeHeld, this.#held, () => new TakenOver())
      await body(tx)
    })
  }

  postpone(run_at: Date, reason: string, body: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
    return this.#end(async tx => {
      const set_at = this.now().toISOString()
      const values = { ...this.#held, run_at: run_at.toISOString(), set_at, last_error: reason }
      tx.must(store.postponeHeld, values, () => new TakenOver())
      await body(tx)
    })
  }

  async putAside(name: string, reason: string, body: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
    const { kind, run_at } = this.#job
    const values = { ...this.#held, kind: asideKind(kind as Kind, name), run_at, last_error: reason }
    await this.#end(async tx => {
      tx.must(store.putHeldAside, values, () => new TakenOver())
      await body(tx)
    })
    this.#onAside(name)
  }

  forgetReason(tx: Tx): void {
    tx.must(store.forgetReason, this.#held, () => new TakenOver())
  }

  async #end(body: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#database.unit(body, 'queue')
    this.ended = true
  }
}
