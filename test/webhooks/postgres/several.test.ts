// Three servers on one PostgreSQL database: all of them store events, and an endpoint has a single lane, whichever
// server runs it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setTimeout as pause } from 'node:timers/promises'
import { publicId } from '../../../src/integrations/webhooks/public-ids.ts'
import { startFleet, startSetup, FAILURES, type Fleet, type Setup } from '../../faults/several.ts'
import { destination, type Destination } from '../../support/destination.ts'
import { waitUntil } from '../../support/wait-until.ts'

const ENDPOINTS = 3
const CLIENTS = 4

describe('three servers', () => {
  let house: Setup
  let fleet: Fleet
  let sink: Destination
  beforeAll(async () => {
    house = await startSetup()
    Object.assign(house.env, { ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' })
    fleet = await startFleet(house, 3)
    sink = await destination((_, response) => void response.end())
  })
  afterAll(async () => {
    await fleet.stop()
    await sink.close()
    await house.close()
  })

  it('send each event to each endpoint in order, while one is killed and one is suspended', async () => {
    for (let index = 0; index < ENDPOINTS; index++) {
      const endpoint = { endpoint: `${sink.url}/${index}`, events: ['contact.created', 'contact.updated'] }
      expect((await fleet.call('POST', '/webhooks', endpoint)).status).toBe(201)
    }
    const load = { on: true, done: 0 }
    const clients = Array.from({ length: CLIENTS }, async (_, number) => {
      for (let count = 0; load.on; count++) {
        const made = await fleet
          .call('POST', '/contacts', { email: `${number}-${count}@example.net` })
          .catch(() => undefined)
        const at = made?.body?.id && `/contacts/${made.body.id}`
        for (const first_name of at ? ['Ada', 'Bea'] : []) await fleet.call('PATCH', at, { first_name }).catch(() => {})
        load.done++
      }
    })
    await pause(500)
    await FAILURES.killed(fleet, 0)
    await FAILURES.asleep(fleet, 1)
    const before = load.done
    await waitUntil(() => load.done > before + 10)
    load.on = false
    await Promise.all(clients)
    const left = 'select 1 from webhook_deliveries where next_attempt_at is not null limit 1'
    await waitUntil(async () => (await house.sql(left)).length === 0, 120_000)
    const events = await house.sql<{ id: string; about: string }>('select id, about from webhook_events order by seq')
    const attempts = await house.sql<{ webhook_id: string; event_id: string; count: number }>(
      'select webhook_id, event_id, count(*)::int as count from webhook_attempts group by webhook_id, event_id',
    )
    expect(events.length).toBeGreaterThan(50)
    expect(attempts).toHaveLength(events.length * ENDPOINTS)
    for (let index = 0; index < ENDPOINTS; index++) {
      const posts = sink.received
        .filter(({ url }) => url === `/${index}`)
        .map(({ headers }) => String(headers['svix-id']))
      const place = new Map([...new Set(posts)].map((id, at) => [id, at]))
      expect(events.filter(({ id }) => !place.has(publicId('msg', id)))).toEqual([])
      const places = Map.groupBy(events, ({ about }) => about)
      for (const of of places.values()) {
        const at = of.map(({ id }) => place.get(publicId('msg', id))!)
        expect(at).toEqual(at.toSorted((one, other) => one - other))
      }
    }
    const posted = sink.received.length
    const recorded = attempts.reduce((sum, { count }) => sum + count, 0)
    // requests in progress of a killed or suspended server
    expect(posted - recorded).toBeLessThan(ENDPOINTS * 2 * 100)
  }, 240_000)
})
