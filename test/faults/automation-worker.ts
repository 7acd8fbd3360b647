// A process to be killed that only runs background work on a database. With VARIANT=outside, the effects of a step are
// separate units, before the one that advances the run: a deliberate bug that the kill loop must detect.
import { pino } from 'pino'
import {
  advanceRun,
  findRunOfJob,
  performerFor,
  saveAndEnqueue,
} from '../../src/campaigns/automations/runs/advance/actions.ts'
import { createJobs } from '../../src/app/jobs.ts'
import { type JobHandlers, createQueue } from '../../src/base/queue/runner.ts'
import { openDatabase } from '../../src/base/store/open.ts'
import { subscribers } from '../../src/app/subscribers.ts'

const database = await openDatabase(process.env.DATABASE_URL!)
database.subscribers = subscribers
const now = (): Date => new Date()

const outside: JobHandlers['advance_run'] = async work => {
  const held = await database.unit(tx => findRunOfJob(tx, work.payload))
  if (!held) return
  const after = await database.read(tx =>
    advanceRun({ tx, now: now() }, held, (effect, contact) =>
      database.unit(own => performerFor(own, held.run, now())(effect, contact)),
    ),
  )
  await work.finish(tx => saveAndEnqueue({ tx, now: now() }, held.run, after))
}

const jobs = createJobs({ sender: undefined })
const handlers = process.env.VARIANT === 'outside' ? { ...jobs, advance_run: outside } : jobs
const queue = createQueue(database, handlers, { now, log: pino({ level: 'silent' }) })
await queue.start()
// the queue's own timers do not keep the process alive
setInterval(() => {}, 60_000)
process.stdout.write('ready\n')
