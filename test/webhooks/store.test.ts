// Events are stored for the endpoints of a team that subscribe to them, in the transaction in which they happen, and
// for no other team.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { record } from '../../src/base/store/signals/record.ts'
import { statement } from '../../src/base/store/statement.ts'
import type { Database } from '../../src/base/store/database.ts'
import { insertWebhook, type Webhook } from '../../src/integrations/webhooks/store.ts'
import { databases, withTeams } from '../support/databases.ts'
import { anId } from '../support/ids.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const written = statement<object, { type: string; team_id: string; about: string; payload: string }>(knex =>
  knex('webhook_events').select('type', 'team_id', 'about', 'payload').orderBy('seq'),
)
const left = statement<object, { webhook_id: string; status: string; attempts: number; next_attempt_at: string }>(
  knex => knex('webhook_deliveries').select('webhook_id', 'status', 'attempts', 'next_attempt_at').orderBy('seq'),
)
const lanes = statement<object, { id: string; payload: string }>(knex =>
  knex('jobs').select('id', 'payload').where('kind', 'post_webhooks').orderBy('id'),
)

describe.each(databases)('an event on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const endpoint = async (name: string, given: Partial<Webhook> = {}): Promise<string> => {
    const id = anId(name)
    const webhook: Webhook = {
      id,
      team_id,
      endpoint: 'https://app.example.org/hook',
      events: null,
      status: 'enabled',
      secret: 'sealed',
      previous_secret: null,
      previous_until: null,
      failing_since: null,
      failure_told_at: null,
      disabled_reason: null,
      created_at: NOW.toISOString(),
      ...given,
    }
    await database.unit(async tx => insertWebhook(tx, webhook))
    return id
  }
  const topic = (name = 'News') => ({
    type: 'topic.created' as const,
    team_id,
    at: NOW,
    topic: {
      id: anId('topic'),
      name,
      description: null,
      default_subscription: 'opt_in' as const,
      created_at: NOW.toISOString(),
    },
  })
  const all = () =>
    database.read(async tx => [await tx.all(written, {}), await tx.all(left, {}), await tx.all(lanes, {})])

  it('is stored once, with one delivery for each subscribed endpoint', async () => {
    const [every, this_one] = [await endpoint('every'), await endpoint('this one', { events: ['topic.created'] })]
    await endpoint('another type', { events: ['topic.deleted', 'email.sent'] })
    await endpoint('disabled', { status: 'disabled' })
    await endpoint('of a stranger', { team_id: stranger })
    await database.unit(tx => record(tx, topic()))
    const [events, deliveries, jobs] = await all()
    expect(events).toMatchObject([{ type: 'topic.created', team_id, about: anId('topic') }])
    const data = { id: anId('topic'), name: 'News', description: null, default_subscription: 'opt_in', deleted: false }
    const times = { created_at: NOW.toISOString(), updated_at: NOW.toISOString() }
    const payload = { type: 'topic.created', created_at: NOW.toISOString(), data: { ...data, ...times } }
    expect((events![0] as { payload: string }).payload).toBe(JSON.stringify(payload))
    const is_left = { status: 'pending', attempts: 0, next_attempt_at: '' }
    expect(deliveries).toHaveLength(2)
    expect(deliveries).toEqual(
      expect.arrayContaining([
        { webhook_id: every, ...is_left },
        { webhook_id: this_one, ...is_left },
      ]),
    )
    expect(jobs!.map(job => (job as { id: string }).id)).toEqual([every, this_one].toSorted())
  })

  it('is not stored when no endpoint subscribes to it', async () => {
    await endpoint('another type', { events: ['topic.deleted'] })
    await endpoint('of a stranger', { team_id: stranger })
    await database.unit(tx => record(tx, topic()))
    expect(await all()).toEqual([[], [], []])
  })

  it('is not stored when its transaction is rolled back', async () => {
    await endpoint('every')
    const failing = database.unit(async tx => {
      await record(tx, topic())
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await all()).toEqual([[], [], []])
  })
})
