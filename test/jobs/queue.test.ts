// The queue: nothing is lost, and what a job writes is written once, wherever a worker dies.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enqueue } from '../../src/queue/enqueue.ts'
import type { Kind } from '../../src/queue/kinds.ts'
import { type Queue, type Work, createQueue } from '../../src/queue/runner.ts'
import type { Database } from '../../src/store/database.ts'
import { statement } from '../../src/store/statement.ts'
import { type Clock, clock } from '../support/clock.ts'
import { databases } from '../support/databases.ts'
import { everyJob } from '../support/jobs.ts'

interface Row {
  kind: string
  attempts: number
  last_error: string | null
  failed_at: string | null
  run_at: string | null
}

const jobs = statement<object, Row>(knex => knex('jobs').select('*').orderBy('created_at'))
const note = statement<{ id: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: 'written by a job', created_at: '' }),
)
const notes = statement<object, { count: number }>(knex => knex('teams').count({ count: '*' }))

const log = pino({ level: 'silent' })
const LEASE_MS = 120_000

describe.each(databases)('the queue on %s', (_, open) => {
  let database: Database
  let remove: () => void
  let time: Clock
  const queues: Queue[] = []

  beforeEach(async () => {
    ;({ database, remove } = await open())
    time = clock()
  })
  afterEach(async () => {
    await Promise.all(queues.splice(0).map(queue => queue.stop()))
    await database.close()
    remove()
  })

  type Advance = (work: Work<'advance_run'>) => Promise<void>

  async function aQueue(advance_run: Advance): Promise<Queue> {
    const queue = createQueue(database, { ...everyJob(), advance_run }, time.now, log)
    queues.push(queue)
    await queue.start()
    return queue
  }
  const put = (run_at?: Date, kind: Kind = 'advance_run'): Promise<void> =>
    database.unit(tx => enqueue(tx, kind as 'advance_run', { run_id: 'r', turn: 0 }, time.now(), run_at))
  const left = (): Promise<Row[]> => database.read(tx => tx.all(jobs, {}))
  const written = async (): Promise<number> => (await database.read(tx => tx.get(notes, {})))!.count
  const writes: Advance = work => work.finish(async tx => void (await tx.run(note, { id: work.payload.run_id })))

  it('does a job and removes it', async () => {
    const queue = await aQueue(writes)
    await put()
    await queue.idle()
    expect([await written(), await left()]).toEqual([1, []])
  })

  it('leaves a job alone until it is due', async () => {
    const queue = await aQueue(writes)
    await put(new Date(time.now().getTime() + 1000))
    await queue.idle()
    expect(await written()).toBe(0)
    time.forward(1000)
    await queue.idle()
    expect(await written()).toBe(1)
  })

  it('writes nothing of a job that dies before or inside its finish, and tries it again later', async () => {
    let dies = 2
    const queue = await aQueue(async work => {
      if (dies-- === 2) throw new Error('before')
      await work.finish(async tx => {
        await tx.run(note, { id: 'r' })
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

  it('does not do a job again that dies after its finish', async () => {
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

  it('keeps a job that fails every time as a dead end with its reason', async () => {
    const queue = await aQueue(async () => {
      throw new Error('never works')
    })
    await put()
    for (let attempt = 0; attempt < 30; attempt++) {
      await queue.idle()
      time.forward(3_600_000)
    }
    expect(await left()).toMatchObject([{ attempts: 25, run_at: null, last_error: 'Error: never works' }])
    expect((await left())[0]!.failed_at).not.toBeNull()
  })

  it('gives a job back until the time it asks for', async () => {
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

  it('takes back at its start what a dead process had in hand', async () => {
    const stuck = Promise.withResolvers<void>()
    await aQueue(() => stuck.promise) // this process "dies": it never finishes
    await put()
    await expect.poll(left).toMatchObject([{ attempts: 1 }])
    const next = await aQueue(writes)
    await next.idle()
    expect([await written(), await left()]).toEqual([1, []])
    stuck.resolve()
  })

  it('lets a worker that slept past its lease write nothing any more', async () => {
    const asleep = Promise.withResolvers<void>()
    let late: unknown
    await aQueue(async work => {
      await asleep.promise
      await writes(work).catch((error: unknown) => {
        late = error
        throw error
      })
    })
    await put()
    await expect.poll(left).toMatchObject([{ attempts: 1 }])
    time.forward(LEASE_MS)
    const other = createQueue(database, everyJob(writes as never), time.now, log)
    queues.push(other)
    await other.start()
    await other.idle()
    expect(await written()).toBe(1)
    asleep.resolve()
    await expect.poll(() => late).toBeInstanceOf(Error)
    expect(await written()).toBe(1)
  })

  it('finishes what it has in hand before it stops', async () => {
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
