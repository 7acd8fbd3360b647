import { describe, expect, it } from 'vitest'
import { automationResponse, automationItem } from '../../../src/campaigns/automations/present.ts'
import { readinessProblems } from '../../../src/campaigns/automations/graph/readiness.ts'
import {
  type Automation,
  newAutomation,
  duplicatedAutomation,
  namesToCheck,
  updatedAutomation,
  stoppedAutomation,
} from '../../../src/campaigns/automations/rules.ts'
import {
  aTeamWith,
  aTemplate,
  chain,
  condition,
  contactUpdate,
  delay,
  mail,
  segment,
  settings,
  trigger,
} from './support.ts'

const ID = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
const MONDAY = new Date('2026-11-02T08:00:00Z')
const TUESDAY = new Date('2026-11-03T08:00:00Z')
const templates = aTeamWith({ templates: new Map([['nudge', aTemplate()]]) })
const none = aTeamWith()
const ready = chain(trigger(), delay('d'), mail('m'))
const other = chain(trigger('other'))

const anAutomation = (given: Partial<Automation> = {}): Automation => ({
  id: 'automation-1',
  name: 'Nudge',
  status: 'disabled',
  graph_version: 1,
  graph: ready,
  settings: settings(),
  created_at: MONDAY.toISOString(),
  updated_at: MONDAY.toISOString(),
  ...given,
})
const enabled = anAutomation({ status: 'enabled' })
const disabled = anAutomation()
const draft = anAutomation({ graph: null, graph_version: 0 })
const updated_at = TUESDAY.toISOString()

describe('patched', () => {
  it.each<[string, Automation, Parameters<typeof updatedAutomation>[1], Partial<Automation>]>([
    ['renames a disabled automation', disabled, { name: 'New' }, { name: 'New' }],
    ['renames an enabled automation', enabled, { name: 'New' }, { name: 'New' }],
    ['enables an automation', disabled, { status: 'enabled' }, { status: 'enabled' }],
    ['disables an automation', enabled, { status: 'disabled' }, { status: 'disabled' }],
    ['accepts enabling an enabled automation', enabled, { status: 'enabled' }, {}],
    ['accepts disabling a disabled automation', disabled, { status: 'disabled' }, {}],
    ['accepts disabling a draft', draft, { status: 'disabled' }, {}],
    ['replaces a graph', disabled, other, { graph: other, graph_version: 2 }],
    ['adds the first graph to a draft', draft, other, { graph: other, graph_version: 1 }],
    [
      'replaces a graph and enables the automation',
      disabled,
      { ...ready, status: 'enabled' },
      { status: 'enabled', graph_version: 2 },
    ],
    [
      'updates all fields together',
      draft,
      { ...ready, status: 'enabled', name: 'New' },
      { status: 'enabled', name: 'New', graph: ready, graph_version: 1 },
    ],
    [
      'saves a graph that is not ready',
      disabled,
      chain(trigger(), mail('m', { template: { id: 'gone' } })),
      { graph: chain(trigger(), mail('m', { template: { id: 'gone' } })), graph_version: 2 },
    ],
    [
      'updates the given settings only, also while enabled',
      enabled,
      { settings: { reentry: 'once', quiet_hours: { from: '21:00', to: '08:00' } } },
      { settings: settings({ reentry: 'once', quiet_hours: { from: '21:00', to: '08:00' } }) },
    ],
    [
      'resets settings',
      anAutomation({ settings: settings({ reentry: 'once', retention_days: 7, time_zone: 'Asia/Tokyo' }) }),
      { settings: { reentry: 'always', retention_days: null } },
      { settings: settings({ time_zone: 'Asia/Tokyo' }) },
    ],
  ])('%s', (_, automation, patch, change) => {
    expect(updatedAutomation(automation, patch, { now: TUESDAY, known: templates })).toEqual({
      ...automation,
      ...change,
      updated_at,
    })
  })

  it.each<[string, Automation, Parameters<typeof updatedAutomation>[1], string]>([
    ['an empty update', disabled, {}, 'Send at least one of'],
    ['an update with unknown fields only', disabled, { colour: 'red' } as object, 'Send at least one of'],
    ['steps without connections', disabled, { steps: ready.steps }, 'Send `steps` and `connections` together'],
    ['connections without steps', disabled, { connections: [] }, 'Send `steps` and `connections` together'],
    [
      'a name with steps but no connections',
      disabled,
      { name: 'New', steps: ready.steps },
      'Send `steps` and `connections` together',
    ],
    [
      'a status with connections but no steps',
      disabled,
      { status: 'enabled', connections: [] },
      'Send `steps` and `connections` together',
    ],
    ['a graph for an enabled automation', enabled, other, 'The graph of an enabled automation cannot be changed'],
    [
      'the same graph for an enabled automation',
      enabled,
      ready,
      'The graph of an enabled automation cannot be changed',
    ],
    [
      'a graph together with disabling',
      enabled,
      { ...other, status: 'disabled' },
      'The graph of an enabled automation cannot be changed',
    ],
    [
      'a graph and a name for an enabled automation',
      enabled,
      { ...other, name: 'New' },
      'The graph of an enabled automation cannot be changed',
    ],
    ['an empty name', disabled, { name: ' ' }, 'Missing `name` field.'],
    [
      'an invalid graph',
      disabled,
      { steps: [mail('m')], connections: [] },
      'The graph is not valid: the graph has no trigger',
    ],
    ['an empty graph', disabled, { steps: [], connections: [] }, 'a graph must have 1 to 150 steps; received 0'],
    [
      'enabling a draft',
      draft,
      { status: 'enabled' },
      'The automation cannot be enabled: the automation has no steps yet',
    ],
    [
      'enabling a graph with an unknown segment',
      disabled,
      { ...chain(trigger(), segment('s')), status: 'enabled' },
      `step "s": unknown segment "${ID}"`,
    ],
    ['an unknown time zone', disabled, { settings: { time_zone: 'Mars/Olympus' } }, '`settings.time_zone`'],
    [
      'quiet hours with equal start and end',
      disabled,
      { settings: { quiet_hours: { from: '08:00', to: '08:00' } } },
      '`from` and `to` must differ',
    ],
    [
      'enabling a graph with an unknown template',
      disabled,
      { ...chain(trigger(), mail('m', { template: { id: 'gone' } })), status: 'enabled' },
      'step "m": unknown template "gone"',
    ],
  ])('rejects %s and changes nothing', (_, automation, patch, message) => {
    const before = structuredClone(automation)
    const refused = expect.objectContaining({ status: 422, message: expect.stringContaining(message) })
    expect(() => updatedAutomation(automation, patch, { now: TUESDAY, known: templates })).toThrow(refused)
    expect(automation).toEqual(before)
  })

  it('checks readiness only when enabling', () => {
    expect(() => updatedAutomation(disabled, { status: 'enabled' }, { now: TUESDAY, known: none })).toThrow(
      'unknown template "nudge"',
    )
    expect(() =>
      updatedAutomation(enabled, { status: 'enabled', name: 'New' }, { now: TUESDAY, known: none }),
    ).not.toThrow()
    expect(() => updatedAutomation(disabled, ready, { now: TUESDAY, known: none })).not.toThrow()
  })
})

const make = (body: object) =>
  newAutomation({ name: 'Nudge', status: 'disabled', ...body }, { id: 'automation-1', now: MONDAY, known: templates })

describe('newAutomation', () => {
  it('creates an empty draft from a name alone', () => {
    expect(make({})).toEqual(draft)
  })

  it('creates a disabled or enabled automation with a graph', () => {
    expect(make(ready)).toEqual(disabled)
    expect(make({ ...ready, status: 'enabled' })).toEqual(enabled)
  })

  it.each<[string, object, string, string]>([
    ['an empty name', { name: '' }, 'missing_required_field', 'Missing `name` field.'],
    [
      'steps without connections',
      { steps: ready.steps },
      'validation_error',
      'Send `steps` and `connections` together',
    ],
    ['connections without steps', { connections: [] }, 'validation_error', 'Send `steps` and `connections` together'],
    ['an enabled draft', { status: 'enabled' }, 'validation_error', 'has no steps yet'],
    ['an invalid graph', { ...ready, connections: [] }, 'validation_error', 'it cannot be reached from the trigger'],
    [
      'an enabled graph that is not ready',
      { ...chain(trigger(), segment('s')), status: 'enabled' },
      'validation_error',
      ID,
    ],
  ])('rejects %s', (_, body, name, message) => {
    const refused = { status: 422, body: expect.objectContaining({ name }), message: expect.stringContaining(message) }
    expect(() => make(body)).toThrow(expect.objectContaining(refused))
  })
})

const messages = (facts: Parameters<typeof aTemplate>[0], step = mail('m')) =>
  readinessProblems(chain(trigger(), step), aTeamWith({ templates: new Map([['nudge', aTemplate(facts)]]) })).map(
    ({ message }) => message,
  )

describe('readinessProblems', () => {
  it.each<[string, Parameters<typeof aTemplate>[0], ReturnType<typeof mail>, string[]]>([
    ['a complete email step', {}, mail('m'), []],
    ['an unpublished template', { published: false }, mail('m'), ['the template "nudge" is not published']],
    ['a missing sender', { from: null }, mail('m'), ['neither the step nor its template has a from']],
    ['a sender in the step', { from: null }, mail('m', { from: 'a@example.com' }), []],
    ['a missing subject', { subject: null }, mail('m'), ['neither the step nor its template has a subject']],
    ['a subject in the step', { subject: null }, mail('m', { subject: 'S' }), []],
    [
      'an unknown variable',
      { variables: ['B'] },
      mail('m', {}, { b: 'x' as never }),
      ['the template "nudge" has no variable "b"'],
    ],
    [
      'a missing required variable',
      { variables: ['A'], needed: ['A'] },
      mail('m'),
      ['the template "nudge" requires a value for its variable "A"'],
    ],
    [
      'a given required variable',
      { variables: ['A'], needed: ['A'] },
      mail('m', {}, { A: { var: 'event.a' } as never }),
      [],
    ],
  ])('checks %s', (_, facts, step, expected) => {
    expect(messages(facts, step)).toEqual(expected)
  })

  it('lists all problems together', () => {
    const update = contactUpdate('u', { properties: { plan: 'pro', seats: 3 } })
    const graph = chain(trigger(), segment('s'), update, condition('c'), mail('m', { topic_id: ID }))
    const team = aTeamWith({ properties: new Set(['seats']) })
    expect(readinessProblems(graph, team)).toEqual([
      { step: 's', rule: 'segment', message: `unknown segment "${ID}"` },
      { step: 'u', rule: 'property', message: 'unknown contact property "plan"' },
      { step: 'm', rule: 'topic', message: `unknown topic "${ID}"` },
      { step: 'm', rule: 'template', message: 'unknown template "nudge"' },
    ])
  })

  it('accepts a graph whose references all exist', () => {
    const update = contactUpdate('u', { properties: { plan: 'pro' } })
    const team = { ...templates, segments: new Set([ID]), topics: new Set([ID]), properties: new Set(['plan']) }
    expect(readinessProblems(chain(trigger(), segment('s'), update, mail('m', { topic_id: ID })), team)).toEqual([])
  })
})

describe('duplicatedAutomation', () => {
  it('creates a disabled copy with the same graph and settings under another name', () => {
    const original = { ...enabled, graph_version: 7, settings: settings({ reentry: 'once' }) }
    expect(duplicatedAutomation(original, 'automation-2', TUESDAY)).toEqual({
      ...original,
      id: 'automation-2',
      name: 'Nudge (copy)',
      status: 'disabled',
      graph_version: 1,
      created_at: updated_at,
      updated_at,
    })
    expect(duplicatedAutomation(draft, 'automation-2', TUESDAY)).toMatchObject({ graph: null, graph_version: 0 })
    expect(duplicatedAutomation(anAutomation({ name: 'x'.repeat(255) }), 'automation-2', TUESDAY).name).toHaveLength(
      255,
    )
  })
})

it('stops an enabled automation and does not change a disabled one', () => {
  expect(stoppedAutomation(enabled, TUESDAY)).toEqual({ ...enabled, status: 'disabled', updated_at })
  expect(stoppedAutomation(disabled, TUESDAY)).toEqual(disabled)
})

it.each<[string, Automation | undefined, Parameters<typeof namesToCheck>[1], string[]]>([
  ['creating an enabled automation', undefined, { name: 'N', status: 'enabled', ...ready }, ['nudge']],
  ['creating a disabled automation', undefined, { name: 'N', status: 'disabled', ...ready }, []],
  ['enabling an automation', disabled, { status: 'enabled' }, ['nudge']],
  ['enabling an automation with another graph', disabled, { status: 'enabled', ...other }, []],
  ['enabling a draft', draft, { status: 'enabled' }, []],
  ['renaming an automation', disabled, { name: 'N' }, []],
  ['enabling an enabled automation', enabled, { status: 'enabled' }, []],
])('names the templates to check when %s', (_, automation, body, expected) => {
  expect(namesToCheck(automation, body)).toEqual({
    templates: expected,
    segments: [],
    topics: [],
    properties: [],
    senders: [],
  })
})

it('returns the graph for a single automation, but not in a list', () => {
  const answer = { object: 'automation', ...automationItem(disabled), ...ready, settings: settings() }
  expect(automationResponse(disabled)).toEqual(answer)
  expect(automationResponse(draft)).toMatchObject({ steps: [], connections: [] })
  expect(Object.keys(automationItem(disabled))).toEqual(['id', 'name', 'status', 'created_at', 'updated_at'])
})
