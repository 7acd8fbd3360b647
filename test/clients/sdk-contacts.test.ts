// The published SDK's contacts, contact properties, segments and topics, unmodified and in a process of its own, against a
// real server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SdkRun, sdkRun } from '../support/sdk.ts'

const MOMENT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

let answers: SdkRun['answers']
let end: SdkRun['end']

beforeAll(async () => {
  ;({ answers, end } = await sdkRun('sdk-contacts-program.ts'))
})
afterAll(() => end())

const notFound = (message: string) => ({ error: { statusCode: 404, message, name: 'not_found' } })

describe('the SDK', () => {
  it('defines, changes and removes contact properties', () => {
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

  it('makes, changes and removes segments', () => {
    const { id } = answers['create segment']
    expect(answers['create segment']).toEqual({ object: 'segment', id, name: 'Beta' })
    expect(answers['update segment']).toEqual({ object: 'segment', id })
    expect(answers['get segment']).toEqual({ object: 'segment', id, name: 'Beta testers', created_at: MOMENT })
    expect(answers['list segments']).toMatchObject({ has_more: false, data: [{ id, name: 'Beta testers' }] })
    expect(answers['remove segment']).toEqual({ object: 'segment', id, deleted: true })
    expect(answers['get removed segment']).toEqual(notFound('Segment not found'))
  })

  it('makes, changes and removes topics', () => {
    const { id } = answers['create topic']
    expect(answers['update topic']).toEqual({ object: 'topic', id })
    const topic = { id, name: 'Release notes', description: 'Monthly', default_subscription: 'opt_in' }
    expect(answers['get topic']).toMatchObject({ object: 'topic', ...topic, created_at: MOMENT })
    expect(answers['list topics'].data).toMatchObject([topic])
    expect(answers['remove topic']).toEqual({ object: 'topic', id, deleted: true })
    expect(answers['get removed topic']).toEqual(notFound('Topic not found'))
  })

  it('makes a contact once for an address, changes and finds it by address and by id', () => {
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

  it('puts a contact into segments and takes it out', () => {
    const { id } = answers['create segment']
    expect(answers['list segments of contact'].data).toMatchObject([{ id, name: 'Beta testers' }])
    expect(answers['remove from segment']).toMatchObject({ id, deleted: true })
    expect(answers['list no segments'].data).toEqual([])
    expect(answers['add to segment']).toMatchObject({ id })
  })

  it('keeps segments under their old name, and contacts in them', () => {
    const { id } = answers['create audience']
    expect(answers['get audience']).toMatchObject({ id, name: 'Readers', created_at: MOMENT })
    expect(answers['list audiences'].data[0]).toMatchObject({ id, name: 'Readers' })
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

  it('opts a contact in to and out of topics', () => {
    const { id } = answers['create topic']
    const topic = { id, name: 'Release notes', description: 'Monthly' }
    expect(answers['list topics of contact'].data).toMatchObject([{ ...topic, subscription: 'opt_out' }])
    expect(answers['update topics']).toMatchObject({ id: answers['create contact'].id })
    expect(answers['list topics after'].data).toMatchObject([{ ...topic, subscription: 'opt_in' }])
  })
})
