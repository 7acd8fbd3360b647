import { describe, expect, it } from 'vitest'
import {
  isReference,
  referenceFault,
  resolveReferences,
  type ReferenceRoot,
  resolveReference,
} from '../../../src/campaigns/automations/steps/config/variables.ts'
import { aContact } from './support.ts'

const sources = {
  event: { plan: 'pro', deep: { list: ['a', { b: 1 }] }, none: null, 'a b': 2, ...JSON.parse('{"__proto__":"odd"}') },
  contact: aContact({ properties: { plan: 'free', 'a.b': 3 } }),
  wait_events: new Map([
    ['feedback', { 'received.mood': 'no', received: { mood: 'short' } }],
    ['feedback.received', { mood: 'good' }],
  ]),
  steps: new Map([
    ['ask', { status: 200, body: { plan: 'pro', list: [1] } }],
    ['ask.it', { status: 201 }],
  ]),
}

describe('valueOf', () => {
  it.each([
    ['event.plan', 'pro'],
    ['event.deep.list.0', 'a'],
    ['event.deep.list.1.b', 1],
    ['event.none', null],
    ['event.a b', 2],
    ['event.deep', { list: ['a', { b: 1 }] }],
    ['contact.email', 'ana@example.com'],
    ['contact.first_name', 'Ana'],
    ['contact.last_name', null],
    ['contact.properties.plan', 'free'],
    ['contact.properties.a.b', 3],
    ['wait_events.feedback.received.mood', 'good'],
    ['steps.ask.status', 200],
    ['steps.ask.body.plan', 'pro'],
    ['steps.ask.body.list.0', 1],
    ['steps.ask.it.status', 201],
    ['steps.ask.body.missing', undefined],
    ['steps.ask', undefined],
    ['steps.other.status', undefined],
    ['event.missing', undefined],
    ['event.plan.length', undefined],
    ['event.plan.0', undefined],
    ['event.deep.list.length', undefined],
    ['event.constructor', undefined],
    ['event.toString.name', undefined],
    ['contact.properties', undefined],
    ['contact.properties.toString', undefined],
    ['contact.team_id', undefined],
    ['wait_events.other.x', undefined],
    ['wait_events.feedback', undefined],
    ['event', undefined],
    ['nothing.x', undefined],
  ])('resolves %s to %j', (text, value) => {
    expect(resolveReference(text, sources)).toEqual(value)
  })
})

it('replaces references, keeps literals and omits references without a value', () => {
  const values = {
    a: { var: 'event.plan' },
    b: { var: 'event.missing' },
    c: { var: 'event.none' },
    d: 7,
    e: { x: 1 },
    f: false,
  }
  expect(resolveReferences(values, sources)).toEqual({ a: 'pro', d: 7, e: { x: 1 }, f: false })
})

it.each([
  [{ var: 'event.x' }, true],
  [{ var: 5 }, false],
  [{ other: 'event.x' }, false],
  ['event.x', false],
  [null, false],
  [['var'], false],
])('classifies %j as a reference: %s', (value, expected) => {
  expect(isReference(value)).toBe(expected)
})

describe('referenceFault', () => {
  const names = { wait_events: new Set(['feedback.received']), steps: new Set(['ask', 'ask.it']) }
  const all: ReferenceRoot[] = ['event', 'contact', 'wait_events', 'steps']

  it.each([
    'event.x',
    'event.x.y',
    'contact.email',
    'contact.properties.plan',
    'contact.properties.a.b',
    'wait_events.feedback.received.mood',
    'steps.ask.status',
    'steps.ask.it.body.plan',
  ])('accepts %s', text => {
    expect(referenceFault(text, all, names)).toBeUndefined()
  })

  it.each([
    ['event', 'requires a field name'],
    ['event.', 'requires a field name'],
    ['event.a..b', 'requires a field name'],
    ['event.a.', 'requires a field name'],
    ['user.x', 'must start with "event." or "contact." or "wait_events." or "steps."'],
    ['Event.x', 'must start with'],
    ['', 'must start with'],
    ['contact.plan', 'is not a contact field'],
    ['contact.email.x', 'is not a contact field'],
    ['contact.properties', 'requires the name of a property'],
    ['wait_events.feedback.received', 'must name an event that a step waits for'],
    ['wait_events.other.x', 'must name an event that a step waits for'],
    ['steps.ask', 'must name a step of the type http_request'],
    ['steps.other.status', 'must name a step of the type http_request'],
  ])('rejects %j: %s', (text, fault) => {
    expect(referenceFault(text, all, names)).toContain(fault)
  })

  it('accepts only the allowed roots', () => {
    expect(referenceFault('contact.email', ['event'], names)).toBe('"contact.email" must start with "event."')
  })
})
