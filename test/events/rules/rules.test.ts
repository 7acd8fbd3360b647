import { describe, expect, it } from 'vitest'
import { eventResponse, eventItem } from '../../../src/campaigns/events/present.ts'
import { checkEventName, newEvent, eventSubject, updatedEvent } from '../../../src/campaigns/events/rules.ts'

const MONDAY = new Date('2026-11-02T08:00:00Z')
const TUESDAY = new Date('2026-11-03T08:00:00Z')
const id = '1f4a9c62-7d30-4b8e-95a7-3e6d0c2b8f14'

describe('checkEventName', () => {
  it.each(['trial.started', 'send', 'Bestellung eingegangen', 'resend', 'x'.repeat(255), id])('accepts %j', name => {
    expect(checkEventName(name, 'name')).toBe(name)
  })

  it.each([
    ['resend:email.opened', 'validation_error', 'reserved for system events'],
    ['Resend:mine', 'validation_error', 'reserved for system events'],
    ['x'.repeat(256), 'validation_error', 'at most 255 characters'],
    ['a\nb', 'validation_error', 'control character'],
    ['', 'missing_required_field', 'Missing `name` field.'],
    ['  ', 'missing_required_field', 'Missing `name` field.'],
  ])('rejects %j', (name, kind, message) => {
    const refused = {
      status: 422,
      body: expect.objectContaining({ name: kind }),
      message: expect.stringContaining(message),
    }
    expect(() => checkEventName(name, 'name')).toThrow(expect.objectContaining(refused))
  })
})

it('creates a definition, with or without a schema', () => {
  const event = newEvent({ name: 'trial.started', schema: { plan: 'string' } }, id, MONDAY)
  const moment = MONDAY.toISOString()
  expect(event).toEqual({
    id,
    name: 'trial.started',
    schema: { plan: 'string' },
    created_at: moment,
    updated_at: moment,
  })
  expect(newEvent({ name: 'trial.started' }, id, MONDAY).schema).toBeNull()
})

it('replaces or removes the whole schema', () => {
  const event = newEvent({ name: 'trial.started', schema: { plan: 'string', seats: 'number' } }, id, MONDAY)
  expect(updatedEvent(event, { schema: { day: 'date' } }, TUESDAY)).toEqual({
    ...event,
    schema: { day: 'date' },
    updated_at: TUESDAY.toISOString(),
  })
  expect(updatedEvent(event, { schema: null }, TUESDAY).schema).toBeNull()
})

describe('eventSubject', () => {
  it('accepts a contact or an address', () => {
    expect(eventSubject({ event: 'x', contact_id: id })).toEqual({ contact_id: id })
    expect(eventSubject({ event: 'x', email: 'ana@example.com' })).toEqual({ email: 'ana@example.com' })
  })

  it.each([
    'ana@localhost',
    'a..b@example.com',
    'Ana <ana@example.com>',
    '<ana@example.com>',
    'a@example.com,b@example.com',
  ])('rejects %s, which is not a bare address', email =>
    expect(() => eventSubject({ event: 'x', email })).toThrow('Invalid `email` field'),
  )

  it('rejects both and neither', () => {
    const message = 'Send exactly one of `contact_id` and `email`'
    expect(() => eventSubject({ event: 'x' })).toThrow(message)
    expect(() => eventSubject({ event: 'x', contact_id: id, email: 'ana@example.com' })).toThrow(message)
  })
})

it('includes the object type in a single response, but not in a list', () => {
  const event = newEvent({ name: 'trial.started' }, id, MONDAY)
  expect(eventResponse(event)).toEqual({ object: 'event', ...event })
  expect(eventItem(event)).toEqual(event)
})
