// Changes waiting jobs by the id of their subject: the job's id is that id, or begins with it and a slash.
import type { Tx } from '../store/database.ts'
import { removeAbout, rescheduleAbout } from './store.ts'

/** The character after the slash, for the end of a range of ids. */
const AFTER_SLASH = '0'

interface About {
  from: string
  until: string
}

const about = (id: string): About => ({ from: id, until: id + AFTER_SLASH })

/** Removes the jobs. A worker that has claimed one of them can write nothing for it any more. */
export function dropJobs(tx: Tx, id: string): void {
  tx.put(removeAbout, about(id))
}

/** Gives the jobs another due time. A worker that has claimed one of them loses it. */
export function rescheduleJobs(tx: Tx, id: string, run_at: Date, now: Date): void {
  tx.put(rescheduleAbout, { ...about(id), run_at: run_at.toISOString(), set_at: now.toISOString() })
}
