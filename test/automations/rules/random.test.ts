// For any graph, payload and events: a run ends, performs no step twice, and takes the same path as a deliberately
// simple interpreter.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { durationMs } from '../../../src/campaigns/automations/steps/config/duration.ts'
import {
  advance,
  afterFirstEvent,
  type IncomingEvent,
  lookBackEvent,
  afterEvent,
  afterEffect,
} from '../../../src/campaigns/automations/engine/engine.ts'
import { graphProblems } from '../../../src/campaigns/automations/graph/check-graph.ts'
import { newRun, type Run } from '../../../src/campaigns/automations/engine/run.ts'
import { pathOf } from '../../../src/campaigns/automations/engine/path.ts'
import type { Graph, Step } from '../../../src/campaigns/automations/graph/graph.ts'
import { type RandomEvent, events, graphs, payloads } from './random-graphs.ts'
import { aContact, settings } from './support.ts'

const START_MS = Date.parse('2026-11-02T08:00:00.000Z')
const origin = { id: 'run-1', automation_id: 'automation-1', graph_version: 1, contact_id: 'contact-1', begun_by: 0 }

/** The course of a run: its status, its steps with the time when each ended, and their effects. */
interface Course {
  status: string
  path: [key: string, left_ms: number | null][]
  effects: string[]
}

it('every run takes the path of the naive interpreter', () => {
  fc.assert(
    fc.property(graphs, payloads, events, (graph, payload, list) => {
      expect(graphProblems(graph)).toEqual([])
      const { run, effects } = driven(graph, payload, list)
      const path = pathOf(graph, run).map(({ key, completed_at }): Course['path'][number] => [
        key,
        completed_at === null ? null : Date.parse(completed_at) - START_MS,
      ])
      expect({ status: run.status, path, effects }).toEqual(naive(graph, payload, list))
      expect(new Set(effects).size).toBe(effects.length)
      expect(new Set(path.map(([key]) => key)).size).toBe(path.length)
      // an unfinished run waits for an event and for nothing else
      if (run.status === 'running') expect([run.waits_for === null, run.due_at]).toEqual([false, null])
    }),
    { numRuns: 1000 },
  )
})

/** Like the jobs: the run advances when it is due and when an event arrives. */
function driven(graph: Graph, payload: object, list: RandomEvent[]): { run: Run; effects: string[] } {
  let contact: ReturnType<typeof aContact> | undefined = aContact()
  let now = new Date(START_MS)
  let run = newRun(graph, origin, now)
  const effects: string[] = []
  const happened: IncomingEvent[] = []
  let looks = 0
  const move = (): void => {
    expect(++looks).toBeLessThanOrEqual(2 * graph.steps.length + list.length + 1)
    const latest_event = happened.length
    const facts = () => ({ event: payload as Record<string, unknown>, contact, settings: settings(), latest_event })
    let advanced = advance(graph, run, now, facts())
    for (;;) {
      let next: Run | undefined
      if (advanced.effect) {
        effects.push(advanced.effect.step_key)
        if (advanced.effect.kind === 'delete_contact') contact = undefined
        if (advanced.effect.kind === 'update_contact') contact = { ...contact!, ...(advanced.effect.change as object) }
        next = afterEffect(graph, { run: advanced.run, key: advanced.effect.step_key, now }, { output: null })
      } else if (lookBackEvent(graph, advanced.run)) next = afterFirstEvent({ graph, run: advanced.run }, happened, now)
      if (!next) break
      advanced = advance(graph, next, now, facts())
    }
    run = advanced.run
  }
  const moveUntil = (end_ms: number): void => {
    while (run.due_at !== null && Date.parse(run.due_at) <= end_ms) {
      now = new Date(run.due_at)
      move()
    }
  }
  move()
  for (const { after_ms, name, payload: given } of list) {
    moveUntil(START_MS + after_ms)
    now = new Date(START_MS + after_ms)
    const happening = { name, payload: given, at: now, number: happened.length + 1 }
    happened.push(happening)
    const after = afterEvent({ graph, run }, happening, now)
    if (!after) continue
    run = after
    move()
  }
  moveUntil(Infinity)
  return { run, effects }
}

/** Goes from step to step; a wait searches the remaining events. */
function naive(graph: Graph, payload: { n?: number }, list: RandomEvent[]): Course {
  const course: Course = { status: 'completed', path: [], effects: [] }
  let time = 0
  const heard = new Set<number>()
  let seen = -1
  let unsubscribed = false
  let step: Step | undefined = graph.steps[0]
  while (step) {
    const { key }: Step = step
    let outcome = 'default'
    if (step.type === 'delay') time += durationMs(step.config.duration!)!
    if (step.type === 'send_email' && !unsubscribed) course.effects.push(key)
    if (step.type === 'add_to_segment') course.effects.push(key)
    if (step.type === 'contact_update') {
      course.effects.push(key)
      unsubscribed = step.config.unsubscribed as boolean
    }
    if (step.type === 'condition') {
      const answer = said(step.config as never, payload)
      if (answer === undefined) {
        course.path.push([key, time])
        return { ...course, status: 'failed' }
      }
      outcome = answer ? 'condition_met' : 'condition_not_met'
    }
    if (step.type === 'wait_for_event') {
      const { event_name, timeout, filter_rule, since } = step.config
      const end = timeout === undefined ? Infinity : time + durationMs(timeout)!
      const index = list.findIndex(
        (event, at) =>
          (since === 'run_started' ? !heard.has(at) : at > seen && event.after_ms >= time) &&
          event.after_ms < end &&
          event.name === event_name &&
          (!filter_rule || said(filter_rule as never, event.payload) === true),
      )
      if (index === -1 && end === Infinity) {
        course.path.push([key, null])
        return { ...course, status: 'running' }
      }
      outcome = index === -1 ? 'timeout' : 'event_received'
      time = index === -1 ? end : Math.max(time, list[index]!.after_ms)
      if (index !== -1) heard.add(index)
      // events up to the one that ended a wait are ignored by waits that do not look back
      if (index !== -1) seen = Math.max(seen, index)
    }
    course.path.push([key, time])
    if (step.type === 'contact_delete') {
      course.effects.push(key)
      return course
    }
    const ways = graph.connections.filter(({ from }) => from === key)
    const to = (ways.find(({ type }) => type === outcome) ?? ways.find(({ type }) => type === 'default'))?.to
    step = graph.steps.find(next => next.key === to)
  }
  return course
}

function said({ operator, value }: { operator: string; value: number }, { n }: { n?: number }): boolean | undefined {
  if (operator === 'exists') return n !== undefined
  if (operator === 'is_empty') return n === undefined
  if (n === undefined) return undefined
  return operator === 'gte' ? n >= value : n === value
}
