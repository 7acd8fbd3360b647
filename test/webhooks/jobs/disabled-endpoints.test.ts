// Pending deliveries of disabled and deleted endpoints, and retention.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import {
  removeDeliveries,
  removeOldWebhookEvents,
  resumeDeliveries,
  stopDeliveries,
} from '../../../src/integrations/webhooks/delivery/actions.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { destination, type Destination } from '../../support/destination.ts'
import { openPostings, type Postings } from '../../support/webhooks.ts'

const setStatus = statement<{ webhook_id: string; status: string }>((knex, param) =>
  knex('webhooks')
    .where('id', param('webhook_id'))
    .update({ status: param('status') }),
)
const count = (table: string) => statement<object, { count: number }>(knex => knex(table).count({ count: '*' }))
const counts = ['webhook_events', 'webhook_deliveries', 'webhook_attempts'].map(count)
const DAY = 86_400_000

describe.each(databases)('webhook deliveries on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>
  let posting: Postings
  let sink: Destination
  let status = 200

  beforeEach(async () => {
    status = 200
    ;({ database, team_id, end } = await withTeams(open))
    posting = await openPostings(database, team_id)
    sink = await destination((_request, response) => void response.writeHead(status).end())
  })
  afterEach(async () => {
    await posting.close()
    await sink.close()
    await end()
  })

  const unit = () => ({ team_id, now: posting.time.now() })
  const rows = () => database.read(async tx => Promise.all(counts.map(async each => (await tx.get(each, {}))!.count)))

  it('pending deliveries of a disabled endpoint wait until it is enabled again', async () => {
    status = 500
    const { id } = await posting.endpoint('one', sink.url)
    await posting.recordTopic('a')
    await posting.later()
    const set = (to: string): Promise<void> =>
      database.unit(async tx => {
        tx.put(setStatus, { webhook_id: id, status: to })
        if (to === 'disabled') stopDeliveries(tx, id)
        else resumeDeliveries({ tx, ...unit() }, id)
      })
    await set('disabled')
    await posting.recordTopic('b')
    await posting.later(DAY)
    expect(sink.received).toHaveLength(1)
    status = 200
    await set('enabled')
    await posting.later()
    expect(sink.received).toHaveLength(2)
    expect(await posting.deliveries(id)).toMatchObject([{ status: 'success', attempts: 2 }])
  })

  it('a deleted endpoint loses its pending deliveries, but no other endpoint does', async () => {
    const [one, two] = [await posting.endpoint('one', sink.url), await posting.endpoint('two', sink.url)]
    for (let index = 0; index < 120; index++) await posting.recordTopic(`topic ${index}`)
    await posting.later()
    expect(await rows()).toEqual([120, 240, 240])
    await database.unit(tx => removeDeliveries({ tx, ...unit() }, one.id))
    await posting.later()
    expect(await rows()).toEqual([120, 120, 120])
    expect(await posting.deliveries(two.id)).toHaveLength(120)
  })

  it('old events are deleted with their deliveries and attempts', async () => {
    const { id } = await posting.endpoint('one', sink.url)
    for (let index = 0; index < 60; index++) await posting.recordTopic(`topic ${index}`)
    await posting.later(DAY)
    const before = posting.time.now()
    await posting.recordTopic('later')
    await posting.later()
    const sweep = (): Promise<boolean> => database.unit(tx => removeOldWebhookEvents(tx, before))
    expect(await sweep()).toBe(true)
    expect(await sweep()).toBe(false)
    expect(await rows()).toEqual([1, 1, 1])
    expect(await posting.deliveries(id)).toMatchObject([{ status: 'success' }])
  })
})
