// A gate of a kind of job: jobs without capacity wait in a separate queue, use no attempt, and do not block other jobs.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { enqueue } from '../../../src/base/queue/enqueue.ts'
import { type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import type { Gate } from '../../../src/base/queue/shares.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases } from '../../support/databases.ts'
import { everyJob } from '../../support/jobs.ts'

const now = (): Date => new Date()
const TEAM = '00000000-0000-7000-8000-000000000001'

const waiting = statement<object, { kind: string; attempts: number; run_at: string; last_error: string | null }>(knex =>
  knex('jobs').select('kind', 'attempts', 'run_at', 'last_error').orderBy('run_at'),
)

/** A gate that is shut for some names, or admits a limited number for each. */
class TestGate implements Gate {
  readonly shut = new Set<string>()
  most = Infinity
  closed = false

  mayClaim(name: string, held: number): boolean {
    return !this.shut.has(name) && held < this.most
  }

  isClosed(): boolean {
    return this.closed
  }
}

describe.each(databases)('a gate on %s', (_, open) => {
  let database: Database
  let gate: TestGate
  let done: string[]
  let act: (work: Work<'deliver_email'>) => Promise<void>
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    database = opened.database
    closing.push(opened.remove, () => database.close())
    gate = new TestGate()
    done = []
    act = async work => void done.push(work.payload.destination!)
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aQueue(): Promise<Queue> {
    const handlers = { ...everyJob(), deliver_email: (work: Work<'deliver_email'>) => act(work) }
    const log = pino({ level: 'silent' })
    const queue = createQueue(database, handlers, { now, log, gates: { deliver_email: gate } })
    closing.push(() => queue.stop())
    await queue.start()
    return queue
  }
  const left = async (...destinations: string[]): Promise<void> =>
    database.unit(async tx => {
      for (const destination of destinations) {
        const payload = { team_id: TEAM, email_id: tx.newId('emails'), destination }
        await enqueue(tx, 'deliver_email', payload, now())
      }
    })
  const jobs = (): ReturnType<typeof list> => list()
  const list = () => database.read(tx => tx.all(waiting, {}))

  it('keeps jobs for a shut destination with their due time and without an attempt, and admits all others', async () => {
    gate.shut.add('shut.example')
    await aQueue()
    await left('shut.example', 'shut.example', 'open.example', 'shut.example', 'open.example')
    await expect.poll(() => done).toEqual(['open.example', 'open.example'])
    await expect
      .poll(async () => (await jobs()).map(({ kind, attempts }) => [kind, attempts]))
      .toEqual(Array.from({ length: 3 }, () => ['deliver_email@shut.example', 0]))
    gate.shut.clear()
    await expect.poll(() => done.length).toBe(5)
    await expect.poll(jobs).toEqual([])
  })

  it('receives the number of running jobs, so that it can limit a destination', async () => {
    gate.most = 2
    const release = Promise.withResolvers<void>()
    let most = 0
    let inHand = 0
    act = async work => {
      most = Math.max(most, ++inHand)
      if (inHand === 2) release.resolve()
      await release.promise
      inHand--
      done.push(work.payload.destination!)
    }
    await left(...Array.from({ length: 9 }, () => 'one.example'))
    await aQueue()
    await expect.poll(() => done.length).toBe(9)
    expect(most).toBe(2)
  })

  it('claims no job of the kind while it is closed, and all when it opens', async () => {
    gate.closed = true
    await aQueue()
    await left('one.example', 'two.example')
    await database.unit(tx => enqueue(tx, 'clear_mailbox', { team_id: TEAM, until: '' }, now()))
    await expect.poll(async () => (await jobs()).map(({ kind }) => kind)).toEqual(['deliver_email', 'deliver_email'])
    expect(done).toEqual([])
    gate.closed = false
    await expect.poll(() => done.toSorted()).toEqual(['one.example', 'two.example'])
  })

  it('returns a job that was set aside under another name to its own destination', async () => {
    gate.shut.add('sender:from.example')
    act = async work => {
      if (gate.shut.has('sender:from.example')) await work.waitForRoom('sender:from.example', 'It is paused')
      else done.push(work.payload.destination!)
    }
    await aQueue()
    await left('one.example', 'one.example')
    await expect
      .poll(async () => (await jobs()).map(({ kind, attempts, last_error }) => [kind, attempts, last_error]))
      .toEqual(Array.from({ length: 2 }, () => ['deliver_email@sender:from.example', 0, 'It is paused']))
    // and now its destination has no capacity
    gate.shut.add('one.example')
    gate.shut.delete('sender:from.example')
    await expect
      .poll(async () => (await jobs()).map(({ kind }) => kind))
      .toEqual(['deliver_email@one.example', 'deliver_email@one.example'])
    expect(done).toEqual([])
    gate.shut.clear()
    await expect.poll(() => done).toEqual(['one.example', 'one.example'])
    await expect.poll(jobs).toEqual([])
  })

  it('is evaluated again by the next process, which gets the jobs that were set aside', async () => {
    gate.shut.add('shut.example')
    const first = await aQueue()
    await left('shut.example')
    await expect.poll(async () => (await jobs()).map(({ kind }) => kind)).toEqual(['deliver_email@shut.example'])
    await first.stop()
    gate.shut.clear()
    await aQueue()
    await expect.poll(() => done).toEqual(['shut.example'])
  })
})
