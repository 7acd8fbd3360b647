import { describe, expect, it } from 'vitest'
import { automationAnswer, automationItem } from '../../../src/automations/present.ts'
import { type TemplatesByName, readyProblems } from '../../../src/automations/ready.ts'
import { type AutomationRecord, created, patched, templatesToCheck } from '../../../src/automations/rules.ts'
import { aTemplate, chain, condition, delay, mail, trigger, wait, way } from './support.ts'

const MONDAY = new Date('2026-11-02T08:00:00Z')
const TUESDAY = new Date('2026-11-03T08:00:00Z')
const templates: TemplatesByName = new Map([['nudge', aTemplate()]])
const none: TemplatesByName = new Map()
const ready = chain(trigger(), delay('d'), mail('m'))
const other = chain(trigger('other'))

const anAutomation = (given: Partial<AutomationRecord> = {}): AutomationRecord => ({
  id: 'automation-1',
  name: 'Nudge',
  status: 'disabled',
  graph_version: 1,
  graph: ready,
  created_at: MONDAY.toISOString(),
  updated_at: MONDAY.toISOString(),
  ...given,
})
const enabled = anAutomation({ status: 'enabled' })
const disabled = anAutomation()
const draft = anAutomation({ graph: null, graph_version: 0 })
const updated_at = TUESDAY.toISOString()

describe('patched', () => {
  it.each<[string, AutomationRecord, Parameters<typeof patched>[1], Partial<AutomationRecord>]>([
    ['renames a disabled one', disabled, { name: 'New' }, { name: 'New' }],
    ['renames an enabled one', enabled, { name: 'New' }, { name: 'New' }],
    ['enables', disabled, { status: 'enabled' }, { status: 'enabled' }],
    ['disables', enabled, { status: 'disabled' }, { status: 'disabled' }],
    ['enables what is enabled', enabled, { status: 'enabled' }, {}],
    ['disables what is disabled', disabled, { status: 'disabled' }, {}],
    ['disables a draft', draft, { status: 'disabled' }, {}],
    ['replaces a graph', disabled, other, { graph: other, graph_version: 2 }],
    ['draws a first graph', draft, other, { graph: other, graph_version: 1 }],
    [
      'replaces a graph and enables it',
      disabled,
      { ...ready, status: 'enabled' },
      { status: 'enabled', graph_version: 2 },
    ],
    [
      'does all at once',
      draft,
      { ...ready, status: 'enabled', name: 'New' },
      { status: 'enabled', name: 'New', graph: ready, graph_version: 1 },
    ],
    [
      'saves a graph that cannot run yet',
      disabled,
      chain(trigger(), condition('c')),
      { graph: chain(trigger(), condition('c')), graph_version: 2 },
    ],
  ])('%s', (_, automation, patch, change) => {
    expect(patched(automation, patch, TUESDAY, templates)).toEqual({ ...automation, ...change, updated_at })
  })

  it.each<[string, AutomationRecord, Parameters<typeof patched>[1], string]>([
    ['nothing', disabled, {}, 'Give at least one of'],
    ['nothing that it knows', disabled, { colour: 'red' } as object, 'Give at least one of'],
    ['steps alone', disabled, { steps: ready.steps }, 'send `steps` and `connections` together'],
    ['connections alone', disabled, { connections: [] }, 'send `steps` and `connections` together'],
    ['steps with a name', disabled, { name: 'New', steps: ready.steps }, 'send `steps` and `connections` together'],
    [
      'connections with a status',
      disabled,
      { status: 'enabled', connections: [] },
      'send `steps` and `connections` together',
    ],
    ['a graph for an enabled one', enabled, other, 'The graph of an enabled automation cannot be changed'],
    ['the same graph for an enabled one', enabled, ready, 'The graph of an enabled automation cannot be changed'],
    [
      'a graph for one that it disables',
      enabled,
      { ...other, status: 'disabled' },
      'The graph of an enabled automation cannot be changed',
    ],
    [
      'a graph and a name for an enabled one',
      enabled,
      { ...other, name: 'New' },
      'The graph of an enabled automation cannot be changed',
    ],
    ['an empty name', disabled, { name: ' ' }, 'Missing `name` field.'],
    [
      'a graph that cannot be right',
      disabled,
      { steps: [mail('m')], connections: [] },
      'The graph is not valid: the graph has no trigger',
    ],
    ['no steps', disabled, { steps: [], connections: [] }, 'a graph has 1 to 150 steps, not 0'],
    [
      'to enable a draft',
      draft,
      { status: 'enabled' },
      'The automation cannot be enabled: the automation has no steps yet',
    ],
    [
      'to enable a graph that cannot run yet',
      disabled,
      { ...chain(trigger(), condition('c')), status: 'enabled' },
      'step "c": steps of type condition can be saved but not run yet',
    ],
    [
      'to enable a mail without its template',
      disabled,
      { ...chain(trigger(), mail('m', { template: { id: 'gone' } })), status: 'enabled' },
      'step "m": there is no template "gone"',
    ],
  ])('refuses %s and changes nothing', (_, automation, patch, message) => {
    const before = structuredClone(automation)
    const refused = expect.objectContaining({ status: 422, message: expect.stringContaining(message) })
    expect(() => patched(automation, patch, TUESDAY, templates)).toThrow(refused)
    expect(automation).toEqual(before)
  })

  it('asks again about readiness only when it enables', () => {
    expect(() => patched(disabled, { status: 'enabled' }, TUESDAY, none)).toThrow('there is no template "nudge"')
    expect(() => patched(enabled, { status: 'enabled', name: 'New' }, TUESDAY, none)).not.toThrow()
    expect(() => patched(disabled, ready, TUESDAY, none)).not.toThrow()
  })
})

const make = (body: object) =>
  created({ name: 'Nudge', status: 'disabled', ...body }, 'automation-1', MONDAY, templates)

describe('created', () => {
  it('makes an empty draft from a name alone', () => {
    expect(make({})).toEqual(draft)
  })

  it('makes an automation with a graph, disabled or enabled', () => {
    expect(make(ready)).toEqual(disabled)
    expect(make({ ...ready, status: 'enabled' })).toEqual(enabled)
  })

  it.each<[string, object, string, string]>([
    ['an empty name', { name: '' }, 'missing_required_field', 'Missing `name` field.'],
    ['steps alone', { steps: ready.steps }, 'validation_error', 'send `steps` and `connections` together'],
    ['connections alone', { connections: [] }, 'validation_error', 'send `steps` and `connections` together'],
    ['an enabled draft', { status: 'enabled' }, 'validation_error', 'has no steps yet'],
    ['a bad graph', { ...ready, connections: [] }, 'validation_error', 'no way leads to it from the trigger'],
    [
      'an enabled graph that cannot run yet',
      { ...chain(trigger(), wait('w')), status: 'enabled' },
      'validation_error',
      'wait_for_event',
    ],
  ])('refuses %s', (_, body, name, message) => {
    const refused = { status: 422, body: expect.objectContaining({ name }), message: expect.stringContaining(message) }
    expect(() => make(body)).toThrow(expect.objectContaining(refused))
  })
})

const messages = (facts: Parameters<typeof aTemplate>[0], step = mail('m')) =>
  readyProblems(chain(trigger(), step), new Map([['nudge', aTemplate(facts)]])).map(({ message }) => message)

describe('readyProblems', () => {
  it.each<[string, Parameters<typeof aTemplate>[0], ReturnType<typeof mail>, string[]]>([
    ['a ready mail', {}, mail('m'), []],
    ['a draft', { published: false }, mail('m'), ['the template "nudge" is not published']],
    ['no sender', { from: null }, mail('m'), ['neither the step nor its template has a from']],
    ['the sender in the step', { from: null }, mail('m', { from: 'a@example.com' }), []],
    ['no subject', { subject: null }, mail('m'), ['neither the step nor its template has a subject']],
    ['the subject in the step', { subject: null }, mail('m', { subject: 'S' }), []],
    [
      'a variable that the template lacks',
      { variables: ['B'] },
      mail('m', {}, { b: 'x' as never }),
      ['the template "nudge" has no variable "b"'],
    ],
    [
      'a variable that must be given',
      { variables: ['A'], needed: ['A'] },
      mail('m'),
      ['the template "nudge" needs a value for its variable "A"'],
    ],
    [
      'a variable that is given',
      { variables: ['A'], needed: ['A'] },
      mail('m', {}, { A: { var: 'event.a' } as never }),
      [],
    ],
  ])('judges %s', (_, facts, step, expected) => {
    expect(messages(facts, step)).toEqual(expected)
  })

  it('lists all problems at once', () => {
    const graph = { steps: [trigger(), wait('w'), condition('c'), mail('m')], connections: [way('start', 'w')] }
    expect(readyProblems(graph, none).map(({ step }) => step)).toEqual(['w', 'c', 'm'])
  })

  it('refuses a topic, which would be left out of account', () => {
    const topic_id = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'
    expect(messages({}, mail('m', { topic_id }))).toEqual(['a topic_id can be saved but not used yet'])
  })
})

it.each<[string, AutomationRecord | undefined, Parameters<typeof templatesToCheck>[1], string[]]>([
  ['creating an enabled one', undefined, { name: 'N', status: 'enabled', ...ready }, ['nudge']],
  ['creating a disabled one', undefined, { name: 'N', status: 'disabled', ...ready }, []],
  ['enabling', disabled, { status: 'enabled' }, ['nudge']],
  ['enabling with another graph', disabled, { status: 'enabled', ...other }, []],
  ['enabling a draft', draft, { status: 'enabled' }, []],
  ['renaming', disabled, { name: 'N' }, []],
  ['enabling what is enabled', enabled, { status: 'enabled' }, []],
])('knows which templates matter when %s', (_, automation, body, expected) => {
  expect(templatesToCheck(automation, body)).toEqual(expected)
})

it('shows the graph in an answer, but not in a list', () => {
  expect(automationAnswer(disabled)).toEqual({ object: 'automation', ...automationItem(disabled), ...ready })
  expect(automationAnswer(draft)).toMatchObject({ steps: [], connections: [] })
  expect(Object.keys(automationItem(disabled))).toEqual(['id', 'name', 'status', 'created_at', 'updated_at'])
})
