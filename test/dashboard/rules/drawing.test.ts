// The layout of a graph: boxes do not overlap, each connection runs between its steps without crossing a box, and large
// graphs take less than a second.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../src/campaigns/automations/graph/graph.ts'
import { summaryOf } from '../../../src/campaigns/automations/steps/index.ts'
import { graphs } from '../../automations/rules/random-graphs.ts'
import {
  chain,
  condition,
  contactUpdate,
  delay,
  mail,
  question,
  segment,
  trigger,
  wait,
  way,
} from '../../automations/rules/support.ts'
import { drawingOf, plainGraph } from '../../../src/interfaces/dashboard/pages/automations/drawing.ts'
import { fitting } from '../../../src/base/drawing/fitting.ts'
import { type Layout, layoutOf } from '../../../src/base/drawing/layout.ts'
import { BOX_WIDTH } from '../../../src/base/drawing/plan.ts'
import { effort_ms } from '../../support/cpu-time.ts'

const HEIGHT = 80

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const boxesOf = ({ boxes }: Layout): Map<string, Box> =>
  new Map([...boxes].map(([key, { x, y }]) => [key, { left: x, right: x + BOX_WIDTH, top: y, bottom: y + HEIGHT }]))

const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

type Segment = Box & { to: string; from: string }

function segmentsOf({ lines }: Layout): Segment[] {
  return lines.flatMap(({ edge: { from, to }, points }) =>
    points.slice(1).map((point, index) => {
      const before = points[index]!
      const [left, right] = [Math.min(before.x, point.x), Math.max(before.x, point.x)]
      return { from, to, left, right, top: Math.min(before.y, point.y), bottom: Math.max(before.y, point.y) }
    }),
  )
}

/** Whether lines to different steps overlap over some length, so that they look like one. */
function coincide(one: Segment, other: Segment): boolean {
  if (one.to === other.to) return false
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left)
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return (
    (across > 0 && down === 0 && one.top === one.bottom && other.top === other.bottom) ||
    (down > 0 && across === 0 && one.left === one.right && other.left === other.right)
  )
}

const laidOut = (graph: Graph): Layout => layoutOf(plainGraph(graph), HEIGHT)

function expectClear(graph: Graph): void {
  const layout = laidOut(graph)
  const boxes = boxesOf(layout)
  const all = [...boxes.values()]
  expect(boxes.size).toBe(graph.steps.length)
  for (const [index, one] of all.entries()) {
    expect(one.left >= 0 && one.top >= 0 && one.right <= layout.width && one.bottom <= layout.height).toBe(true)
    expect(all.slice(index + 1).some(other => meet(one, other))).toBe(false)
  }
  const ends = ({ from, to }: { from: string; to: string }): string[] => [from, to]
  expect(layout.lines.map(({ edge }) => ends(edge))).toEqual(graph.connections.map(ends))
  expect(layout.lines.map(({ edge }) => edge)).toEqual(plainGraph(graph).edges)
  for (const { edge, points } of layout.lines) {
    const [source, target] = [boxes.get(edge.from)!, boxes.get(edge.to)!]
    expect([points[0]!.y, points.at(-1)!.y]).toEqual([source.bottom, target.top])
    expect(points[0]!.x > source.left && points[0]!.x < source.right).toBe(true)
    expect(points.at(-1)!.x).toBe((target.left + target.right) / 2)
  }
  const segments = segmentsOf(layout)
  for (const segment of segments) {
    // Lines are horizontal or vertical, run downward only, and stay within the picture.
    expect(segment.left === segment.right || segment.top === segment.bottom).toBe(true)
    expect(segment.left > 0 && segment.right < layout.width).toBe(true)
    expect(all.some(box => meet(segment, box))).toBe(false)
  }
  const clashes = segments.flatMap((one, index) => segments.slice(index + 1).filter(other => coincide(one, other)))
  expect(clashes).toEqual([])
}

describe('layoutOf', () => {
  it('separates boxes and lines for random graphs', () => {
    fc.assert(fc.property(graphs, expectClear), { numRuns: 300 })
  })

  it('draws a single step at its own size', () => {
    const { width, height } = laidOut({ steps: [trigger()], connections: [] })
    expect([width, height]).toEqual([BOX_WIDTH + 32, HEIGHT + 32])
  })

  it('draws a chain as a straight line down', () => {
    const { lines } = laidOut(chain(trigger(), delay('a'), mail('b')))
    expect(lines.every(({ points }) => points.length === 2)).toBe(true)
  })

  it('places the first branch below its step and the other to the right, and joins them again', () => {
    const graph: Graph = {
      steps: [trigger(), condition('if'), mail('yes'), mail('no'), delay('end')],
      connections: [
        way('start', 'if'),
        way('if', 'no', 'condition_not_met'),
        way('if', 'yes', 'condition_met'),
        way('yes', 'end'),
        way('no', 'end'),
      ],
    }
    const { boxes } = laidOut(graph)
    const [yes, no, end] = ['yes', 'no', 'end'].map(key => boxes.get(key)!)
    expect(boxes.get('if')!.x).toBe(yes!.x)
    expect(no!.x).toBeGreaterThan(yes!.x + BOX_WIDTH)
    expect([no!.y, end!.x]).toEqual([yes!.y, yes!.x])
    expectClear(graph)
  })

  it('places side branches in shared columns', () => {
    const keys = Array.from({ length: 20 }, (_, index) => `s${index}`)
    const graph: Graph = {
      steps: [trigger(), ...keys.flatMap(key => [condition(key), mail(`${key} no`)])],
      connections: [
        way('start', 's0'),
        ...keys.slice(1).map((key, index) => way(keys[index]!, key, 'condition_met')),
        ...keys.map(key => way(key, `${key} no`, 'condition_not_met')),
      ],
    }
    expect(laidOut(graph).width).toBeLessThan(3 * BOX_WIDTH)
    expectClear(graph)
  })
})

/**
 * 150 steps, each with a connection to the end: the worst case for a layout that reserves space for each line in each
 * row.
 */
function aLongWay(): Graph {
  const keys = Array.from({ length: 148 }, (_, index) => `wait ${index}`)
  const all = ['start', ...keys, 'end']
  return {
    steps: [trigger(), ...keys.map(key => wait(key, { timeout: '1 day' })), mail('end')],
    connections: [
      way('start', keys[0]!),
      ...keys.map((key, index) => way(key, all[index + 2]!, 'event_received')),
      ...keys.map(key => way(key, 'end', 'timeout')),
    ],
  }
}

describe('a graph of 150 steps', () => {
  const bush: Graph = {
    steps: [trigger(), ...Array.from({ length: 149 }, (_, index) => condition(`c${index}`))],
    connections: [
      way('start', 'c0'),
      ...Array.from({ length: 148 }, (_, index) =>
        way(`c${Math.floor(index / 2)}`, `c${index + 1}`, index % 2 ? 'condition_not_met' : 'condition_met'),
      ),
    ],
  }
  it.each([
    ['in a row with one end', aLongWay()],
    ['as a tree', bush],
  ])('%s is drawn in less than a second', (_, graph) => {
    expect(graph.steps).toHaveLength(150)
    expectClear(graph)
    let picture = ''
    expect(effort_ms(() => (picture = String(drawingOf(graph, 'Graph').picture)))).toBeLessThan(1000)
    expect(picture.split('class="way"').length - 1).toBe(graph.connections.length)
    expect(picture.split('href="#step-').length - 1).toBe(150)
  })
})

describe('drawingOf', () => {
  const graph: Graph = {
    steps: [trigger(), wait('<script>'), mail('b'), delay('c')],
    connections: [way('start', '<script>'), way('<script>', 'b', 'timeout'), way('<script>', 'c')],
  }

  it('escapes keys and labels connections', () => {
    const text = String(drawingOf(graph, 'Graph').picture)
    expect(text).not.toContain('<script>')
    expect(text).toContain('&lt;script&gt;')
    expect(text).toContain('>timeout<')
    expect(text).toContain('>otherwise<')
  })

  it('shows the path of a run and the result of each step', () => {
    const mark = {
      status: 'completed',
      reached: true,
      words: 'Completed',
      ended_at: '2026-11-02T12:00:00.000Z',
    } as const
    const marks = { steps: new Map([['start', mark]]), taken: new Set([graph.connections[0]!]) }
    const text = String(drawingOf(graph, 'Run', marks).picture)
    expect(text.split('class="way taken"')).toHaveLength(2)
    expect(text).toContain('class="step completed reached"')
    expect(text).toContain('start, Trigger: trial.started. Completed 2 Nov 2026, 12:00')
  })
})

describe('fitting', () => {
  it.each([
    ['welcome', 200, 'welcome'],
    ['', 200, ''],
    ['a'.repeat(40), 100, `${'a'.repeat(9)}…`],
    ['漢'.repeat(40), 100, `${'漢'.repeat(5)}…`],
    ['👩‍👩‍👧'.repeat(40), 100, `${'👩‍👩‍👧'.repeat(5)}…`],
    ['one two', 50, 'one…'],
  ])('truncates %j to %i pixels', (text, width, expected) => {
    expect(fitting(text, width, 15)).toBe(expected)
  })
})

describe('summaryOf', () => {
  const until = { time: '09:00', weekdays: ['monday' as const] }
  const aDelayUntil = { key: 'a', type: 'delay' as const, config: { duration: '1 day', until } }
  const rule = (field: string, operator: string, value?: unknown) => ({ type: 'rule', field, operator, value })
  it.each([
    [delay('a', '3 days'), '3 days'],
    [aDelayUntil, '1 day, then until 09:00 on Mon'],
    [mail('a'), 'nudge'],
    [
      wait('a', { timeout: '1 day', filter_rule: rule('event.n', 'gte', 3) }),
      'feedback.received with event.n ≥ 3, at most 1 day',
    ],
    [condition('a'), 'event.plan exists'],
    [
      question('a', {
        type: 'and',
        rules: [
          rule('event.plan', 'eq', 'pro'),
          { type: 'or', rules: [rule('event.n', 'lt', 1), rule('event.m', 'is_empty')] },
        ],
      }),
      'event.plan = "pro" and (event.n < 1 or event.m is empty)',
    ],
    [contactUpdate('a', { first_name: null, properties: { plan: 'pro' } }), 'first_name, plan'],
    [segment('a', 'some-id'), 'some-id'],
  ])('summarizes %j: %s', (step, words) => {
    expect(summaryOf(step)).toBe(words)
  })
})
