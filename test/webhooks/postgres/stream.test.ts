// On PostgreSQL a transaction that wrote an event early may commit late. A stream waits for it, so that what a client resumes
// behind is never before an event that it has not got.
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '../../../src/base/store/database.ts'
import {
  findEnd,
  listBehindPlace,
  listLast,
  type EventPlace,
  saveOpened,
} from '../../../src/watch/webhooks/stream/store.ts'
import { publicId } from '../../../src/watch/webhooks/public-ids.ts'
import { placeBehind } from '../../../src/watch/webhooks/stream/actions.ts'
import { databases, withTeams } from '../../support/databases.ts'
import { anId } from '../../support/ids.ts'

describe('transactions side by side', () => {
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
    await database.unit(async tx => saveOpened(tx, { team_id, opened_at: '' }))
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
  const behind = async (place: EventPlace): Promise<string[]> =>
    (await database.read(tx => listBehindPlace(tx, { ...place, team_id }))).map(({ payload }) => payload)
  const last = async (): Promise<number | null> => (await database.read(tx => listLast(tx, {}, [team_id])))[0]!.last
  const at = (name: string): Promise<EventPlace> =>
    database.read(tx => placeBehind({ tx, team_id }, publicId('msg', anId(name))))

  it('no event is read before one of a transaction that is older and still open', async () => {
    const [early, late] = clients as [Client, Client]
    const start = (await database.read(tx => findEnd(tx, { team_id })))!
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

  it('the order is that of the transactions, where that of the numbers is another one', async () => {
    const [early, late] = clients as [Client, Client]
    const start = (await database.read(tx => findEnd(tx, { team_id })))!
    await early.query('begin')
    // it has a number of its own as soon as it writes
    await early.query('select pg_current_xact_id()')
    await insert(late, 'late')
    await insert(early, 'early')
    expect(await behind(start)).toEqual([])
    await early.query('commit')
    // by their numbers a client that has got `early` would never get `late`
    await expect.poll(() => behind(start)).toEqual(['early', 'late'])
    expect(await behind(await at('early'))).toEqual(['late'])
  })

  it('what had happened when a stream began is no news, though an older transaction was open then', async () => {
    const [early, late] = clients as [Client, Client]
    await early.query('begin')
    await insert(early, 'early')
    await insert(late, 'before')
    const start = (await database.read(tx => findEnd(tx, { team_id })))!
    await insert(late, 'after')
    await early.query('commit')
    await expect.poll(() => behind(start)).toEqual(['early', 'after'])
  })

  it('a client that has got an event by post before that resumes behind it', async () => {
    const [early, late] = clients as [Client, Client]
    await early.query('begin')
    await insert(early, 'early')
    await insert(late, 'late')
    await early.query('commit')
    await insert(late, 'later')
    await expect.poll(async () => behind(await at('late'))).toEqual(['later'])
  })

  it('an event of a database that was moved here has no place', async () => {
    await insert(clients[0]!, 'moved')
    await clients[0]!.query(`update webhook_events set xid = '9000000000000000'`)
    await expect(at('moved')).rejects.toThrow('is not, or no longer, kept')
  })
})
