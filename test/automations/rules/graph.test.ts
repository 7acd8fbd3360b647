import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { graphProblems, checkGraph } from '../../../src/campaigns/automations/graph/check-graph.ts'
import type { Connection, Step } from '../../../src/campaigns/automations/graph/graph.ts'
import type { Rule } from '../../../src/campaigns/automations/steps/config/rule-tree.ts'
import { storedStep } from '../../../src/campaigns/automations/steps/index.ts'
import { chain, condition, delay, mail, trigger, wait, way } from './support.ts'

const rules = (steps: Step[], connections: Connection[]) =>
  graphProblems({ steps, connections }).map(({ step, connection, rule }) =>
    `${rule} ${step ?? connection ?? ''}`.trim(),
  )

describe('graphProblems', () => {
  it.each<[string, Step[], Connection[]]>([
    ['a single trigger', [trigger()], []],
    ['a chain', [trigger(), delay('d'), mail('m')], [way('start', 'd'), way('d', 'm')]],
    ['a trigger that is not listed first', [mail('m'), trigger()], [way('start', 'm')]],
    [
      'a condition with one outgoing connection',
      [trigger(), condition('c'), mail('m')],
      [way('start', 'c'), way('c', 'm', 'condition_met')],
    ],
    ['a condition without an outgoing connection', [trigger(), condition('c')], [way('start', 'c')]],
    [
      'merging branches',
      [trigger(), condition('c'), delay('d'), mail('m')],
      [way('start', 'c'), way('c', 'd', 'condition_met'), way('c', 'm', 'condition_not_met'), way('d', 'm')],
    ],
    [
      'two connections to the same step',
      [trigger(), condition('c'), mail('m')],
      [way('start', 'c'), way('c', 'm', 'condition_met'), way('c', 'm', 'condition_not_met')],
    ],
    [
      'all outcomes of a wait',
      [trigger(), wait('w'), mail('a'), mail('b'), mail('c')],
      [way('start', 'w'), way('w', 'a', 'event_received'), way('w', 'b', 'timeout'), way('w', 'c')],
    ],
    ['150 steps', ...lists(150)],
    [
      'keys named like object properties',
      [trigger('__proto__'), mail('constructor')],
      [way('__proto__', 'constructor')],
    ],
  ])('accepts %s', (_, steps, connections) => {
    expect(graphProblems({ steps, connections })).toEqual([])
  })

  it.each<[string, Step[], Connection[], string[]]>([
    ['an empty graph', [], [], ['step_count']],
    ['151 steps', ...lists(151), ['step_count']],
    ['a missing trigger', [mail('m')], [], ['one_trigger']],
    ['two triggers', [trigger('a'), trigger('b')], [], ['one_trigger b']],
    ['a duplicate key', [trigger(), mail('m'), delay('m')], [way('start', 'm')], ['unique_key m']],
    ['an unknown step in a connection', [trigger()], [way('start', 'x')], ['known_end 0']],
    ['two unknown steps in a connection', [trigger()], [way('y', 'x')], ['known_end 0', 'known_end 0']],
    ['an unreachable step', [trigger(), mail('m')], [], ['reachable m']],
    ['two unreachable steps', [trigger(), mail('m'), mail('n')], [way('m', 'n')], ['reachable m', 'reachable n']],
    ['a cycle', [trigger(), delay('d'), mail('m')], [way('start', 'd'), way('d', 'm'), way('m', 'd')], ['acyclic 2']],
    ['a connection from a step to itself', [trigger(), delay('d')], [way('start', 'd'), way('d', 'd')], ['acyclic 1']],
    ['a connection to the trigger', [trigger(), delay('d')], [way('start', 'd'), way('d', 'start')], ['acyclic 1']],
    [
      'an unreachable cycle',
      [trigger(), delay('d'), mail('m')],
      [way('d', 'm'), way('m', 'd')],
      ['reachable d', 'reachable m', 'acyclic 1'],
    ],
    [
      'a second outgoing connection',
      [trigger(), delay('d'), mail('m')],
      [way('start', 'd'), way('start', 'm')],
      ['one_way 1'],
    ],
    ['a duplicate connection', [trigger(), delay('d')], [way('start', 'd'), way('start', 'd')], ['one_way 1']],
    [
      'a connection type that does not match',
      [trigger(), delay('d')],
      [way('start', 'd', 'timeout')],
      ['fitting_type 0'],
    ],
    [
      'a default connection from a condition',
      [trigger(), condition('c'), mail('m')],
      [way('start', 'c'), way('c', 'm')],
      ['fitting_type 1'],
    ],
    [
      'a condition connection from a wait',
      [trigger(), wait('w'), mail('m')],
      [way('start', 'w'), way('w', 'm', 'condition_met')],
      ['fitting_type 1'],
    ],
    ['an invalid duration', ...both(chain(trigger(), delay('d', '5 parsecs'))), ['duration d']],
    ['a delay that is too long', ...both(chain(trigger(), delay('d', '31 days'))), ['duration d']],
    ['a timeout that is too long', ...both(chain(trigger(), wait('w', { timeout: '5 weeks' }))), ['duration w']],
    ['a reserved event as a trigger', [startingWith('resend:email.opened')], [], ['event_name start']],
    ...[' ', '\t', 'a\u0000b', 'a\r\nb', '\u{1f600}'.repeat(256)].map(
      name => [`${JSON.stringify(name)} to begin with`, [startingWith(name)], [], ['event_name start']] as never,
    ),
    ['an invalid event name', ...both(chain(trigger(), wait('w', { event_name: 'a\nb' }))), ['event_name w']],
    [
      'an unknown reserved event',
      ...both(chain(trigger(), wait('w', { event_name: 'resend:email.lost' }))),
      ['event_name w'],
    ],
    ['an invalid sender address', ...both(chain(trigger(), mail('m', { from: 'Acme' }))), ['address m']],
    [
      'two reply-to addresses in one text',
      ...both(chain(trigger(), mail('m', { reply_to: 'a@x.example, b@x.example' }))),
      ['address m'],
    ],
    ['a line break in a subject', ...both(chain(trigger(), mail('m', { subject: 'a\r\nb' }))), ['one_line m']],
  ])('reports %s', (_, steps, connections, expected) => {
    expect(rules(steps, connections)).toEqual(expected)
  })

  it.each(['opened', 'clicked', 'bounced', 'delivered', 'complained', 'failed', 'suppressed'])(
    'accepts a wait for resend:email.%s',
    name => {
      expect(graphProblems(chain(trigger(), wait('w', { event_name: `resend:email.${name}` })))).toEqual([])
    },
  )

  it('reports all problems together', () => {
    const steps = [trigger(), delay('d', 'soon'), delay('d', '1 day'), mail('lost')]
    expect(rules(steps, [way('start', 'd'), way('start', 'nowhere'), way('d', 'start', 'timeout')])).toEqual([
      'unique_key d',
      'known_end 1',
      'fitting_type 2',
      'reachable lost',
      'acyclic 2',
      'duration d',
    ])
  })
})

const problems = (step: Step) => graphProblems(chain(trigger(), step)).map(({ message }) => message)
const rule = (config: Rule): Step => ({ key: 'c', type: 'condition', config })
const nested = (levels: number): Rule => {
  let tree: Rule = { type: 'rule', field: 'event.x', operator: 'exists' }
  for (let level = 1; level < levels; level++) tree = { type: 'and', rules: [tree] }
  return tree
}

describe('references in a step', () => {
  it.each<[string, Step, string]>([
    ['an unknown root of a reference', mail('m', {}, { a: { var: 'user.x' } as never }), '"user.x" must start with'],
    [
      'a reference to an event without a wait',
      mail('m', {}, { a: { var: 'wait_events.x.y' } as never }),
      'must name an event',
    ],
    [
      'a reference to a wait event in a contact update',
      { key: 'u', type: 'contact_update', config: { first_name: { var: 'wait_events.x.y' } } },
      'must start with "event." or "contact."',
    ],
    [
      'an unknown contact field',
      { key: 'u', type: 'contact_update', config: { properties: { plan: { var: 'contact.plan' } } } },
      'is not a contact field',
    ],
    [
      'a rule with an unknown root',
      rule({ type: 'rule', field: 'plan', operator: 'exists' }),
      'the field "plan" must start',
    ],
    [
      'a comparison without a value',
      rule({ type: 'rule', field: 'event.x', operator: 'eq' }),
      'the operator eq requires a value',
    ],
    [
      'a text compared with a numeric operator',
      rule({ type: 'rule', field: 'event.x', operator: 'gt', value: '3' }),
      'gt requires a number',
    ],
    [
      'a number with a text operator',
      rule({ type: 'rule', field: 'event.x', operator: 'contains', value: 3 }),
      'contains requires a string',
    ],
    ['a rule nested too deeply', rule(nested(11)), 'nested deeper than 10 levels'],
    ['a rule nested far too deeply', rule(nested(50_000)), 'nested deeper than 10 levels'],
    [
      'a contact reference in a filter',
      wait('w', { filter_rule: { type: 'rule', field: 'contact.email', operator: 'exists' } }),
      'must start with "event."',
    ],
  ])('reports %s', (_, step, message) => {
    expect(problems(step)).toEqual([expect.stringContaining(message)])
  })

  it.each<[string, Step]>([
    ['a comparison with null', rule({ type: 'rule', field: 'event.x', operator: 'neq', value: null })],
    ['an ignored value', rule({ type: 'rule', field: 'event.x', operator: 'exists', value: 3 })],
    ['ten nested levels', rule(nested(10))],
    ['a filter', wait('w', { filter_rule: { type: 'rule', field: 'event.mood', operator: 'eq', value: 'good' } })],
    ['an object that is not a reference', mail('m', {}, { a: { name: 'user.x' } as never })],
  ])('accept %s', (_, step) => {
    expect(problems(step)).toEqual([])
  })

  it('reports too many comparisons', () => {
    const leaf: Rule = { type: 'rule', field: 'event.x', operator: 'exists' }
    const tree: Rule = {
      type: 'or',
      rules: Array.from({ length: 3 }, () => ({ type: 'and', rules: Array.from({ length: 67 }, () => leaf) })),
    }
    expect(problems(rule(tree))).toEqual(['the rule has more than 200 comparisons'])
  })

  it('allow an email to use the event of an earlier wait', () => {
    const step = mail('m', {}, { mood: { var: 'wait_events.feedback.received.mood' } as never })
    const graph = {
      steps: [trigger(), wait('w'), step],
      connections: [way('start', 'w'), way('w', 'm', 'event_received')],
    }
    expect(graphProblems(graph)).toEqual([])
  })
})

describe('checkGraph', () => {
  it('reports the location of the first problems', () => {
    const steps = [trigger(), ...Array.from({ length: 7 }, (_, index) => delay(`d${index}`, 'soon'))]
    const connections = steps.slice(1).map((step, index) => way(steps[index]!.key, step.key))
    expect(() => checkGraph({ steps, connections: [...connections, way('d6', 'x')] })).toThrow(
      expect.objectContaining({
        status: 422,
        message: expect.stringMatching(
          /^The graph is not valid: connections\[7\]: unknown step "x"; step "d0": "soon" is not a duration.*; and 3 more$/,
        ),
      }),
    )
  })

  it('keeps only the declared fields of a connection', () => {
    const connections = [{ ...way('start', 'd'), odd: true }]
    expect(checkGraph({ steps: [trigger(), delay('d')], connections }).connections).toEqual([way('start', 'd')])
  })
})

describe('storedStep', () => {
  const odd = { odd: true }
  const leaf = { type: 'rule', field: 'event.x', operator: 'eq', value: null }
  const reference = { var: 'event.x' }

  it.each([
    ['trigger', { event_name: 'a' }, odd],
    ['delay', { duration: '1 day' }, odd],
    ['send_email', { template: { id: 't' } }, { template: { id: 't', ...odd } }],
    [
      'send_email',
      { subject: 'S', template: { id: 't', variables: { a: reference, b: { c: 1 }, odd: true } } },
      { template: { id: 't', variables: { a: { ...reference, ...odd }, b: { c: 1 }, odd: true } } },
    ],
    ['wait_for_event', { event_name: 'a', timeout: '1 day', filter_rule: leaf }, { filter_rule: { ...leaf, ...odd } }],
    ['condition', { type: 'and', rules: [leaf] }, { rules: [{ ...leaf, ...odd }], ...odd }],
    [
      'contact_update',
      { first_name: reference, last_name: null, properties: { plan: reference, odd: true } },
      { first_name: { ...reference, ...odd }, properties: { plan: { ...reference, ...odd }, odd: true }, ...odd },
    ],
    ['add_to_segment', { segment_id: 's' }, odd],
    ['contact_delete', {}, odd],
  ])('keeps only the declared fields of a %s', (type, config, more) => {
    const sent = { key: 'k', type, config: { ...config, ...more }, ...odd }
    expect(storedStep(sent as never)).toEqual({ key: 'k', type, config })
  })

  it('accepts an empty list as an empty map', () => {
    const sent = { key: 'k', type: 'contact_delete', config: [] } as const
    expect(storedStep(sent as never)).toEqual({ ...sent, config: {} })
  })
})

const connectionsOf = (pairs: [number, number][]) => pairs.map(([from, to]) => way(String(from), String(to)))

describe('random graphs', () => {
  const size = 8
  const edges = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 14 })
  const stepsOf = () => [trigger('0'), ...Array.from({ length: size - 1 }, (_, index) => condition(String(index + 1)))]

  /** Reachability between steps, computed by trying every detour. */
  function closure(pairs: [number, number][]): boolean[][] {
    const leads = Array.from({ length: size }, (_, from) =>
      Array.from({ length: size }, (_, to) => pairs.some(([a, b]) => a === from && b === to)),
    )
    for (let by = 0; by < size; by++)
      for (let from = 0; from < size; from++)
        for (let to = 0; to < size; to++) leads[from]![to] ||= leads[from]![by]! && leads[by]![to]!
    return leads
  }

  it('reports a cycle exactly if one exists, and removing the reported connections breaks it', () => {
    fc.assert(
      fc.property(edges, pairs => {
        const found = graphProblems({ steps: stepsOf(), connections: connectionsOf(pairs) }).filter(
          ({ rule }) => rule === 'acyclic',
        )
        expect(found.length > 0).toBe(closure(pairs).some((row, index) => row[index]))
        const rest = pairs.filter((_, index) => found.every(({ connection }) => connection !== index))
        expect(closure(rest).some((row, index) => row[index])).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  it('reports exactly the steps that are unreachable', () => {
    fc.assert(
      fc.property(edges, pairs => {
        const found = graphProblems({ steps: stepsOf(), connections: connectionsOf(pairs) })
        const unreachable = found.filter(({ rule }) => rule === 'reachable').map(({ step }) => step)
        const leads = closure(pairs)[0]!
        expect(unreachable).toEqual(
          stepsOf()
            .map(({ key }) => key)
            .filter(key => key !== '0' && !leads[Number(key)]),
        )
      }),
      { numRuns: 500 },
    )
  })
})

function lists(count: number): [Step[], Connection[]] {
  const steps = [trigger(), ...Array.from({ length: count - 1 }, (_, index) => delay(`d${index}`))]
  return both(chain(...steps))
}

function both({ steps, connections }: { steps: Step[]; connections: Connection[] }): [Step[], Connection[]] {
  return [steps, connections]
}

function startingWith(event_name: string): Step {
  return { key: 'start', type: 'trigger', config: { event_name } }
}
