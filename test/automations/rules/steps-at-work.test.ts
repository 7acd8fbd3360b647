// Engine behavior for each step type other than delays and emails.
import { describe, expect, it } from 'vitest'
import {
  advance,
  type RunFacts,
  afterFirstEvent,
  lookBackEvent,
  afterEvent,
  afterEffect,
} from '../../../src/campaigns/automations/engine/engine.ts'
import type { Graph } from '../../../src/campaigns/automations/graph/graph.ts'
import { newRun, type Run, stepRecords } from '../../../src/campaigns/automations/engine/run.ts'
import {
  aContact,
  chain,
  contactDelete,
  contactUpdate,
  delay,
  mail,
  question,
  segment,
  settings,
  trigger,
  wait,
  way,
} from './support.ts'

const START = new Date('2026-11-02T08:00:00.000Z')
const HOUR = 3_600_000
const later = (ms: number) => new Date(START.getTime() + ms)
const origin = { id: 'run-1', automation_id: 'automation-1', graph_version: 1, contact_id: 'contact-1', begun_by: 0 }
const aFacts = (given: Partial<RunFacts> = {}): RunFacts => ({
  event: {},
  contact: aContact(),
  settings: settings(),
  latest_event: 0,
  ...given,
})
const statuses = (run: Run) => run.steps.map(({ key, status }) => `${key} ${status}`)
const started = (graph: Graph, facts = aFacts(), now = START) =>
  advance(graph, newRun(graph, origin, START), now, facts)
const event = (payload: object = {}, at = later(60_000), name = 'feedback.received', number = 1) => ({
  name,
  payload: payload as Record<string, unknown>,
  at,
  number,
})

describe('a condition', () => {
  const graph = {
    steps: [
      trigger(),
      question('c', { type: 'rule', field: 'event.n', operator: 'gt', value: 5 }),
      delay('a'),
      delay('b'),
    ],
    connections: [way('start', 'c'), way('c', 'a', 'condition_met'), way('c', 'b', 'condition_not_met')],
  }

  it.each([
    [6, ['start completed', 'c completed', 'a waiting', 'b pending'], 'condition_met'],
    [5, ['start completed', 'c completed', 'a pending', 'b waiting'], 'condition_not_met'],
  ])('takes the connection of its outcome for %d', (n, expected, outcome) => {
    const { run } = started(graph, aFacts({ event: { n } }))
    expect(statuses(run)).toEqual(expected)
    expect(run.steps[1]!.output).toEqual({ outcome })
  })

  it('fails when its field is missing', () => {
    const { run } = started(graph)
    expect(run.status).toBe('failed')
    expect(run.steps[1]!.error).toEqual({ name: 'missing_value', message: '"event.n" has no value' })
  })

  it('ends the run when its outcome has no connection', () => {
    const only = { steps: graph.steps.slice(0, 3), connections: graph.connections.slice(0, 2) }
    const { run } = started(only, aFacts({ event: { n: 1 } }))
    expect([run.status, ...statuses(run)]).toEqual(['completed', 'start completed', 'c completed', 'a skipped'])
  })

  it('can use contact fields', () => {
    const rule = { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'pro' }
    const facts = aFacts({ contact: aContact({ properties: { plan: 'pro' } }) })
    expect(started(chain(trigger(), question('c', rule)), facts).run.steps[1]!.output).toEqual({
      outcome: 'condition_met',
    })
  })
})

describe('a wait for an event', () => {
  const graph = {
    steps: [trigger(), wait('w', { timeout: '1 hour' }), delay('a'), delay('b')],
    connections: [way('start', 'w'), way('w', 'a', 'event_received'), way('w', 'b', 'timeout')],
  }
  const waiting = () => started(graph).run

  it('waits for the event and for its timeout', () => {
    const run = waiting()
    expect(run).toMatchObject({ cursor: 'w', waits_for: 'feedback.received', due_at: later(HOUR).toISOString() })
    expect(advance(graph, run, later(HOUR - 1), aFacts()).run).toEqual(run)
  })

  it('continues when the event arrives and stores its payload', () => {
    const run = afterEvent({ graph, run: waiting() }, event({ mood: 'good' }), later(70_000))!
    expect(run).toMatchObject({ cursor: 'a', due_at: null, waits_for: null, wait_events: { 'feedback.received': 'w' } })
    expect(run.steps[1]).toMatchObject({
      status: 'completed',
      completed_at: later(70_000).toISOString(),
      output: { outcome: 'event_received', payload: { mood: 'good' } },
    })
  })

  it('takes the timeout connection when the timeout ends first', () => {
    const { run } = advance(graph, waiting(), later(HOUR), aFacts())
    expect(run).toMatchObject({ cursor: 'b', waits_for: null })
    expect(run.steps[1]!.output).toEqual({ outcome: 'timeout' })
  })

  it.each<[string, Parameters<typeof afterEvent>[1]]>([
    ['another event', event({}, later(1), 'other')],
    ['an event at the time of the timeout', event({}, later(HOUR))],
  ])('ignores %s', (_, happening) => {
    expect(afterEvent({ graph, run: waiting() }, happening, later(HOUR))).toBeUndefined()
  })

  it('uses the time at which an event happened, not when it is handled', () => {
    expect(afterEvent({ graph, run: waiting() }, event({}, later(HOUR - 1)), later(HOUR + 5000))).toMatchObject({
      cursor: 'a',
    })
  })

  it('ignores events accepted before it started', () => {
    const { run } = started(graph, aFacts({ latest_event: 5 }))
    expect(afterEvent({ graph, run }, event({}, later(60_000), 'feedback.received', 5), later(60_000))).toBeUndefined()
    // advanced again during the wait, after more events were accepted
    const again = advance(graph, run, later(1000), aFacts({ latest_event: 9 })).run
    expect(afterEvent({ graph, run: again }, event({}, START, 'feedback.received', 6), later(60_000))).toMatchObject({
      cursor: 'a',
      heard: { 'feedback.received': 6 },
    })
  })

  it('considers earlier events when looking back, except the trigger event and received ones', () => {
    const since = { since: 'run_started' }
    const twice = chain(trigger(), delay('d'), wait('v', since), wait('w', since), delay('a'))
    const facts = aFacts({ latest_event: 9 })
    const run = advance(twice, { ...started(twice).run, begun_by: 3 }, later(HOUR), facts).run
    const numbered = (number: number) => event({ number }, later(number), 'feedback.received', number)
    expect([lookBackEvent(twice, run), run.waits_since]).toEqual(['feedback.received', 3])
    const first = afterFirstEvent({ graph: twice, run }, [3, 5, 7].map(numbered), later(HOUR))!
    expect(first).toMatchObject({ cursor: 'w', heard: { 'feedback.received': 5 } })
    const next = advance(twice, first, later(HOUR), facts).run
    expect(afterFirstEvent({ graph: twice, run: next }, [3, 5, 7].map(numbered), later(HOUR))).toMatchObject({
      cursor: 'a',
      heard: { 'feedback.received': 7 },
    })
    expect(lookBackEvent(graph, waiting())).toBeUndefined()
  })

  it('ignores events when it is not waiting', () => {
    const moved = afterEvent({ graph, run: waiting() }, event(), later(60_000))!
    expect(afterEvent({ graph, run: moved }, event(), later(60_000))).toBeUndefined()
    expect(afterEvent({ graph, run: newRun(graph, origin, START) }, event(), START)).toBeUndefined()
  })

  it('ignores events that do not match its filter or lack the field', () => {
    const filter_rule = { type: 'rule', field: 'event.stars', operator: 'gte', value: 4 }
    const picky = chain(trigger(), wait('w', { filter_rule }), delay('a'))
    const { run } = started(picky)
    expect(run.due_at).toBeNull()
    expect(afterEvent({ graph: picky, run }, event({ stars: 3 }), START)).toBeUndefined()
    expect(afterEvent({ graph: picky, run }, event({}), START)).toBeUndefined()
    expect(afterEvent({ graph: picky, run }, event({ stars: 4 }), START)).toMatchObject({ cursor: 'a' })
  })

  it('takes its default connection for both outcomes', () => {
    const plain = chain(trigger(), wait('w', { timeout: '1 hour' }), delay('a'))
    const { run } = started(plain)
    expect(afterEvent({ graph: plain, run }, event(), START)).toMatchObject({ cursor: 'a' })
    expect(advance(plain, run, later(HOUR), aFacts()).run).toMatchObject({ cursor: 'a' })
  })

  it('prefers the connection of the outcome to the default connection', () => {
    const both = {
      steps: [trigger(), wait('w', { timeout: '1 hour' }), delay('a'), delay('b')],
      connections: [way('start', 'w'), way('w', 'a'), way('w', 'b', 'timeout')],
    }
    const { run } = started(both)
    expect(afterEvent({ graph: both, run }, event(), START)).toMatchObject({ cursor: 'a' })
    expect(advance(both, run, later(HOUR), aFacts()).run).toMatchObject({ cursor: 'b' })
  })

  it('ends the run when no step follows', () => {
    const last = chain(trigger(), wait('w', { timeout: '1 hour' }))
    const { run } = started(last)
    expect(afterEvent({ graph: last, run }, event(), START)).toMatchObject({ status: 'completed', waits_for: null })
    expect(advance(last, run, later(HOUR), aFacts()).run).toMatchObject({ status: 'completed', waits_for: null })
  })

  it('provides the latest payload of an event to later emails', () => {
    const variables = { MOOD: { var: 'wait_events.feedback.received.mood' } } as never
    const twice = chain(trigger(), wait('w'), wait('v'), mail('m', {}, variables))
    const first = afterEvent({ graph: twice, run: started(twice).run }, event({ mood: 'bad' }), START)!
    const between = advance(twice, first, START, aFacts()).run
    const second = afterEvent(
      { graph: twice, run: between },
      event({ mood: 'good' }, START, 'feedback.received', 2),
      START,
    )!
    expect(advance(twice, second, START, aFacts()).effect).toMatchObject({ variables: { MOOD: 'good' } })
  })

  it('ends when its contact is deleted', () => {
    const { run } = advance(graph, waiting(), START, aFacts({ contact: undefined }))
    expect([run.status, run.waits_for, ...statuses(run)]).toEqual([
      'completed',
      null,
      'start completed',
      'w skipped',
      'a skipped',
      'b skipped',
    ])
  })
})

describe('a contact update', () => {
  const changing = (config: object, facts = aFacts()) => started(chain(trigger(), contactUpdate('u', config)), facts)

  it('is an effect with its references replaced', () => {
    const config = {
      first_name: { var: 'event.name' },
      last_name: null,
      unsubscribed: true,
      properties: { plan: { var: 'event.plan' }, old: null, seats: 3 },
    }
    const { effect } = changing(config, aFacts({ event: { name: 'Bo', plan: 'pro' } }))
    expect(effect).toEqual({
      kind: 'update_contact',
      step_key: 'u',
      change: {
        first_name: 'Bo',
        last_name: null,
        unsubscribed: true,
        properties: { plan: 'pro', old: null, seats: 3 },
      },
    })
  })

  it.each<[string, object, string]>([
    ['a value for the name', { first_name: { var: 'event.gone' } }, '"event.gone" has no value'],
    ['a value for a property', { properties: { plan: { var: 'event.gone' } } }, '"event.gone" has no value'],
    ['a name of the correct type', { first_name: { var: 'event.n' } }, 'first_name must be a text'],
    ['a flag of the correct type', { unsubscribed: { var: 'event.n' } }, 'unsubscribed must be true or false'],
  ])('fails without %s instead of clearing stored values', (_, config, message) => {
    const { run, effect } = changing(config, aFacts({ event: { n: 1 } }))
    expect(effect).toBeNull()
    expect(run.steps[1]!.error).toMatchObject({ message })
  })
})

describe('other effects', () => {
  it('deletes the contact and skips the remaining steps', () => {
    const graph = chain(trigger(), contactDelete('d'), mail('m'))
    const { run, effect } = started(graph)
    expect(effect).toEqual({ kind: 'delete_contact', step_key: 'd' })
    const after = afterEffect(graph, { run, key: effect!.step_key, now: START }, { output: null })
    const { run: end } = advance(graph, after, START, aFacts({ contact: undefined }))
    expect([end.status, ...statuses(end)]).toEqual(['completed', 'start completed', 'd completed', 'm skipped'])
  })

  it('adds the contact to a segment', () => {
    const { effect } = started(chain(trigger(), segment('s', 'segment-1')))
    expect(effect).toEqual({ kind: 'add_to_segment', step_key: 's', segment_id: 'segment-1' })
  })

  it('skips a step with a reason and continues', () => {
    const graph = chain(trigger(), mail('m'), delay('d'))
    const { run, effect } = started(graph)
    const after = afterEffect(graph, { run, key: effect!.step_key, now: START }, { skipped: { reason: 'x' } })
    expect([after.cursor, after.steps[1]!.status, after.steps[1]!.output]).toEqual(['d', 'skipped', { reason: 'x' }])
  })
})

describe('merged branches', () => {
  const graph = {
    steps: [
      trigger(),
      question('c', { type: 'rule', field: 'event.n', operator: 'eq', value: 1 }),
      mail('a'),
      delay('z'),
    ],
    connections: [way('start', 'c'), way('c', 'a', 'condition_met'), way('c', 'z', 'condition_not_met'), way('a', 'z')],
  }

  it.each([
    [1, 'a running'],
    [2, 'a pending'],
  ])('continue with the same step from either branch (%d)', (n, expected) => {
    const { run, effect } = started(graph, aFacts({ event: { n } }))
    expect(statuses(run)).toContain(expected)
    const after = effect ? afterEffect(graph, { run, key: effect.step_key, now: START }, { output: null }) : run
    expect(after.cursor).toBe('z')
  })
})

describe('local time', () => {
  const BERLIN = { properties: { time_zone: 'Europe/Berlin' } }
  const until = { time: '09:00', weekdays: ['monday'] }

  it.each<[string, object, Date, string]>([
    ['in the time zone of the contact', BERLIN, START, '2026-11-09T08:00:00.000Z'],
    ['in the time zone of the automation when the contact has none', {}, START, '2026-11-02T09:00:00.000Z'],
    [
      'in the time zone of the automation when that of the contact is invalid',
      { properties: { time_zone: 'Moon' } },
      START,
      '2026-11-02T09:00:00.000Z',
    ],
  ])('delays %s', (_, contact, now, due_at) => {
    const graph = chain(trigger(), { key: 'd', type: 'delay', config: { duration: '1 minute', until } } as never)
    const { run } = started(graph, aFacts({ contact: aContact(contact) }), now)
    expect(run.due_at).toBe(due_at)
    expect(advance(graph, run, new Date(due_at), aFacts({ contact: aContact(contact) })).run.status).toBe('completed')
  })

  it('delays until a local time, which may be the current time', () => {
    const graph = chain(trigger(), { key: 'd', type: 'delay', config: { until: { time: '08:00' } } })
    expect(started(graph).run.status).toBe('completed')
    expect(started(graph, aFacts(), later(1)).run.due_at).toBe('2026-11-03T08:00:00.000Z')
  })

  it('sends no email in quiet hours, but at their end', () => {
    const graph = chain(trigger(), mail('m'))
    const quiet = settings({ quiet_hours: { from: '22:00', to: '10:00' }, time_zone: 'Europe/Berlin' })
    const facts = aFacts({ settings: quiet })
    const { run, effect } = started(graph, facts)
    expect([effect, run.due_at, ...statuses(run)]).toEqual([
      null,
      '2026-11-02T09:00:00.000Z',
      'start completed',
      'm waiting',
    ])
    const next = advance(graph, run, later(HOUR), facts)
    expect(next.effect).toMatchObject({ kind: 'send_email' })
    expect(next.run).toMatchObject({ due_at: null })
    expect(
      afterEffect(graph, { run: next.run, key: next.effect!.step_key, now: later(HOUR) }, { output: null }).status,
    ).toBe('completed')
  })
})

it('shows the step at which a run was canceled and all later steps as skipped', () => {
  const graph = chain(trigger(), delay('d'), mail('m'))
  const { run } = started(graph)
  const reached = run.steps.filter(({ started_at }) => started_at !== null)
  const shown = stepRecords(graph, { status: 'cancelled', created_at: run.created_at }, reached)
  expect(shown.map(({ status }) => status)).toEqual(['completed', 'skipped', 'skipped'])
})
