// The queue of a process that runs no jobs: it only notifies the processes that do.
import type { Logger } from 'pino'
import type { Database } from '../store/database.ts'
import { type JobKind, JOB_KINDS } from './kinds.ts'
import type { Queue } from './runner.ts'
import { Workers } from './workers.ts'

const NO_WORKERS = Object.fromEntries(JOB_KINDS.map(kind => [kind, 0])) as Record<JobKind, number>

/** For a database that several processes share. `worker`: the name of this process, as in its log. */
export function remoteQueue(
  database: Database,
  { now, log, worker: name = '' }: { now: () => Date; log: Logger; worker?: string },
): Queue {
  const workers = new Workers(database, { roles: ['web'], name }, { now, log, onBack: () => {} })
  return {
    start: async () => {
      await workers.join()
      database.onWake = (kinds, from) => {
        if (from === 'here') database.wakeOthers(kinds)
      }
    },
    stop: () => workers.leave(),
    isRunning: () => true,
    inHand: () => NO_WORKERS,
    idle: async () => {},
    nextDue: async () => undefined,
    workers: () => workers.count,
  }
}
