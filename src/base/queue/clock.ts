// Repairs due times after the machine's clock was set back: they would lie too far in the future. Each job stores what the
// clock said when its due time was written: when that is later than now, the job is due after the same wait from now on.
// A job that is bound to a moment looks at the clock itself when it runs, and waits on.
import type { Database } from '../store/database.ts'
import * as store from './store.ts'

/** A clock that is put right by less than this causes no noticeable delay. */
const TOLERANCE_MS = 1000
/** Those of several machines may differ by so much, and what one has written is not to be put right by another. */
const TOLERANCE_OF_SEVERAL_MS = 10_000
/** Jobs looked at before others go on. */
const PART = 250

export class ClockWatch {
  readonly #database: Database
  readonly #tolerance_ms: number
  #latest_ms = -Infinity
  /** The job behind which to look on; `undefined` when there is nothing to do. At a start the clock is not trusted. */
  #after: string | undefined = ''

  constructor(database: Database) {
    this.#database = database
    this.#tolerance_ms = database.several ? TOLERANCE_OF_SEVERAL_MS : TOLERANCE_MS
  }

  /** Others are at work: they would have noticed. */
  trust(): void {
    this.#after = undefined
  }

  /** Whether a part of the jobs is to be looked at. */
  noticed(now: Date): boolean {
    if (now.getTime() < this.#latest_ms - this.#tolerance_ms) this.#after = ''
    this.#latest_ms = now.getTime()
    return this.#after !== undefined
  }

  /** Puts the due times of some jobs right. */
  async putRight(now: Date): Promise<void> {
    const after = this.#after!
    const jobs = await this.#database.read(async tx => {
      const listed = await tx.all(store.listDueTimes, { after, limit: PART })
      await tx.pause()
      return listed
    })
    const moves = jobs.flatMap(job => moved(job, now, this.#tolerance_ms))
    if (moves.length > 0) {
      await this.#database.unit(async tx => {
        for (const move of moves) tx.put(store.moveDue, move)
      })
    }
    const last = jobs.length < PART ? undefined : jobs.at(-1)!.id
    // unless the clock was set back once more meanwhile
    if (this.#after === after) this.#after = last
  }
}

/** When the job is due by this clock, if its due time was written by one that was ahead. */
function moved(
  { id, run_at, set_at, created_at }: store.DueTime,
  now: Date,
  tolerance_ms: number,
): { id: string; due: string; run_at: string; set_at: string }[] {
  const set_ms = Date.parse(set_at ?? created_at)
  if (run_at === null || set_ms <= now.getTime() + tolerance_ms) return []
  const run_ms = now.getTime() + Math.max(0, Date.parse(run_at) - set_ms)
  return [{ id, due: run_at, run_at: new Date(run_ms).toISOString(), set_at: now.toISOString() }]
}
