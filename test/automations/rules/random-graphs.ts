// Random valid graphs and random events for property tests.
import * as fc from 'fast-check'
import type { Connection, Graph, Step } from '../../../src/campaigns/automations/graph/graph.ts'
import { contactDelete, contactUpdate, delay, mail, question, segment, trigger, wait, way } from './support.ts'

export interface RandomEvent {
  after_ms: number
  name: string
  payload: { n?: number }
}

/** Chooses from a list of numbers, so that a generated graph can shrink. */
type Choose = (count: number) => number

const TYPES = ['delay', 'send_email', 'wait_for_event', 'condition', 'contact_update', 'add_to_segment'] as const

function aStep(key: string, choose: Choose): Step {
  const type = choose(25) === 0 ? 'contact_delete' : TYPES[choose(TYPES.length)]!
  switch (type) {
    case 'delay':
      return delay(key, ['1 second', '90 minutes', '2 days'][choose(3)])
    case 'send_email':
      return mail(key)
    case 'wait_for_event':
      return aWait(key, choose)
    case 'condition':
      return question(key, aRule(choose))
    case 'contact_update':
      return contactUpdate(key, { unsubscribed: choose(3) === 0 })
    case 'contact_delete':
      return contactDelete(key)
    case 'add_to_segment':
      return segment(key)
  }
}

function aWait(key: string, choose: Choose): Step {
  const timeout = choose(8) === 0 ? {} : { timeout: ['1 hour', '1 day'][choose(2)]! }
  const since = choose(3) === 0 ? { since: 'run_started' } : {}
  const filter = choose(2) ? { filter_rule: aRule(choose) } : {}
  return wait(key, { event_name: ['a', 'b'][choose(2)]!, ...timeout, ...since, ...filter })
}

const aRule = (choose: Choose) => ({
  type: 'rule',
  field: 'event.n',
  operator: ['gte', 'eq', 'exists', 'is_empty'][choose(4)]!,
  value: choose(4),
})

function waysOf({ type }: Step, choose: Choose): Connection['type'][] {
  if (type === 'condition') return ['condition_met', 'condition_not_met']
  if (type !== 'wait_for_event') return ['default']
  return ([['default'], ['event_received', 'timeout'], ['event_received', 'timeout', 'default']] as const)[
    choose(3)
  ]!.slice()
}

/**
 * Each step is connected to an earlier one, so all steps are reachable and there is no cycle; remaining outcomes are
 * merged.
 */
function aGraph(choose: Choose, size: number): Graph {
  const steps: Step[] = [trigger('s0')]
  const connections: Connection[] = []
  const free: { from: number; type: Connection['type'] }[] = [{ from: 0, type: 'default' }]
  for (let index = 1; index < size; index++) {
    const step = aStep(`s${index}`, choose)
    const [open] = free.splice(choose(free.length), 1)
    connections.push(way(`s${open!.from}`, step.key, open!.type))
    free.push(...waysOf(step, choose).map(type => ({ from: index, type })))
    steps.push(step)
  }
  for (const { from, type } of free) {
    const rest = size - 1 - from
    if (rest > 0 && choose(3) > 0) connections.push(way(`s${from}`, `s${from + 1 + choose(rest)}`, type))
  }
  return { steps, connections }
}

export const graphs: fc.Arbitrary<Graph> = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.array(fc.nat(), { minLength: 200, maxLength: 200 }))
  .map(([size, numbers]) => {
    let next = 0
    return aGraph(count => numbers[next++ % numbers.length]! % count, size)
  })

export const payloads: fc.Arbitrary<{ n?: number }> = fc.record(
  { n: fc.integer({ min: 0, max: 3 }) },
  { requiredKeys: [] },
)

export const events: fc.Arbitrary<RandomEvent[]> = fc
  .array(
    fc.record({
      after_ms: fc.oneof(
        fc.integer({ min: 0, max: 4 * 86_400_000 }),
        // when delays and timeouts end
        fc.constantFrom(0, 1000, 3_600_000, 3_601_000, 5_400_000, 86_400_000, 2 * 86_400_000),
      ),
      name: fc.constantFrom('a', 'b', 'c'),
      payload: payloads,
    }),
    { maxLength: 12 },
  )
  .map(list => list.toSorted((one, other) => one.after_ms - other.after_ms))
