// The number of jobs, counted correctly across the parts in which it is counted, and bounded.
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COUNTED_MAX, countJobs, readDepths } from '../../../src/base/queue/depth.ts'
import { canWait } from '../../../src/base/queue/waiting-names.ts'
import { type JobKind, JOB_KINDS } from '../../../src/base/queue/kinds.ts'
import type { Database, Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases } from '../../support/databases.ts'

const NOW = new Date('2026-11-20T10:00:00.000Z')
const at = (minutes: number): string => new Date(NOW.getTime() + minutes * 60_000).toISOString()

interface Made {
  kind: string
  run_at: string | null
  owner?: string | null
}

const insert = statement<Required<Made> & { id: string }>((knex, place) =>
  knex('jobs').insert({
    id: place('id'),
    kind: place('kind'),
    run_at: place('run_at'),
    owner: place('owner'),
    payload: '{}',
    created_at: '',
    attempts: 0,
    token: 0,
  }),
)

describe.each(databases)('the depth of the queue on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  beforeEach(async () => void ({ database, remove } = await open()))
  afterEach(async () => {
    await database.close()
    await remove()
  })

  const put = (count: number, made: Made): Promise<void> =>
    database.unit(async tx => {
      for (let number = 0; number < count; number++) await tx.run(insert, { id: randomUUIDv7(), owner: null, ...made })
    })
  const depth = async (kind: JobKind): Promise<unknown> => (await readDepths(database, NOW)).get(kind)

  it('is zero for every kind at first', async () => {
    const depths = await readDepths(database, NOW)
    expect([...depths.keys()]).toEqual(JOB_KINDS)
    expect(new Set([...depths.values()].map(each => JSON.stringify(each)))).toEqual(
      new Set(['{"due":0,"waiting":0,"dead":0}']),
    )
  })

  it('distinguishes due jobs, waiting jobs, running jobs and dead letters', async () => {
    await put(2, { kind: 'advance_run', run_at: at(-3) })
    await put(1, { kind: 'advance_run', run_at: at(0) })
    await put(4, { kind: 'advance_run', run_at: at(1) })
    await put(5, { kind: 'advance_run', run_at: null, owner: 'somebody' })
    await put(6, { kind: 'advance_run', run_at: null })
    await put(1, { kind: 'handle_event', run_at: at(-1) })
    expect(await depth('advance_run')).toEqual({ due: 3, waiting: 4, dead: 6, oldest_due_at: at(-3) })
    expect(await depth('handle_event')).toEqual({ due: 1, waiting: 0, dead: 0, oldest_due_at: at(-1) })
  })

  it('includes jobs that wait for their destination, and no kind whose name starts the same', async () => {
    await put(2, { kind: 'deliver_email', run_at: at(-1) })
    await put(3, { kind: 'deliver_email@a.example', run_at: at(-5) })
    await put(4, { kind: 'deliver_email@z.example', run_at: at(-2) })
    await put(1, { kind: 'deliver_email_other', run_at: at(-9) })
    expect(await depth('deliver_email')).toEqual({ due: 9, waiting: 0, dead: 0, oldest_due_at: at(-5) })
  })

  it('counts jobs that share a time once, across all parts', async () => {
    await put(5_000, { kind: 'advance_run', run_at: at(-1) })
    expect(await depth('advance_run')).toMatchObject({ due: 5_000, waiting: 0 })
    await put(7_000, { kind: 'advance_run', run_at: at(-1) })
    await put(6_001, { kind: 'advance_run', run_at: at(7) })
    expect(await depth('advance_run')).toMatchObject({ due: 12_000, waiting: 6_001 })
  })

  it('is counted for capacity checks: exactly if there are few, up to the bound if there are many', async () => {
    const room = (max: number): Promise<number> => database.read(tx => countJobs(tx, 'deliver_email', max))
    await put(7, { kind: 'deliver_email', run_at: at(-1) })
    await put(2, { kind: 'deliver_email', run_at: null, owner: 'somebody' })
    await put(3, { kind: 'deliver_email@a.example', run_at: at(2) })
    await put(1, { kind: 'deliver_email_other', run_at: at(-9) })
    expect([await room(100), await room(5)]).toEqual([12, 5])
    await put(6_000, { kind: 'deliver_email', run_at: at(-2) })
    await put(4_000, { kind: 'deliver_email@z.example', run_at: at(3) })
    expect([await room(100_000), await room(10_000), await room(5_001)]).toEqual([10_010, 10_000, 5_001])
  })

  it('stops at its bound, and other work runs in between', async () => {
    let pauses = 0
    const aside: string[] = []
    // an endless queue: each part is followed by another
    const get = async (_statement: unknown, values: object): Promise<object> =>
      'before' in values ? { run_at: at(-1), id: 'x' } : { count: 0, run_at: at(-1) }
    // and as many destinations as requested
    const all = async (_statement: unknown, { after, limit }: { after: string; limit: number }): Promise<object[]> => {
      const kinds = Array.from({ length: limit }, (_, index) => ({ kind: after + index }))
      aside.push(...kinds.map(({ kind }) => kind.split('@')[0]!))
      return kinds
    }
    const tx = { get, all, pause: async () => void pauses++ } as unknown as Tx
    const without_end = { read: (body: (given: Tx) => Promise<unknown>) => body(tx) } as unknown as Database
    const depths = await readDepths(without_end, NOW)
    expect(depths.get('advance_run')).toMatchObject({ due: COUNTED_MAX, waiting: COUNTED_MAX })
    expect(depths.get('deliver_email')).toMatchObject({ due: COUNTED_MAX, waiting: COUNTED_MAX })
    const those = JOB_KINDS.filter(canWait)
    expect(aside).toEqual(those.flatMap(kind => Array.from({ length: 1000 }, () => kind)))
    expect(pauses).toBeGreaterThan((JOB_KINDS.length * 2 * COUNTED_MAX) / 5_000)
  })
})
