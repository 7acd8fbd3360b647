// Repairs due times after the machine's clock was set back, because they would be too far in the future. Each job stores
// the time at which its due time was written. If that is later than now, the job becomes due after the same delay,
// counted from now. A job that is bound to a fixed time checks the clock when it runs, and waits again if needed.
import type { Database } from '../store/database.ts'
import * as store from './store.ts'

/** A smaller clock error causes no noticeable delay. */
const TOLERANCE_MS = 1000
/** Allowed difference between the clocks of several machines: a process must not change due times that another one wrote. */
const TOLERANCE_OF_SEVERAL_MS = 10_000
/** Jobs that one read lists before other units run. */
const PART = 250

export class ClockMonitor {
  readonly #database: Database
  readonly #tolerance_ms: number
  #latest_ms = -Infinity
  /** The job after which to continue; `undefined`: nothing to do. After a start all jobs are checked. */
  #after: string | undefined = ''

  constructor(database: Database) {
    this.#database = database
    this.#tolerance_ms = database.several ? TOLERANCE_OF_SEVERAL_MS : TOLERANCE_MS
  }

  /** Skips the check after a start: other processes are running and would have detected a changed clock. */
  skipFirstCheck(): void {
    this.#after = undefined
  }

  /** Whether some jobs still have to be checked. */
  hasJobsToCheck(now: Date): boolean {
    if (now.getTime() < this.#latest_ms - this.#tolerance_ms) this.#after = ''
    this.#latest_ms = now.getTime()
    return this.#after !== undefined
  }

  /** Corrects the due times of some jobs. */
  async correctDueTimes(now: Date): Promise<void> {
    const after = this.#after!
    const jobs = await this.#database.read(async tx => {
      const listed = await tx.all(store.listDueTimes, { after, limit: PART })
      await tx.pause()
      return listed
    })
    const moves = jobs.flatMap(job => moved(job, now, this.#tolerance_ms))
    if (moves.length > 0) {
      await this.#database.unit(async tx => {
        for (const move of moves) tx.put(store.updateDueTime, move)
      })
    }
    const last = jobs.length < PART ? undefined : jobs.at(-1)!.id
    // unless the clock was set back again meanwhile
    if (this.#after === after) this.#after = last
  }
}

/** The new due time of a job whose due time was written by a clock that was ahead; empty: the job is unchanged. */
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
