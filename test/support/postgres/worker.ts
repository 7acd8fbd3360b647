// A process that runs jobs on the test's PostgreSQL and can be killed or stopped. It reports the current job, finishes
// each one on `finish`, and reports whether the result was written or refused.
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { createQueue } from '../../../src/base/queue/runner.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { everyJob } from '../jobs.ts'
import { writeDone } from './done.ts'

const [url, name] = process.argv.slice(2)
const database = await openDatabase(url!)
const told: (() => void)[] = []
let isTold = false
createInterface({ input: process.stdin }).on('line', () => {
  isTold = true
  for (const go of told.splice(0)) go()
})

const queue = createQueue(
  database,
  {
    ...everyJob(),
    advance_run: async work => {
      const { run_id } = work.payload
      console.log(`claimed ${run_id}`)
      if (!isTold) await new Promise<void>(resolve => void told.push(resolve))
      try {
        await work.finish(async tx => writeDone(tx, run_id, name!))
        console.log(`wrote ${run_id}`)
      } catch (error) {
        console.log(`refused ${run_id}`)
        throw error
      }
    },
  },
  { now: () => new Date(), log: pino({ level: 'silent' }) },
)
await queue.start()
console.log('ready')
