// Contacts, contact properties, segments and topics in the published SDK, command line and MCP server, unmodified and
// in separate processes, against a real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommandLine, withCommandLine } from '../support/cli.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { type SdkRun, sdkRun } from '../support/sdk.ts'
import type { TestServer } from '../support/server.ts'

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

let answers: SdkRun['answers']
let end: SdkRun['end']

beforeAll(async () => {
  ;({ answers, end } = await sdkRun('sdk-contacts-program.ts'))
})
afterAll(() => end())

const notFound = (message: string) => ({ error: { statusCode: 404, message, name: 'not_found' } })

describe('the SDK', () => {
  it('creates, updates and deletes contact properties', () => {
    const { id } = answers['create property']
    expect(answers['create property']).toEqual({ object: 'contact_property', id })
    expect(answers['create property again'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(answers['list properties']).toMatchObject({
      object: 'list',
      has_more: true,
      data: [{ key: 'plan', type: 'string', fallbackValue: null, createdAt: MOMENT }],
    })
    const property = { object: 'contact_property', id, key: 'seats', type: 'number', fallbackValue: 5 }
    expect(answers['get property']).toEqual({ ...property, createdAt: MOMENT })
    expect(answers['remove property']).toEqual({ object: 'contact_property', id, deleted: true })
    expect(answers['get removed property']).toEqual(notFound('Contact property not found'))
  })

  it('creates, updates and deletes segments', () => {
    const { id } = answers['create segment']
    expect(answers['create segment']).toEqual({ object: 'segment', id, name: 'Beta' })
    expect(answers['update segment']).toEqual({ object: 'segment', id })
    expect(answers['get segment']).toEqual({ object: 'segment', id, name: 'Beta testers', created_at: MOMENT })
    expect(answers['list segments']).toMatchObject({ has_more: false, data: [{ id, name: 'Beta testers' }] })
    expect(answers['remove segment']).toEqual({ object: 'segment', id, deleted: true })
    expect(answers['get removed segment']).toEqual(notFound('Segment not found'))
  })

  it('creates, updates and deletes topics', () => {
    const { id } = answers['create topic']
    expect(answers['update topic']).toEqual({ object: 'topic', id })
    const topic = { id, name: 'Release notes', description: 'Monthly', default_subscription: 'opt_in' }
    expect(answers['get topic']).toMatchObject({ object: 'topic', ...topic, created_at: MOMENT })
    expect(answers['list topics'].data).toMatchObject([topic])
    expect(answers['remove topic']).toEqual({ object: 'topic', id, deleted: true })
    expect(answers['get removed topic']).toEqual(notFound('Topic not found'))
  })

  it('creates a contact once per address, updates it and finds it by address and by id', () => {
    const { id } = answers['create contact']
    expect(answers['create contact']).toEqual({ object: 'contact', id })
    expect(answers['create contact again']).toEqual({ object: 'contact', id })
    expect(answers['create nobody'].error).toMatchObject({ statusCode: 422, name: 'validation_error' })
    expect(answers['update contact']).toEqual({ object: 'contact', id })
    const item = { id, email: 'ada+news@example.com', first_name: null, last_name: 'Byron', unsubscribed: false }
    const properties = { seats: { type: 'number', value: 5 } }
    expect(answers['get contact']).toEqual({
      object: 'contact',
      ...item,
      created_at: MOMENT,
      properties,
      tracking_allowed: true,
    })
    expect(answers['get contact by id']).toEqual(answers['get contact'])
    expect(answers['list contacts']).toMatchObject({ object: 'list', has_more: false, data: [item] })
    expect(answers['list contacts of segment']).toEqual(answers['list contacts'])
    expect(answers['remove contact']).toMatchObject({ object: 'contact', contact: id, deleted: true })
    expect(answers['get removed contact']).toEqual(notFound('Contact not found'))
  })

  it('adds a contact to segments and removes it', () => {
    const { id } = answers['create segment']
    expect(answers['list segments of contact'].data).toMatchObject([{ id, name: 'Beta testers' }])
    expect(answers['remove from segment']).toMatchObject({ id, deleted: true })
    expect(answers['list no segments'].data).toEqual([])
    expect(answers['add to segment']).toMatchObject({ id })
  })

  it('supports segments under their old name, with contacts', () => {
    const { id } = answers['create audience']
    expect(answers['update audience']).toMatchObject({ id })
    expect(answers['get audience']).toMatchObject({ id, name: 'Old readers', created_at: MOMENT })
    expect(answers['list audiences'].data[0]).toMatchObject({ id, name: 'Old readers' })
    const { id: contact } = answers['create in audience']
    expect(answers['create in audience']).toEqual({ object: 'contact', id: contact })
    expect(answers['list audience'].data).toMatchObject([{ id: contact, email: 'old@example.com' }])
    expect(answers['update in audience']).toEqual({ object: 'contact', id: contact })
    expect(answers['get in audience']).toMatchObject({ id: contact, first_name: 'Otto', last_name: 'Kern' })
    expect(answers['get elsewhere']).toEqual(notFound('Contact not found'))
    expect(answers['remove from audience']).toEqual({ object: 'contact', contact: 'old@example.com', deleted: true })
    expect(answers['remove nobody']).toEqual({ object: 'contact', contact: 'nobody@example.com', deleted: true })
    expect(answers['get after']).toEqual(notFound('Contact not found'))
    expect(answers['get anywhere']).toMatchObject({ id: contact })
    expect(answers['remove audience']).toMatchObject({ id, deleted: true })
    expect(answers['list removed audience']).toMatchObject({ data: [], has_more: false })
  })

  it('subscribes a contact to topics and unsubscribes it', () => {
    const { id } = answers['create topic']
    const topic = { id, name: 'Release notes', description: 'Monthly' }
    expect(answers['list topics of contact'].data).toMatchObject([{ ...topic, subscription: 'opt_out' }])
    expect(answers['update topics']).toMatchObject({ id: answers['create contact'].id })
    expect(answers['list topics after'].data).toMatchObject([{ ...topic, subscription: 'opt_in' }])
  })
})

describe('other clients', () => {
  let server: TestServer
  let cli: CommandLine

  withCommandLine((...made) => ([server, cli] = made))

  it('the command line creates, retrieves, updates, lists and deletes all of them', async () => {
    const { resend } = cli
    const [property, segment, topic] = await Promise.all([
      resend('contact-properties', 'create', '--key', 'seats', '--type', 'number', '--fallback-value', '1'),
      resend('segments', 'create', '--name', 'Beta'),
      resend('topics', 'create', '--name', 'News', '--description', 'Monthly'),
    ])
    const email = 'ada+cli@example.com'
    const fields = ['--first-name', 'Ada', '--properties', '{"seats":4}', '--segment-id', segment.id]
    const contact = await resend('contacts', 'create', '--email', email, ...fields)
    expect(contact).toEqual({ object: 'contact', id: contact.id })

    const choice = JSON.stringify([{ id: topic.id, subscription: 'opt_out' }])
    const changes = await Promise.all([
      // the command line reads the type first
      resend('contact-properties', 'update', property.id, '--clear-fallback-value'),
      resend('segments', 'update', segment.id, '--name', 'Beta testers'),
      resend('topics', 'update', topic.id, '--name', 'Release notes'),
      resend('contacts', 'update', email, '--unsubscribed', '--properties', '{"seats":5}'),
      resend('contacts', 'update-topics', email, '--topics', choice),
    ])
    expect(changes).toMatchObject([property.id, segment.id, topic.id, contact.id, contact.id].map(id => ({ id })))

    const shown = { id: contact.id, email, first_name: 'Ada', unsubscribed: true }
    const seen = await Promise.all([
      resend('contact-properties', 'get', property.id),
      resend('contact-properties', 'list', '--limit', '1'),
      resend('segments', 'get', segment.id),
      resend('segments', 'list'),
      resend('segments', 'contacts', segment.id),
      resend('topics', 'get', topic.id),
      resend('topics', 'list'),
      resend('contacts', 'get', email),
      resend('contacts', 'list'),
      resend('contacts', 'segments', email),
      resend('contacts', 'topics', contact.id),
    ])
    expect(seen).toMatchObject([
      { key: 'seats', type: 'number' },
      { has_more: false, data: [{ key: 'seats' }] },
      { object: 'segment', name: 'Beta testers' },
      { data: [{ id: segment.id }] },
      { data: [shown] },
      { object: 'topic', name: 'Release notes', description: 'Monthly', default_subscription: 'opt_in' },
      { data: [{ id: topic.id }] },
      { ...shown, properties: { seats: { type: 'number', value: 5 } } },
      { data: [shown] },
      { data: [{ id: segment.id, name: 'Beta testers' }] },
      { data: [{ id: topic.id, subscription: 'opt_out' }] },
    ])

    expect(await resend('contacts', 'remove-segment', email, segment.id)).toMatchObject({
      id: segment.id,
      deleted: true,
    })
    expect(await resend('contacts', 'add-segment', email, '--segment-id', segment.id)).toMatchObject({ id: segment.id })
    const gone = await Promise.all([
      resend('contacts', 'delete', email, '--yes'),
      resend('contact-properties', 'delete', property.id, '--yes'),
      resend('segments', 'delete', segment.id, '--yes'),
      resend('topics', 'delete', topic.id, '--yes'),
    ])
    expect(gone.map(({ deleted }) => deleted)).toEqual([true, true, true, true])
    expect(await resend('contacts', 'get', email)).toContain('Contact not found')
  })

  describe('the MCP server', () => {
    let mcp: Mcp
    beforeAll(async () => {
      mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
    })
    afterAll(() => mcp?.stop())

    const made = async (tool: string, args: object): Promise<string> => UUID.exec(await mcp.call(tool, args))![0]

    it('creates, retrieves, updates, lists and deletes all of them', async () => {
      const property = await made('create-contact-property', { key: 'plan', type: 'string', fallbackValue: 'free' })
      const segment = await made('create-segment', { name: 'Beta' })
      const topic = await made('create-topic', { name: 'News', defaultSubscription: 'opt_in' })
      const email = 'ada+mcp@example.com'
      const topics = [{ id: topic, subscription: 'opt_out' }]
      const given = { firstName: 'Ada', properties: { plan: 'pro' }, segmentIds: [segment], topics }
      const contact = await made('create-contact', { email, ...given })

      await mcp.call('update-contact-property', { contactPropertyId: property, fallbackValue: 'none' })
      await mcp.call('update-segment', { id: segment, name: 'Beta testers' })
      await mcp.call('update-topic', { id: topic, name: 'Release notes' })
      await mcp.call('update-contact', { email, firstName: null, lastName: 'Byron', unsubscribed: true })
      expect(await mcp.call('get-contact-property', { contactPropertyId: property })).toContain('none')
      expect(await mcp.call('list-contact-properties', {})).toContain('plan')
      expect(await mcp.call('get-segment', { id: segment })).toContain('Beta testers')
      expect(await mcp.call('list-segments', { limit: 5 })).toContain('Beta testers')
      expect(await mcp.call('get-topic', { id: topic })).toContain('Release notes')
      expect(await mcp.call('list-topics', {})).toContain('Release notes')

      expect(await mcp.call('get-contact', { email })).toMatch(
        /Last name: Byron\nUnsubscribed: true\nProperties: .*pro/,
      )
      expect(await mcp.call('list-contacts', {})).toContain(contact)
      expect(await mcp.call('list-contacts', { segmentId: segment, limit: 1 })).toContain(email)
      expect(await mcp.call('list-contact-segments', { contactId: contact })).toContain('Beta testers')
      expect(await mcp.call('list-contact-topics', { email })).toContain('opt_out')
      await mcp.call('update-contact-topics', { id: contact, topics: [{ id: topic, subscription: 'opt_in' }] })
      expect(await mcp.call('list-contact-topics', { email })).not.toContain('opt_out')
      await mcp.call('remove-contact-from-segment', { email, segmentId: segment })
      expect(await mcp.call('list-contacts', { segmentId: segment })).toBe('No contacts found.')
      await mcp.call('add-contact-to-segment', { email, segmentId: segment })
      expect(await mcp.call('list-contacts', { segmentId: segment })).toContain(email)

      expect(await mcp.call('remove-contact', { email })).toContain(contact)
      await expect(mcp.call('get-contact', { id: contact })).rejects.toThrow('Contact not found')
      await mcp.call('remove-contact-property', { contactPropertyId: property })
      await mcp.call('remove-segment', { id: segment })
      await mcp.call('remove-topic', { id: topic })
      for (const list of ['list-contact-properties', 'list-segments', 'list-topics'])
        expect(await mcp.call(list, {})).toMatch(/^(?:No|Found 0) /)
    })
  })
})

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
