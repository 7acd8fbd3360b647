// Changes pending jobs by the id of their subject: the job's id is that id, or starts with it and a slash.
import type { Tx } from '../store/database.ts'
import { removeInRange, rescheduleInRange } from './store.ts'

/** The character after the slash, for the end of a range of ids. */
const AFTER_SLASH = '0'

interface About {
  from: string
  until: string
}

const about = (id: string): About => ({ from: id, until: id + AFTER_SLASH })

/** Removes the jobs. A worker that has claimed one of them can no longer write anything for it. */
export function removeJobs(tx: Tx, id: string): void {
  tx.put(removeInRange, about(id))
}

/** Changes the due time of the jobs. A worker that has claimed one of them loses it. */
export function rescheduleJobs(tx: Tx, id: string, run_at: Date, now: Date): void {
  tx.put(rescheduleInRange, { ...about(id), run_at: run_at.toISOString(), set_at: now.toISOString() })
}
