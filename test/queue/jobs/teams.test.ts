// Jobs of one team do not block those of another: however many slow hosts a team uses, half of each lane is left, and
// in lanes where jobs are split into parts the teams take turns.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canWait } from '../../../src/base/queue/waiting-names.ts'
import { enqueue } from '../../../src/base/queue/enqueue.ts'
import { type Jobs, type JobKind, JOB_KINDS, QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import { type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases } from '../../support/databases.ts'
import { everyJob } from '../../support/jobs.ts'

const now = (): Date => new Date()
const [A, B, C] = ['a', 'b', 'c'].map(last => `00000000-0000-7000-8000-00000000000${last}`) as [string, string, string]
const WITHIN = { timeout: 60_000 }
const UNREADABLE = 'no JSON'

/** Neither running nor set aside. */
const notTaken = statement<{ kind: string }, { count: number }>((knex, param) =>
  knex('jobs').where('kind', param('kind')).whereNotNull('run_at').count({ count: '*' }),
)
const left = statement<object, { count: number }>(knex => knex('jobs').count({ count: '*' }))
const aside = statement<object, { count: number }>(knex => knex('jobs').whereLike('kind', '%@%').count({ count: '*' }))
const spoil = statement<{ team_id: string }>((knex, param) =>
  knex('jobs').where('team_id', param('team_id')).update({ payload: UNREADABLE }),
)

interface Job {
  team_id: string
  destination?: string
}
type Act = (job: Job, work: Work<JobKind>) => Promise<void>

it('every kind with a low concurrency is shared by team, or rotates between teams', () => {
  const narrow = JOB_KINDS.filter(kind => QUEUE_SETTINGS[kind].concurrency <= 5)
  // cleanup belongs to no team
  expect(narrow.filter(kind => !canWait(kind))).toEqual(['sweep'])
})

describe.each(databases)('jobs of several teams on %s', (_, open) => {
  let database: Database
  const closing: (() => unknown)[] = []

  beforeEach(async () => {
    const opened = await open()
    database = opened.database
    closing.push(opened.remove, () => database.close())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
  })

  async function aQueue(kind: JobKind, act: Act): Promise<Queue> {
    const handlers = { ...everyJob(), [kind]: (work: Work<JobKind>) => act(work.payload as Job, work) }
    const queue = createQueue(database, handlers, { now, log: pino({ level: 'silent' }) })
    closing.push(() => queue.stop())
    await queue.start()
    return queue
  }
  const leave = (kind: JobKind, jobs: Job[]): Promise<void> =>
    database.unit(async tx => {
      for (const job of jobs) await enqueue(tx, kind, job as unknown as Jobs[JobKind], now())
    })
  const counted = async (what: typeof left): Promise<number> => (await database.read(tx => tx.get(what, {})))!.count
  const settled = (kind: JobKind): Promise<void> =>
    expect.poll(async () => (await database.read(tx => tx.get(notTaken, { kind })))!.count, WITHIN).toBe(0)

  describe.each(JOB_KINDS.filter(kind => QUEUE_SETTINGS[kind].shared))('jobs that wait for the network, %s,', kind => {
    const slow = Array.from({ length: 200 }, (_each, index) => ({ team_id: A, destination: `a${index}.slow.example` }))
    const quick = Array.from({ length: 200 }, () => ({ team_id: B, destination: 'quick.example' }))

    /** The maximum number of running jobs of team B while none ends. */
    async function inHandOfB(before: Job[]): Promise<number> {
      const release = Promise.withResolvers<void>()
      let held = 0
      const queue = await aQueue(kind, async ({ team_id }) => {
        if (team_id === B) held++
        await release.promise
      })
      await leave(kind, before)
      await settled(kind)
      await leave(kind, quick)
      await settled(kind)
      const found = held
      release.resolve()
      await expect.poll(() => counted(left), WITHIN).toBe(0)
      expect(held).toBe(quick.length)
      await queue.stop()
      return found
    }

    it('leave another team at least half of its usual capacity, whatever hosts they wait for', async () => {
      const alone = await inHandOfB([])
      const beside = await inHandOfB(slow)
      expect([alone > 0, 2 * beside >= alone]).toEqual([true, true])
    })
  })

  // one of each concurrency
  const rotating = [
    'import_contacts',
    'fan_out_broadcast',
    'send_broadcast',
    'handle_contact_removed',
    'handle_event',
    'advance_run',
  ] as const
  describe.each(rotating)('jobs that run in parts, %s,', kind => {
    const { concurrency } = QUEUE_SETTINGS[kind]
    // more than are examined in one unit
    const many = (team_id: string, count: number) => Array.from({ length: count }, () => ({ team_id }))

    /** Each creates the job of its next part, so that it never ends, except those of team B. */
    const inParts =
      (parts: string[], onPart: (team_id: string) => Promise<void> = async () => {}): Act =>
      async ({ team_id }, work) => {
        parts.push(team_id)
        await onPart(team_id)
        if (team_id !== B && !parts.includes(B))
          await work.finish(tx => enqueue<JobKind>(tx, kind, work.payload, work.now()))
      }

    it('reach a waiting team after one part of another, which has queued many before', async () => {
      const parts: string[] = []
      await leave(kind, [...many(A, 250), ...many(B, 1)])
      const queue = await aQueue(kind, inParts(parts))
      await expect.poll(() => parts.includes(B), WITHIN).toBe(true)
      expect(parts.indexOf(B)).toBeLessThanOrEqual(concurrency)
      await queue.stop()
    })

    it('reach a team that starts to wait while others run', async () => {
      const parts: string[] = []
      let left_at = Infinity
      const queue = await aQueue(
        kind,
        inParts(parts, async team_id => {
          if (team_id === B || parts.length < 7 || left_at !== Infinity) return
          left_at = parts.length
          await leave(kind, many(B, 1))
        }),
      )
      await leave(kind, [...many(A, 20), ...many(C, 20)])
      await expect.poll(() => parts.includes(B), WITHIN).toBe(true)
      // running jobs continue, and each of the others may run once before it
      expect(parts.indexOf(B) - left_at).toBeLessThanOrEqual(2 * concurrency)
      await queue.stop()
    })
  })

  it('the next process finds waiting jobs, including those without a team and undecodable ones', async () => {
    const kind = 'erase_contact'
    const release = Promise.withResolvers<void>()
    const done: string[] = []
    const jobs = [A, B, C].flatMap(team_id => Array.from({ length: 5 }, () => ({ team_id })))
    await leave(kind, [...jobs, {} as Job])
    await database.unit(tx => tx.run(spoil, { team_id: C }))
    const act: Act = async ({ team_id }: Partial<Job>) => {
      await release.promise
      done.push(team_id ?? 'nobody')
    }
    const first = await aQueue(kind, act)
    await expect.poll(() => counted(aside), WITHIN).toBeGreaterThan(jobs.length / 2)
    const stopped = first.stop()
    release.resolve()
    await stopped
    await aQueue(kind, act)
    // undecodable jobs are retried later
    await expect.poll(() => counted(left), WITHIN).toBe(5)
    expect(done.toSorted()).toEqual([...Array(5).fill(A), ...Array(5).fill(B), 'nobody'].toSorted())
  })
})
