// The number of running runs: correct across the batches in which they are counted, bounded, and for all teams
// together.
import { randomUUIDv7 } from 'node:crypto'
import { expect, it } from 'vitest'
import { RUNNING_COUNTED_MAX, countRunning } from '../../../src/campaigns/automations/actions.ts'
import type { Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { databases, ON_POSTGRES, withTeams } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'

const insert = statement<{ id: string; team_id: string; status: string }>((knex, param) =>
  knex('automation_runs').insert({
    id: param('id'),
    team_id: param('team_id'),
    status: param('status'),
    automation_id: anId('automation'),
    graph_version: 1,
    contact_id: anId('contact'),
    event_name: 'event',
    payload: '{}',
    turn: 0,
    created_at: '',
  }),
)

const plan = statement<object, { detail: string }>(knex =>
  knex.raw("explain query plan select count(*) from automation_runs where status = 'running' and id > ''"),
)

it.each(databases)('counts running runs across batches and teams on %s', async (_, open) => {
  const { database, team_id, stranger, end } = await withTeams(open)
  const put = (count: number, team: string, status: string): Promise<void> =>
    database.unit(async tx => {
      for (let number = 0; number < count; number++) tx.put(insert, { id: randomUUIDv7(), team_id: team, status })
    })
  const count = (): Promise<number> => database.read(countRunning)
  try {
    expect(await count()).toBe(0)
    await put(3, team_id, 'completed')
    await put(2, stranger, 'cancelled')
    expect(await count()).toBe(0)
    await put(4_999, team_id, 'running')
    expect(await count()).toBe(4_999)
    await put(1, stranger, 'running')
    expect(await count()).toBe(5_000)
    await put(5_001, stranger, 'running')
    expect(await count()).toBe(10_001)
  } finally {
    await end()
  }
})

it.skipIf(ON_POSTGRES)('counts running runs with an index only', async () => {
  const { database, end } = await withTeams(databases[0]![1])
  const steps = await database.read(tx => tx.all(plan, {}))
  expect(steps.map(({ detail }) => detail).join()).toContain('automation_runs_running')
  await end()
})

it('counts up to the limit, with a pause after each batch', async () => {
  let pauses = 0
  const without_end = { get: async () => ({ id: 'x', count: 0 }), pause: async () => void pauses++ } as unknown as Tx
  expect(await countRunning(without_end)).toBe(RUNNING_COUNTED_MAX)
  expect(pauses).toBe(RUNNING_COUNTED_MAX / 5_000)
})
