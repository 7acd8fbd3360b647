// The lane of an endpoint: a single job, which new events wake up without writing to it while it is busy.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { IDLE_REASON } from '../../../src/base/queue/lanes.ts'
import { statement } from '../../../src/base/store/statement.ts'
import type { Database } from '../../../src/base/store/database.ts'
import { databases, ON_POSTGRES, withTeams } from '../../support/databases.ts'
import { openPostings, type Postings } from '../../support/webhooks.ts'

interface Lane {
  run_at: string | null
  owner: string | null
  token: number
  last_error: string | null
}

const find = statement<{ lane: string }, Lane>((knex, param) =>
  knex('jobs').select('run_at', 'owner', 'token', 'last_error').where('id', param('lane')),
)
const change = statement<Lane & { lane: string }>((knex, param) =>
  knex('jobs')
    .where('id', param('lane'))
    .update({ run_at: param('run_at'), owner: param('owner'), token: param('token'), last_error: param('last_error') }),
)

describe.each(databases)('a lane on %s', (_, open) => {
  let database: Database
  let end: () => Promise<void>
  let posting: Postings
  let lane: string

  beforeEach(async () => {
    const opened = await withTeams(open)
    ;({ database, end } = opened)
    posting = await openPostings(database, opened.team_id)
    // stopped, so that the pending jobs can be inspected
    await posting.queue.stop()
    lane = (await posting.endpoint('one', 'http://127.0.0.1:9/')).id
  })
  afterEach(async () => {
    await posting.close()
    await end()
  })

  const found = (): Promise<Lane | undefined> => database.read(tx => tx.get(find, { lane }))
  /** The lane after an event. */
  const after = async (before: Lane): Promise<Lane | undefined> => {
    await posting.recordTopic()
    await database.unit(async tx => tx.put(change, { ...before, lane }))
    await posting.recordTopic()
    return found()
  }
  const now = (): string => posting.time.now().toISOString()
  const LATER = '2026-12-24T00:00:00.000Z'

  it('is created with the first event', async () => {
    expect(await found()).toBeUndefined()
    await posting.recordTopic()
    expect(await found()).toMatchObject({ run_at: now(), owner: null })
  })

  it.each([
    ['that is due', { run_at: '2026-11-01T00:00:00.000Z', owner: null, token: 3, last_error: null }],
    ['that is busy', { run_at: null, owner: 'a worker', token: 3, last_error: null }],
    ['that is busy after a failure', { run_at: null, owner: 'a worker', token: 3, last_error: 'Error' }],
  ])('%s is not changed', async (_name, before) => {
    expect(await after(before)).toEqual(before)
  })

  it.each([
    ['that waits for a retry', { run_at: LATER, owner: null, token: 3, last_error: IDLE_REASON }],
    ['that is idle and checks again', { run_at: null, owner: 'a worker', token: 3, last_error: IDLE_REASON }],
    ['that failed permanently', { run_at: null, owner: null, token: 3, last_error: 'Error' }],
  ])('%s becomes due immediately, and its worker loses its claim', async (_name, before) => {
    expect(await after(before)).toMatchObject({ run_at: now(), owner: null, token: 4 })
  })

  // only several processes have lanes that linger
  it.skipIf(!ON_POSTGRES)('that lingers does not hide an event from a test that waits for the queue', async () => {
    await posting.queue.start()
    await posting.recordTopic()
    const lingering = { owner: null, last_error: IDLE_REASON }
    await expect.poll(found).toMatchObject(lingering)
    const state = (await found())!
    const set = (to: Lane): Promise<void> => database.unit(async tx => tx.put(change, { ...to, lane }))
    // as if the event was recorded by a transaction that read the lane as busy
    await set({ ...state, run_at: null, owner: 'a worker', last_error: null })
    await posting.recordTopic()
    await set(state)
    expect(await posting.attempts(lane)).toHaveLength(1)
    await posting.later()
    expect(await posting.attempts(lane)).toHaveLength(2)
  })
})
