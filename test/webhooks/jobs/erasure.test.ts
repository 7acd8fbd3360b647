// Erasing a contact also erases their webhook events once the endpoints have received them.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { contactsOf } from '../../support/contacts.ts'
import { type Destination, destination } from '../../support/destination.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'
import { tablesWith } from '../../support/stored-text.ts'
import { openStream } from '../../support/streams.ts'

const time = clock()
const PERSON = 'ada@example.com'
/** The address in a payload that is stored as JSON; it must not match a part of another address. */
const WHOLE = `\\"${PERSON}`
const OTHER = 'not-ada@example.com'
const MINUTE_MS = 60_000
/** More events than one batch processes. */
const MUCH = 120

let server: TestServer
let receiver: Destination
let status = 200

beforeAll(async () => {
  // the response repeats the request body
  receiver = await destination(({ body }, response) => void response.writeHead(status).end(body))
  server = await startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8' }, { now: time.now })
})
afterAll(async () => {
  await server.stop()
  await receiver.close()
})

async function aTeamThatListens(name: string) {
  const { team_id, key } = await aTeam(server, name)
  const { ask } = contactsOf(server, key)
  const { id } = (await ask('POST', '/webhooks', { endpoint: receiver.url, events: [...CONTACT_EVENTS] })).body
  const holding = async (word: string): Promise<string[]> => {
    const tables = await tablesWith(server.database_url, word, row => row.team_id === team_id)
    return tables.filter(each => each.startsWith('webhook_'))
  }
  const types = async (): Promise<string[]> =>
    (await ask('GET', `/webhooks/${id}/events?limit=100`)).body.data.map(({ type }: { type: string }) => type)
  return { key, id, ask, holding, types }
}

const CONTACT_EVENTS = ['contact.created', 'contact.updated', 'contact.deleted'] as const

it('events about the contact and their responses are erased after their delivery', async () => {
  const { key, ask, holding, types } = await aTeamThatListens('Posted')
  const stream = await openStream(server, undefined, { key })
  status = 200
  await ask('POST', '/contacts', { email: OTHER })
  await ask('POST', '/contacts', { email: 'Ada@Example.com' })
  for (let count = 0; count < MUCH; count++) await ask('PATCH', `/contacts/${PERSON}`, { first_name: `Ada ${count}` })
  await server.queue.idle()
  expect(await holding(WHOLE)).toEqual(['webhook_attempts', 'webhook_events'])
  const { id } = (await ask('POST', `/contacts/${PERSON}/erase`)).body
  const got = []
  for (let count = 0; count < MUCH + 3; count++) got.push((await stream.next())!)
  stream.close()
  await server.queue.idle()
  time.forward(MINUTE_MS)
  await server.queue.idle()
  expect((await ask('GET', `/contacts/erasures/${id}`)).body).toMatchObject({ status: 'completed' })
  expect(receiver.received.at(-1)!.body).toContain('contact.deleted')
  expect(await holding(WHOLE)).toEqual([])
  expect(await types()).toEqual(['contact.created'])
  expect(await holding(OTHER)).toEqual(['webhook_attempts', 'webhook_events'])
  // a client resumes the stream after the last event that it received
  const again = await openStream(server, `?after=${got.at(-1)!.id}`, { key })
  await ask('PATCH', `/contacts/${OTHER}`, { first_name: 'Bea' })
  expect(await again.next()).toMatchObject({ event: 'contact.updated' })
  again.close()
})

it('pending deliveries remain, and the erasure waits for them', async () => {
  const { id: webhook_id, ask, holding, types } = await aTeamThatListens('Failing')
  await ask('POST', '/contacts', { email: PERSON })
  await server.queue.idle()
  status = 500
  const { id } = (await ask('POST', `/contacts/${PERSON}/erase`)).body
  await server.queue.idle()
  const erasure = async (): Promise<string> => (await ask('GET', `/contacts/erasures/${id}`)).body.status
  expect(await erasure()).toBe('waiting')
  expect(await types()).toEqual(['contact.deleted'])
  time.forward(MINUTE_MS)
  await server.queue.idle()
  expect(await erasure()).toBe('waiting')
  status = 200
  time.forward(10 * MINUTE_MS)
  await server.queue.idle()
  time.forward(MINUTE_MS)
  await server.queue.idle()
  expect(JSON.parse(receiver.received.at(-1)!.body)).toMatchObject({ type: 'contact.deleted' })
  expect(await erasure()).toBe('completed')
  expect([await holding(WHOLE), await types()]).toEqual([[], []])
  expect((await ask('GET', `/webhooks/${webhook_id}`)).body.status).toBe('enabled')
})

it('pending deliveries of a disabled endpoint are erased', async () => {
  const { id: webhook_id, ask, holding, types } = await aTeamThatListens('Disabled')
  status = 500
  await ask('POST', '/contacts', { email: PERSON })
  await server.queue.idle()
  await ask('PATCH', `/webhooks/${webhook_id}`, { status: 'disabled' })
  const { id } = (await ask('POST', `/contacts/${PERSON}/erase`)).body
  await server.queue.idle()
  expect((await ask('GET', `/contacts/erasures/${id}`)).body.status).toBe('completed')
  expect([await holding(WHOLE), await types()]).toEqual([[], []])
})
