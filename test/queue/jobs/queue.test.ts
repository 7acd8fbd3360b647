// The queue: nothing is lost, and the writes of a job are stored once, whenever a worker dies.
import { randomUUIDv7 } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bucketOf } from '../../../src/base/queue/bucket.ts'
import { enqueue } from '../../../src/base/queue/enqueue.ts'
import { type JobKind, QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import { type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { databases, ON_POSTGRES } from '../../support/databases.ts'
import { killWorker } from '../../support/kill-worker.ts'
import { faultyDisk } from '../../support/faulty-disk.ts'
import { everyJob } from '../../support/jobs.ts'

interface Row {
  kind: string
  attempts: number
  last_error: string | null
  failed_at: string | null
  run_at: string | null
  team_id: string | null
  bucket: number
}

const jobs = statement<object, Row>(knex => knex('jobs').select('*').orderBy('created_at'))
const note = statement<{ id: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: 'written by a job', created_at: '' }),
)
const notes = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))

const names = statement<object, { id: string }>(knex => knex('teams').select('id'))
const spoil = statement<object>(knex => knex('jobs').update({ payload: '{' }))

const log = pino({ level: 'silent' })
const RUN = randomUUIDv7()
const AGAIN = randomUUIDv7()
const HOUR_MS = 3_600_000

describe.each(databases)('the queue on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let time: Clock
  const queues: Queue[] = []

  beforeEach(async () => {
    ;({ database, remove } = await open())
    time = clock()
  })
  afterEach(async () => {
    await Promise.all(queues.splice(0).map(queue => queue.stop()))
    await database.close()
    await remove()
  })

  type Advance = (work: Work<'advance_run'>) => Promise<void>

  async function aQueue(advance_run: Advance): Promise<Queue> {
    const queue = createQueue(database, { ...everyJob(), advance_run }, { now: time.now, log })
    queues.push(queue)
    await queue.start()
    return queue
  }
  const put = (run_at?: Date, kind: JobKind = 'advance_run'): Promise<void> =>
    database.unit(tx => enqueue(tx, kind as 'advance_run', { team_id: 't', run_id: RUN, turn: 0 }, time.now(), run_at))
  const left = (): Promise<Row[]> => database.read(tx => tx.all(jobs, {}))
  const written = async (): Promise<number> => (await database.read(tx => tx.get(notes, {})))!.count
  const writes: Advance = work => work.finish(async tx => void (await tx.run(note, { id: work.payload.run_id })))

  it('runs a job and deletes it', async () => {
    const queue = await aQueue(writes)
    await put()
    await queue.idle()
    expect([await written(), await left()]).toEqual([1, []])
  })

  it('does not run a job before it is due', async () => {
    const queue = await aQueue(writes)
    await put(new Date(time.now().getTime() + 1000))
    await queue.idle()
    expect(await written()).toBe(0)
    time.forward(1000)
    await queue.idle()
    expect(await written()).toBe(1)
  })

  it('stores the team of a job, and the bucket of that team', async () => {
    const team_id = randomUUIDv7()
    await database.unit(async tx => {
      await enqueue(tx, 'handle_event', { team_id, about: 'a@example.com' }, time.now())
      await enqueue(tx, 'sweep', { what: 'expired' }, time.now())
    })
    const noted = (await left()).map(row => [row.kind, row.team_id, row.bucket])
    expect(new Set(noted)).toEqual(
      new Set([
        ['handle_event', team_id, bucketOf(team_id)],
        ['sweep', null, 0],
      ]),
    )
  })

  it('stores nothing of a job that dies before or in its finish, and retries it later', async () => {
    let dies = 2
    const queue = await aQueue(async work => {
      if (dies-- === 2) throw new Error('before')
      await work.finish(async tx => {
        await tx.run(note, { id: RUN })
        if (dies === 0) throw new Error('inside')
      })
    })
    await put()
    await queue.idle()
    expect([await written(), (await left())[0]]).toMatchObject([0, { attempts: 1, last_error: 'Error: before' }])
    time.forward(1000)
    await queue.idle()
    expect([await written(), (await left())[0]]).toMatchObject([0, { attempts: 2, last_error: 'Error: inside' }])
    time.forward(2000)
    await queue.idle()
    expect([await written(), await left()]).toEqual([1, []])
  })

  it('does not run a job again that dies after its finish', async () => {
    let runs = 0
    const queue = await aQueue(async work => {
      runs++
      await writes(work)
      throw new Error('after')
    })
    await put()
    await queue.idle()
    time.forward(3_600_000)
    await queue.idle()
    expect([runs, await written(), await left()]).toEqual([1, 1, []])
  })

  it('stores a job that fails every time as a dead letter with its reason', async () => {
    const queue = await aQueue(async () => {
      throw new Error('never works')
    })
    await put()
    for (let attempt = 0; attempt < 30; attempt++) {
      await queue.idle()
      time.forward(3_600_000)
    }
    expect(await left()).toMatchObject([
      { attempts: QUEUE_SETTINGS.advance_run.attempts_max, run_at: null, last_error: 'Error: never works' },
    ])
    expect((await left())[0]!.failed_at).not.toBeNull()
  })

  it('releases a job until the requested time', async () => {
    let runs = 0
    const queue = await aQueue(async work => {
      runs++
      if (runs === 1) await work.postpone(new Date(time.now().getTime() + 5000), 'later', async () => {})
    })
    await put()
    await queue.idle()
    expect(await left()).toMatchObject([{ last_error: 'later' }])
    time.forward(4999)
    await queue.idle()
    expect(runs).toBe(1)
    time.forward(1)
    await queue.idle()
    expect([runs, await left()]).toEqual([2, []])
  })

  it('takes over the jobs of a dead process at startup', async () => {
    const stuck = Promise.withResolvers<void>()
    const dead = await aQueue(() => stuck.promise)
    await put()
    await expect.poll(left).toMatchObject([{ attempts: 1 }])
    await killWorker(dead, database)
    const next = await aQueue(writes)
    await next.idle()
    expect([await written(), await left()]).toEqual([1, []])
    stuck.resolve()
  })

  it('rejects the writes of a worker that slept while its jobs were taken over', async () => {
    const asleep = Promise.withResolvers<void>()
    let late: unknown
    const sleeper = await aQueue(async work => {
      await asleep.promise
      await writes(work).catch((error: unknown) => {
        late = error
        throw error
      })
    })
    await put()
    await expect.poll(left).toMatchObject([{ attempts: 1 }])
    await killWorker(sleeper, database)
    const other = createQueue(database, everyJob(writes as never), { now: time.now, log })
    queues.push(other)
    await other.start()
    await other.idle()
    expect(await written()).toBe(1)
    asleep.resolve()
    await expect.poll(() => late).toBeInstanceOf(Error)
    expect(await written()).toBe(1)
  })

  // on PostgreSQL: test/queue/postgres
  it.skipIf(ON_POSTGRES)('takes over jobs that could not be released as soon as the database is writable', async () => {
    let tries = 0
    const queue = await aQueue(async work => {
      if (++tries > 1) return writes(work)
      disk.fail(1, Infinity, 'SQLITE_FULL')
      throw new Error('and giving it back fails, too')
    })
    const disk = faultyDisk()
    try {
      await put()
      await queue.idle()
      expect(tries).toBe(1)
      disk.repair()
      await queue.idle()
      expect([tries, await written(), await left()]).toEqual([2, 1, []])
    } finally {
      disk.end()
    }
  })

  it('survives a job that cannot be decoded', async () => {
    // before a worker looks for jobs
    await put()
    await database.unit(tx => tx.run(spoil, {}))
    const queue = await aQueue(writes)
    await queue.idle()
    expect(await left()).toMatchObject([{ attempts: 1, last_error: expect.stringContaining('SyntaxError') }])
  })

  describe('the queue with a clock that was set back', () => {
    const done = async (queue: Queue, ids: string[]): Promise<void> => {
      await queue.idle()
      expect((await ran()).toSorted()).toEqual(ids.toSorted())
    }
    const ran = async (): Promise<string[]> => (await database.read(tx => tx.all(names, {}))).map(({ id }) => id)
    const putMany = async (count: number, run_at?: Date): Promise<string[]> => {
      const ids = Array.from({ length: count }, () => randomUUIDv7())
      await database.unit(async tx => {
        for (const run_id of ids)
          await enqueue(tx, 'advance_run', { team_id: 't', run_id, turn: 0 }, time.now(), run_at)
      })
      return ids
    }

    // more than one lane can run, and more than one part of the jobs
    const MANY = 600

    it('runs jobs immediately that were due before', async () => {
      const back = Promise.withResolvers<void>()
      const queue = await aQueue(async work => {
        await back.promise
        await writes(work)
      })
      const ids = await putMany(MANY)
      await expect.poll(async () => (await left()).filter(({ attempts }) => attempts === 1).length).toBe(50)
      time.back(2 * HOUR_MS)
      back.resolve()
      await done(queue, ids)
    })

    it('runs jobs immediately that were due before it was started', async () => {
      const ids = await putMany(MANY)
      time.back(2 * HOUR_MS)
      await done(await aQueue(writes), ids)
    })

    it('keeps the delays of future jobs, including released ones', async () => {
      let tries = 0
      const queue = await aQueue(async work => {
        if (work.payload.run_id === AGAIN && ++tries === 1) {
          await work.postpone(new Date(time.now().getTime() + 60_000), 'later')
        } else await writes(work)
      })
      await database.unit(tx => enqueue(tx, 'advance_run', { team_id: 't', run_id: AGAIN, turn: 0 }, time.now()))
      await queue.idle()
      const [soon] = await putMany(1, new Date(time.now().getTime() + 30_000))
      time.back(2 * HOUR_MS)
      await done(queue, [])
      time.forward(30_000)
      await done(queue, [soon!])
      time.forward(29_000)
      await done(queue, [soon!])
      time.forward(1000)
      await done(queue, [soon!, AGAIN])
    })

    it('does not change jobs written by the right clock, and runs nothing twice when the clock jumps', async () => {
      const queue = await aQueue(writes)
      const ids = await putMany(50, new Date(time.now().getTime() + HOUR_MS))
      time.forward(24 * HOUR_MS)
      await done(queue, ids)
      time.back(24 * HOUR_MS)
      const more = await putMany(5, new Date(time.now().getTime() + HOUR_MS))
      time.forward(500)
      await done(queue, ids)
      time.back(900)
      await done(queue, ids)
      time.forward(HOUR_MS + 400)
      await done(queue, [...ids, ...more])
    })
  })

  it('finishes its running jobs before it stops', async () => {
    const started = Promise.withResolvers<void>()
    const queue = await aQueue(async work => {
      started.resolve()
      await new Promise(resolve => setTimeout(resolve, 20))
      await writes(work)
    })
    await put()
    await started.promise
    await queue.stop()
    expect(await written()).toBe(1)
  })
})
