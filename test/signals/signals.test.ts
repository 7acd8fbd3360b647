// Signals: each subscriber handles a signal in the transaction that recorded it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptEmail, findEmailToDeliver, recordDelivery } from '../../src/mail/emails/actions.ts'
import { listEmailRecords } from '../../src/mail/emails/store.ts'
import type { NewEvent } from '../../src/mail/emails/events.ts'
import { record } from '../../src/base/store/signals/record.ts'
import type { Signal, SignalType } from '../../src/base/store/signals/signal.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { databases, withTeams } from '../support/databases.ts'
import { anEmailBody } from '../support/emails.ts'
import { anId } from '../support/ids.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { type SignalHandler, subscribersCalling, collectInto } from '../support/signals.ts'
import { isRehearsal } from '../support/twice.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')

const insert = statement<{ id: string }>((knex, place) =>
  knex('teams').insert({ id: place('id'), name: 'T', created_at: 'then' }),
)
const teams = statement<object, { id: string }>(knex => knex('teams').select('id').where('name', 'T').orderBy('id'))

describe.each(databases)('a signal on %s', (_, open) => {
  let database: Database
  let team_id: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, end } = await withTeams(open))
  })
  afterEach(() => end())

  const kept = async (): Promise<string[]> => (await database.read(tx => tx.all(teams, {}))).map(({ id }) => id)
  const sent = (): Signal<'event.sent'> => {
    return { type: 'event.sent', team_id, at: NOW, name: 'e', payload: {}, contact_id: null, email: 'a@b.c' }
  }
  const happens = async (tx: Tx): Promise<void> => {
    await tx.run(insert, { id: anId('the fact') })
    await record(tx, sent())
  }
  const writes =
    (id: string): SignalHandler =>
    async tx =>
      void (await tx.run(insert, { id: anId(id) }))

  it('reaches all its subscribers, in order and within the transaction', async () => {
    const seen: string[] = []
    const sees: SignalHandler = async tx => {
      const ids = (await tx.all(teams, {})).map(({ id }) => id)
      if (!isRehearsal(tx)) seen.push(...ids)
    }
    database.subscribers = subscribersCalling(sees, writes('made of it'), sees)
    await database.unit(happens)
    expect(seen).toEqual(['the fact', 'made of it', 'the fact'].map(anId))
    expect(await kept()).toEqual(['made of it', 'the fact'].map(anId))
  })

  it('is rolled back, with the writes of its subscribers, if the transaction fails later', async () => {
    database.subscribers = subscribersCalling(writes('made of it'))
    const failing = database.unit(async tx => {
      await happens(tx)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await kept()).toEqual([])
  })

  it('rolls back the recording transaction if a subscriber fails', async () => {
    const fails: SignalHandler = () => Promise.reject(new Error('deaf'))
    database.subscribers = subscribersCalling(writes('made of it'), fails)
    await expect(database.unit(happens)).rejects.toThrow('deaf')
    expect(await kept()).toEqual([])
  })

  it('is rejected without declared subscribers, and in a read', async () => {
    database.subscribers = undefined
    await expect(database.unit(happens)).rejects.toThrow('subscribers of the database are not set')
    expect(await kept()).toEqual([])
    await expect(database.read(tx => record(tx, sent()))).rejects.toThrow('Only a unit of work records signals')
  })

  it('describes each event of an email: its kind, team, time and origin', async () => {
    const heard: Signal[] = []
    database.subscribers = subscribersCalling(collectInto(heard))
    const origin = { kind: 'broadcast', id: anId('b1') } as const
    const { id } = await database.unit(tx => acceptEmail(tx, { team_id, body: anEmailBody(), origin }, NOW))
    const types = ['delivered', 'delivery_delayed', 'bounced', 'failed', 'complained', 'suppressed'] as const
    const detail = { recipients: ['grace@example.net'], code: 250, words: '250 OK', attempt: 1 }
    const events: NewEvent[] = types.map(type => ({ type, detail }))
    await database.unit(async tx => {
      const email = (await findEmailToDeliver(tx, { team_id, email_id: id }))!
      await recordDelivery({ tx, now: NOW }, email, { last_event: 'failed', settled: {}, recipients: [], events })
    })
    expect(heard.map(({ type }) => type)).toEqual(['email.sent', ...types.map(type => `email.${type}`)])
    for (const signal of heard) expect(signal).toMatchObject({ team_id, at: NOW, origin, email: { id } })
    expect(heard.slice(1).every(signal => 'detail' in signal && signal.detail === detail)).toBe(true)
    expect((await database.read(tx => listEmailRecords(tx, { team_id }, {}))).rows).toHaveLength(1)
  })
})

describe('requests publish signals', () => {
  let server: TestServer
  let heard: Signal[]

  beforeEach(async () => {
    server = await startServer()
    heard = []
    server.database.subscribers = subscribersCalling(collectInto(heard))
  })
  afterEach(() => server.stop())

  const types = (): SignalType[] => heard.splice(0).map(({ type }) => type)
  const email = 'ada@example.net'

  it('about contacts', async () => {
    const segment_id = (await server.call('POST', '/segments', { body: { name: 'S' } })).body.id
    const topic = { name: 'T', default_subscription: 'opt_in' }
    const topic_id = (await server.call('POST', '/topics', { body: topic })).body.id
    expect(types()).toEqual(['topic.created'])
    const topics = [{ id: topic_id, subscription: 'opt_out' }]
    const body = { email, first_name: 'Ada', segments: [{ id: segment_id }], topics }
    const { id } = (await server.call('POST', '/contacts', { body })).body
    expect(heard[0]).toMatchObject({ type: 'contact.created', contact: { id, email, first_name: 'Ada' } })
    expect(heard[1]).toMatchObject({ contact: { id, email }, topics: new Map([[topic_id, 'opt_out']]) })
    expect(types()).toEqual(['contact.created', 'contact.topics.updated'])
    await server.call('POST', '/contacts', { body: { email, last_name: 'Byron' } })
    await server.call('PATCH', `/contacts/${id}`, { body: { last_name: 'Lovelace' } })
    expect(heard[1]).toMatchObject({ contact: { id, first_name: 'Ada', last_name: 'Lovelace' } })
    expect(types()).toEqual(['contact.updated', 'contact.updated'])
    await server.call('PATCH', `/contacts/${id}/topics`, { body: topics })
    await server.call('DELETE', `/contacts/${email}`)
    expect(heard[1]).toMatchObject({ contact: { id, email, last_name: 'Lovelace' } })
    expect(types()).toEqual(['contact.topics.updated', 'contact.deleted'])
  })

  it('about suppressions', async () => {
    const { id } = (await server.call('POST', '/suppressions', { body: { email } })).body
    const facts = { id, email, origin: 'manual', source_id: null }
    expect(heard[0]).toMatchObject({ type: 'suppression.added', suppression: facts })
    await server.call('POST', '/suppressions', { body: { email } })
    await server.call('POST', '/suppressions/batch/add', { body: { emails: [email, 'b@example.net', 'nobody'] } })
    expect(types()).toEqual(['suppression.added'])
    await server.call('POST', '/suppressions/batch/add', { body: { emails: [email, 'b@example.net'] } })
    await server.call('POST', '/suppressions/batch/remove', { body: { emails: [email, 'c@example.net'] } })
    expect(heard[1]).toMatchObject({ type: 'suppression.removed', suppression: facts })
    expect(types()).toEqual(['suppression.added', 'suppression.removed'])
  })

  it('about topics', async () => {
    const body = { name: 'T', default_subscription: 'opt_in' }
    const { id } = (await server.call('POST', '/topics', { body })).body
    await server.call('PATCH', `/topics/${id}`, { body: { name: 'News' } })
    await server.call('DELETE', `/topics/${id}`)
    expect(heard.slice(1)).toMatchObject([{ topic: { id, name: 'News' } }, { topic: { id, name: 'News' } }])
    expect(types()).toEqual(['topic.created', 'topic.updated', 'topic.deleted'])
  })

  it('about custom events of the team, for an address or a contact', async () => {
    await server.call('POST', '/events/send', { body: { event: 'signed.up', email, payload: { plan: 'Pro' } } })
    const sent = { type: 'event.sent', name: 'signed.up', payload: { plan: 'Pro' } }
    expect(heard.splice(0)).toMatchObject([{ ...sent, contact_id: null, email }])
    const { id } = (await server.call('POST', '/contacts', { body: { email } })).body
    await server.call('POST', '/events/send', {
      body: { event: 'signed.up', contact_id: id, payload: { plan: 'Pro' } },
    })
    expect(heard.slice(1)).toMatchObject([{ ...sent, contact_id: id, email }])
  })

  it('and none if they are rejected', async () => {
    await server.call('POST', '/contacts', { body: { email, properties: { unknown: 1 } } })
    await server.call('DELETE', '/contacts/nobody@example.net')
    await server.call('POST', '/emails', { body: anEmailBody({ to: 'nobody' }) })
    await server.call('POST', '/events/send', {
      body: { event: 'signed.up', contact_id: '00000000-0000-4000-8000-000000000000' },
    })
    expect(types()).toEqual([])
  })
})
