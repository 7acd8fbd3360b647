// On PostgreSQL a transaction that wrote an event early may commit late. A stream waits for it, so that a client never
// resumes after an event that it has not received.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import {
  findLastPosition,
  listEventsAfter,
  listLastEvents,
  type StreamPosition,
  saveStreamOpened,
} from '../../../src/integrations/webhooks/stream/store.ts'
import { publicId } from '../../../src/integrations/webhooks/public-ids.ts'
import { findPositionAfter } from '../../../src/integrations/webhooks/stream/actions.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'

describe('concurrent transactions', () => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>
  let clients: Client[]

  beforeEach(async () => {
    let url = ''
    ;({ database, team_id, end } = await withTeams(async () => {
      const opened = await databases[0]![1]()
      ;({ url } = opened)
      return opened
    }))
    clients = [new Client(url), new Client(url)]
    for (const client of clients) await client.connect()
    await database.unit(async tx => saveStreamOpened(tx, { team_id, opened_at: '' }))
  })
  afterEach(async () => {
    for (const client of clients) await client.end()
    await end()
  })

  const insert = (client: Client, name: string): Promise<unknown> =>
    client.query(
      `insert into webhook_events (id, team_id, type, about, payload, created_at) values ($1, $2, 'topic.created', $3, $4, '')`,
      [anId(name), team_id, anId('topic'), name],
    )
  const behind = async (place: StreamPosition): Promise<string[]> =>
    (await database.read(tx => listEventsAfter(tx, { ...place, team_id }))).map(({ payload }) => payload)
  const last = async (): Promise<number | null> =>
    (await database.read(tx => listLastEvents(tx, {}, [team_id])))[0]!.last
  const at = (name: string): Promise<StreamPosition> =>
    database.read(tx => findPositionAfter({ tx, team_id }, publicId('msg', anId(name))))

  it('do not expose an event before those of an older open transaction', async () => {
    const [early, late] = clients as [Client, Client]
    const start = (await database.read(tx => findLastPosition(tx, { team_id })))!
    await early.query('begin')
    await insert(early, 'early')
    await insert(late, 'late')
    expect(await behind(start)).toEqual([])
    expect(await last()).toBeNull()
    await early.query('commit')
    await expect.poll(() => behind(start)).toEqual(['early', 'late'])
    expect(await last()).not.toBeNull()
    expect(await behind(await at('early'))).toEqual(['late'])
    expect(await behind(await at('late'))).toEqual([])
  })

  it('are ordered by transaction id, even if the event numbers differ', async () => {
    const [early, late] = clients as [Client, Client]
    const start = (await database.read(tx => findLastPosition(tx, { team_id })))!
    await early.query('begin')
    // assigns a transaction id as soon as it writes
    await early.query('select pg_current_xact_id()')
    await insert(late, 'late')
    await insert(early, 'early')
    expect(await behind(start)).toEqual([])
    await early.query('commit')
    // by number, a client that received `early` would never receive `late`
    await expect.poll(() => behind(start)).toEqual(['early', 'late'])
    expect(await behind(await at('early'))).toEqual(['late'])
  })

  it('exclude events before the start of a stream, despite an older open transaction', async () => {
    const [early, late] = clients as [Client, Client]
    await early.query('begin')
    await insert(early, 'early')
    await insert(late, 'before')
    const start = (await database.read(tx => findLastPosition(tx, { team_id })))!
    await insert(late, 'after')
    await early.query('commit')
    await expect.poll(() => behind(start)).toEqual(['early', 'after'])
  })

  it('allow a client to resume after an event that it received by webhook', async () => {
    const [early, late] = clients as [Client, Client]
    await early.query('begin')
    await insert(early, 'early')
    await insert(late, 'late')
    await early.query('commit')
    await insert(late, 'later')
    await expect.poll(async () => behind(await at('late'))).toEqual(['later'])
  })

  it('reject resuming after an event of a database that was migrated', async () => {
    await insert(clients[0]!, 'moved')
    await clients[0]!.query(`update webhook_events set xid = '9000000000000000'`)
    await expect(at('moved')).rejects.toThrow('is unknown or was deleted')
  })
})
