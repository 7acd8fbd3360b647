// A clock that is set back leaves due times behind that lie in a future which only the wrong clock knew. Each job keeps
// what the clock said when its due time was written: when that is later than now, the job is due after the same wait from
// now on. Work that is bound to a moment looks at the clock itself when its job comes, and waits on.
import type { Database } from '../store/database.ts'
import * as store from './store.ts'

/** A clock that is put right by less than this delays nobody noticeably. */
const TOLERANCE_MS = 1000
/** Jobs looked at in one unit, which holds up all others. */
const PART = 250

export class ClockWatch {
  #latest_ms = -Infinity
  /** The job behind which to look on; `undefined` when there is nothing to do. At a start nobody knows what the clock did. */
  #after: string | undefined = ''

  /** Whether a part of the jobs is to be looked at. */
  noticed(now: Date): boolean {
    if (now.getTime() < this.#latest_ms - TOLERANCE_MS) this.#after = ''
    this.#latest_ms = now.getTime()
    return this.#after !== undefined
  }

  /** Puts the due times of some jobs right. */
  async putRight(database: Database, now: Date): Promise<void> {
    const after = this.#after!
    const last = await database.unit(async tx => {
      const jobs = await tx.all(store.listDueTimes, { after, limit: PART })
      for (const job of jobs) {
        const run_at = recounted(job, now)
        if (run_at) tx.put(store.moveDue, { id: job.id, run_at: run_at.toISOString(), set_at: now.toISOString() })
      }
      return jobs.length < PART ? undefined : jobs.at(-1)!.id
    })
    // unless the clock was set back once more meanwhile
    if (this.#after === after) this.#after = last
  }
}

/** When the job is due by this clock, if its due time was written by one that was ahead. */
function recounted({ run_at, set_at, created_at }: store.DueTime, now: Date): Date | undefined {
  const set_ms = Date.parse(set_at ?? created_at)
  if (run_at === null || set_ms <= now.getTime() + TOLERANCE_MS) return undefined
  return new Date(now.getTime() + Math.max(0, Date.parse(run_at) - set_ms))
}
