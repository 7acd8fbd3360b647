import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findOrCreateContact } from '../../src/audience/contacts/actions.ts'
import { clock } from '../support/clock.ts'
import { type Reply, type TestServer, aTeam, startServer } from '../support/server.ts'

const time = clock()
let server: TestServer

beforeAll(async () => {
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const SCHEMA = { plan: 'string', seats: 'number', paid: 'boolean', since: 'date' }

let count = 0
const aName = (): string => `order.placed.${++count}`
const create = (body: object): Promise<Reply> => server.call('POST', '/events', { body })
const anEvent = async (more: object = {}): Promise<string> => {
  time.forward(1000)
  return (await create({ name: aName(), ...more })).body.id
}
const get = async (id: string) => (await server.call('GET', `/events/${encodeURIComponent(id)}`)).body

describe('createEvent', () => {
  it('defines an event with or without a schema', async () => {
    const name = aName()
    const { status, body } = await create({ name, schema: SCHEMA })
    expect([status, body]).toEqual([201, { object: 'event', id: body.id }])
    const moment = time.now().toISOString()
    expect(await get(body.id)).toEqual({
      object: 'event',
      id: body.id,
      name,
      schema: SCHEMA,
      created_at: moment,
      updated_at: moment,
    })
    expect((await get(await anEvent())).schema).toBeNull()
    expect((await get(await anEvent({ schema: null }))).schema).toBeNull()
  })

  it.each<[object, string, string]>([
    [{}, 'missing_required_field', 'Missing `name` field.'],
    [{ name: '  ' }, 'missing_required_field', 'Missing `name` field.'],
    [
      { name: 'resend:email.opened' },
      'validation_error',
      'Names that start with `resend:` are reserved for system events; received "resend:email.opened"',
    ],
    [
      { name: 'a\nb' },
      'validation_error',
      'The `name` of an event must have at most 255 characters and no control characters; received "a\\nb"',
    ],
    [
      { name: 'x', schema: { plan: 'text' } },
      'validation_error',
      'Invalid `schema.plan` field: must be one of string, number, boolean, date; received "text".',
    ],
  ])('rejects %j', async (body, name, sentence) => {
    expect((await create(body)).body).toEqual({ statusCode: 422, message: sentence, name })
  })

  it('rejects a name that the team already has, but not a name of another team', async () => {
    const name = aName()
    await create({ name })
    const again = await create({ name })
    expect(again.body).toMatchObject({ statusCode: 422, message: `An event with the name "${name}" already exists` })
    const { key } = await aTeam(server, 'Same name')
    expect((await server.call('POST', '/events', { key, body: { name } })).status).toBe(201)
  })
})

describe('listEvents', () => {
  it('returns pages of the team’s events, newest first', async () => {
    const { key } = await aTeam(server, 'Listing')
    const list = async (query: string) => (await server.call('GET', `/events?${query}`, { key })).body
    for (const name of ['a', 'b', 'c']) {
      time.forward(1000)
      await server.call('POST', '/events', { key, body: { name } })
    }
    const first = await list('limit=2')
    expect([first.has_more, first.data.map((item: { name: string }) => item.name)]).toEqual([true, ['c', 'b']])
    const second = await list(`limit=2&after=${first.data[1].id}`)
    expect([second.has_more, second.data.map((item: { name: string }) => item.name)]).toEqual([false, ['a']])
    expect((await list(`limit=2&before=${second.data[0].id}`)).data).toEqual(first.data)
  })
})

describe('getEvent', () => {
  it('finds an event by id first, then by name, for any name', async () => {
    for (const name of ['send', 'a/b c?d', UNKNOWN]) {
      const { body } = await create({ name })
      expect((await get(name)).id).toBe(body.id)
    }
    const id = await anEvent()
    await create({ name: id })
    expect((await get(id)).name).not.toBe(id)
  })
})

describe('updateEvent', () => {
  it('replaces or removes the whole schema', async () => {
    const id = await anEvent({ schema: SCHEMA })
    time.forward(1000)
    const update = (schema: unknown): Promise<Reply> => server.call('PATCH', `/events/${id}`, { body: { schema } })
    const { status, body } = await update({ plan: 'number' })
    expect([status, body]).toEqual([200, { object: 'event', id }])
    expect(await get(id)).toMatchObject({ schema: { plan: 'number' }, updated_at: time.now().toISOString() })
    await update(null)
    expect((await get(id)).schema).toBeNull()
  })

  it('rejects a body without a valid schema, and never renames', async () => {
    const id = await anEvent({ schema: SCHEMA })
    const { name } = await get(id)
    const update = (body: object): Promise<Reply> => server.call('PATCH', `/events/${id}`, { body })
    expect((await update({})).body).toMatchObject({ statusCode: 422, name: 'missing_required_field' })
    expect((await update({ schema: { a: 'b' } })).body).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect((await get(id)).schema).toEqual(SCHEMA)
    expect((await update({ name: 'other', schema: null })).status).toBe(200)
    expect((await get(id)).name).toBe(name)
  })
})

describe('removeEvent', () => {
  it('deletes an event by its name, once', async () => {
    const name = aName()
    const { id } = (await create({ name })).body
    const { status, body } = await server.call('DELETE', `/events/${name}`)
    expect([status, body]).toEqual([200, { object: 'event', id, deleted: true }])
    expect((await server.call('DELETE', `/events/${id}`)).body).toMatchObject({ statusCode: 404 })
    expect((await create({ name })).status).toBe(201)
  })
})

describe('sendEvent', () => {
  const send = (body: object, key = server.key): Promise<Reply> => server.call('POST', '/events/send', { key, body })
  const email = 'ana@example.com'

  it('accepts an event without a definition or an automation', async () => {
    const { status, body } = await send({ event: 'trial.started', email })
    expect([status, body]).toEqual([202, { object: 'event', event: 'trial.started' }])
  })

  it('logs a hint only if no automation starts with the event', async () => {
    const { team_id, key } = await aTeam(server, 'Unheard')
    const steps = [{ key: 'start', type: 'trigger', config: { event_name: 'heard.of' } }]
    const wait = { key: 'wait', type: 'wait_for_event', config: { event_name: 'waited.for', timeout: '1 day' } }
    const body = { name: 'Hearing', steps: [...steps, wait], connections: [{ from: 'start', to: 'wait' }] }
    const { id } = (await server.call('POST', '/automations', { key, body })).body
    await server.call('PATCH', `/automations/${id}`, { key, body: { status: 'enabled' } })
    for (const event of ['heard.of', 'waited.for', 'never.heard.of']) {
      await send({ event, email }, key)
      await server.queue.idle()
    }
    const told = server
      .logged()
      .split('\n')
      .filter(line => line.includes('event matched no automation'))
      .map(line => JSON.parse(line))
    expect(told.filter(each => each.team_id === team_id).map(({ event }) => event)).toEqual(['never.heard.of'])
  })

  it('accepts only contacts of the team', async () => {
    const { team_id, key } = await aTeam(server, 'With a contact')
    const contact = await server.database.unit(tx => findOrCreateContact({ tx, team_id, now: time.now() }, email))
    const about = { event: 'x', contact_id: contact.id }
    const strange = await send(about)
    expect(strange.body).toEqual({ statusCode: 404, message: 'Contact not found', name: 'not_found' })
    expect((await send({ event: 'x', contact_id: UNKNOWN })).body).toEqual(strange.body)
    expect((await send(about, key)).status).toBe(202)
  })

  it.each<[object, string]>([
    [{ email }, 'missing_required_field'],
    [{ event: ' ', email }, 'missing_required_field'],
    [{ event: 'resend:email.opened', email }, 'validation_error'],
    [{ event: 'x' }, 'validation_error'],
    [{ event: 'x', email, contact_id: UNKNOWN }, 'validation_error'],
    [{ event: 'x', contact_id: 'no' }, 'validation_error'],
    [{ event: 'x', email: 'nobody' }, 'validation_error'],
    [{ event: 'x', email: 'ana@localhost' }, 'validation_error'],
    [{ event: 'x', email: 'a..b@example.com' }, 'validation_error'],
    [{ event: 'x', email: 'Ana <ana@example.com>' }, 'validation_error'],
    [{ event: 'x', email: 'ana@example.com,eve@example.com' }, 'validation_error'],
    [{ event: 'x', email, payload: [] }, 'validation_error'],
  ])('rejects %j', async (body, name) => {
    expect((await send(body)).body).toMatchObject({ statusCode: 422, name })
  })

  it.each([{ event: 'x' }, {}, { payload: {} }])('names the accepted subjects of an event: %j', async body => {
    const message = 'Send at least one of: `contact_id`; `email`.'
    expect((await send(body)).body).toEqual({ statusCode: 422, message, name: 'validation_error' })
  })

  it('validates the payload against the schema, and converts values where possible', async () => {
    const event = aName()
    await create({ name: event, schema: SCHEMA })
    const good = { plan: 1, seats: '12', paid: 'true', since: '2026-11-02', other: {} }
    expect((await send({ event, email, payload: good })).status).toBe(202)
    expect((await send({ event, email })).status).toBe(202)
    const refused = await send({ event, email, payload: { seats: 'many', paid: 1 } })
    expect(refused.body).toEqual({
      statusCode: 422,
      message:
        "The payload does not match the event's schema: payload.seats must be a number; payload.paid must be true or false",
      name: 'validation_error',
    })
  })
})
