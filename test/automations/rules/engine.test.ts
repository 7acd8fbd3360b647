import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { durationMs } from '../../../src/campaigns/automations/steps/config/duration.ts'
import { sentOutput, type SendEmail } from '../../../src/campaigns/automations/effects/effect.ts'
import { advance, type RunFacts, afterEffect } from '../../../src/campaigns/automations/engine/engine.ts'
import { graphProblems } from '../../../src/campaigns/automations/graph/check-graph.ts'
import { runResponse, runItem } from '../../../src/campaigns/automations/present.ts'
import { newRun, type Run } from '../../../src/campaigns/automations/engine/run.ts'
import type { Graph, Step } from '../../../src/campaigns/automations/graph/graph.ts'
import { aContact, chain, delay, mail, settings, trigger, way } from './support.ts'

const START = new Date('2026-11-02T08:00:00.000Z')
const later = (ms: number) => new Date(START.getTime() + ms)
const HOUR = 3_600_000
const origin = { id: 'run-1', automation_id: 'automation-1', graph_version: 1, contact_id: 'contact-1', begun_by: 0 }
const aFacts = (given: Partial<RunFacts> = {}): RunFacts => ({
  event: {},
  contact: aContact(),
  settings: settings(),
  latest_event: 0,
  ...given,
})
const statuses = (run: Run) => run.steps.map(({ key, status }) => `${key} ${status}`)

describe('begun', () => {
  it('is at the trigger and has not started', () => {
    const run = newRun(chain(trigger(), mail('m')), origin, START)
    expect(run).toMatchObject({
      ...origin,
      status: 'running',
      cursor: 'start',
      due_at: null,
      started_at: null,
      completed_at: null,
    })
    expect(statuses(run)).toEqual(['start pending', 'm pending'])
  })
})

describe('advance', () => {
  it('completes a trigger without further steps', () => {
    const { run, effect } = advance(chain(trigger()), newRun(chain(trigger()), origin, START), later(5), aFacts())
    const moment = later(5).toISOString()
    expect(effect).toBeNull()
    expect(run).toMatchObject({ status: 'completed', cursor: null, started_at: moment, completed_at: moment })
    expect(run.steps[0]).toEqual({
      key: 'start',
      type: 'trigger',
      status: 'completed',
      started_at: moment,
      completed_at: moment,
      output: null,
      error: null,
      created_at: START.toISOString(),
    })
  })

  it('waits for the end of a delay when advanced repeatedly', () => {
    const graph = chain(trigger(), delay('d', '1 hour'))
    const first = advance(graph, newRun(graph, origin, START), START, aFacts()).run
    expect(first).toMatchObject({ status: 'running', cursor: 'd', due_at: later(HOUR).toISOString() })
    expect(statuses(first)).toEqual(['start completed', 'd waiting'])
    expect(advance(graph, first, later(HOUR - 1), aFacts()).run).toEqual(first)
    const last = advance(graph, first, later(HOUR), aFacts()).run
    expect(last).toMatchObject({ status: 'completed', due_at: null, started_at: START.toISOString() })
    expect(last.steps[1]).toMatchObject({ started_at: START.toISOString(), completed_at: later(HOUR).toISOString() })
  })

  it('returns an email with its values and continues when it is settled', () => {
    const variables = {
      plan: { var: 'event.plan' },
      gone: { var: 'event.gone' },
      name: { var: 'contact.first_name' },
    } as never
    const graph = chain(trigger(), mail('m', { from: 'a@example.com', subject: 'S' }, variables), delay('d'))
    const { run, effect } = advance(graph, newRun(graph, origin, START), START, aFacts({ event: { plan: 'pro' } }))
    expect(effect).toEqual({
      kind: 'send_email',
      step_key: 'm',
      to: 'ana@example.com',
      contact_id: 'contact-1',
      template_id: 'nudge',
      given: { plan: { var: 'event.plan' }, name: { var: 'contact.first_name' }, gone: { var: 'event.gone' } },
      variables: { plan: 'pro', name: 'Ana' },
      from: 'a@example.com',
      subject: 'S',
      reply_to: undefined,
      topic_id: undefined,
      marketing: false,
    })
    expect(statuses(run)).toEqual(['start completed', 'm running', 'd pending'])
    const after = afterEffect(
      graph,
      { run, key: effect!.step_key, now: START },
      { output: sentOutput(effect as SendEmail, 'email-1') },
    )
    expect(statuses(after)).toEqual(['start completed', 'm completed', 'd pending'])
    expect(after).toMatchObject({ status: 'running', cursor: 'd' })
    expect(after.steps[1]!.output).toEqual({
      to: 'ana@example.com',
      email_id: 'email-1',
      template: { id: 'nudge', variables: { plan: 'pro', name: 'Ana' } },
    })
  })

  it('fails the run when the email was rejected', () => {
    const graph = chain(trigger(), mail('m'), delay('d'))
    const { run, effect } = advance(graph, newRun(graph, origin, START), START, aFacts())
    const error = { name: 'validation_error', message: 'no' }
    const after = afterEffect(graph, { run, key: effect!.step_key, now: later(1) }, { error })
    expect(after).toMatchObject({ status: 'failed', cursor: null, completed_at: later(1).toISOString() })
    expect(statuses(after)).toEqual(['start completed', 'm failed', 'd pending'])
    expect(after.steps[1]).toMatchObject({ error, output: null, completed_at: later(1).toISOString() })
  })

  it('returns the same email again when its outcome was not stored', () => {
    const graph = chain(trigger(), mail('m'))
    const first = advance(graph, newRun(graph, origin, START), START, aFacts())
    expect(advance(graph, first.run, later(1), aFacts())).toEqual(first)
  })

  it('skips emails to an unsubscribed contact and performs the other steps', () => {
    const graph = chain(trigger(), mail('m'), delay('d'), mail('n'))
    const facts = aFacts({ contact: aContact({ unsubscribed: true }) })
    const { run, effect } = advance(graph, newRun(graph, origin, START), START, facts)
    expect(effect).toBeNull()
    expect(statuses(run)).toEqual(['start completed', 'm skipped', 'd waiting', 'n pending'])
    expect(statuses(advance(graph, run, later(HOUR), facts).run)).toEqual([
      'start completed',
      'm skipped',
      'd completed',
      'n skipped',
    ])
  })

  it('skips the remaining steps once the contact is deleted', () => {
    const graph = chain(trigger(), delay('d'), mail('m'))
    const { run } = advance(graph, newRun(graph, origin, START), START, aFacts())
    const { run: after, effect } = advance(graph, run, later(HOUR), aFacts({ contact: undefined }))
    expect(effect).toBeNull()
    expect(after).toMatchObject({ status: 'completed', due_at: null })
    expect(statuses(after)).toEqual(['start completed', 'd skipped', 'm skipped'])
  })

  it('does not change a finished run', () => {
    const graph = chain(trigger())
    const { run } = advance(graph, newRun(graph, origin, START), START, aFacts())
    expect(advance(graph, run, later(1), aFacts())).toEqual({ run, effect: null })
  })

  it('does not modify its arguments', () => {
    const graph = chain(trigger(), delay('d'), mail('m'))
    const run = newRun(graph, origin, START)
    const before = structuredClone(run)
    advance(graph, run, START, aFacts())
    expect(run).toEqual(before)
  })

  it('refuses to complete a step twice', () => {
    const graph = chain(trigger(), mail('m'), delay('d'))
    const { run, effect } = advance(graph, newRun(graph, origin, START), START, aFacts())
    const after = afterEffect(graph, { run, key: effect!.step_key, now: START }, { output: null })
    expect(() => afterEffect(graph, { run: after, key: effect!.step_key, now: START }, { output: null })).toThrow(
      'a second time',
    )
  })
})

describe('random graphs of a trigger, delays and emails', () => {
  const step = fc.oneof(
    fc
      .constantFrom('1 second', '90 minutes', '0.5 hours', '30 days')
      .map(duration => (key: string) => delay(key, duration)),
    fc.constant((key: string) => mail(key)),
  )
  // each of these steps has one outgoing connection, so every valid graph is a chain; the order of the list is
  // arbitrary
  const graphs: fc.Arbitrary<Graph> = fc
    .tuple(fc.array(step, { maxLength: 30 }), fc.infiniteStream(fc.nat()))
    .map(([makers, numbers]) => {
      const { steps, connections } = chain(trigger(), ...makers.map((make, index) => make(`s${index}`)))
      const rank = new Map(steps.map(({ key }) => [key, numbers.next().value]))
      return { steps: steps.toSorted((a, b) => rank.get(a.key)! - rank.get(b.key)!), connections }
    })

  it('every run ends on time and performs each step once, in graph order', () => {
    fc.assert(
      fc.property(graphs, fc.boolean(), (graph, unsubscribed) => {
        expect(graphProblems(graph)).toEqual([])
        const facts = aFacts({ contact: aContact({ unsubscribed }) })
        const { run, mails, time } = runToEnd(graph, facts)
        const path = walk(graph)
        const ms = path.reduce((sum, at) => sum + (at.type === 'delay' ? durationMs(at.config.duration!)! : 0), 0)
        const sends = path.filter(at => at.type === 'send_email').map(({ key }) => key)
        expect(run.status).toBe('completed')
        expect(time).toBe(START.getTime() + ms)
        expect(mails).toEqual(unsubscribed ? [] : sends)
        expect(run.steps.map(({ key }) => key)).toEqual(graph.steps.map(({ key }) => key))
        expect(run.steps.every(({ completed_at }) => completed_at !== null)).toBe(true)
      }),
    )
  })

  it('a failing email ends the run at that step', () => {
    fc.assert(
      fc.property(graphs, fc.nat(), (graph, number) => {
        const sends = walk(graph).filter(at => at.type === 'send_email')
        fc.pre(sends.length > 0)
        const bad = sends[number % sends.length]!.key
        const { run, mails } = runToEnd(graph, aFacts(), bad)
        expect(run.status).toBe('failed')
        expect(mails.at(-1)).toBe(bad)
        expect(run.steps.filter(({ status }) => status === 'failed').map(({ key }) => key)).toEqual([bad])
      }),
    )
  })
})

it('returns the steps for a single run, but not in a list', () => {
  const graph = chain(trigger(), mail('m'))
  const run = { ...newRun(graph, origin, START), error: null }
  expect(Object.keys(runResponse(run, undefined, []))).toEqual([
    'object',
    'id',
    'status',
    'started_at',
    'completed_at',
    'created_at',
    'contact_id',
    'contact_email',
    'error',
    'steps',
  ])
  expect(Object.keys(runItem(run, 'ana@example.com'))).not.toContain('steps')
})

it('follows the connections when the steps are listed in another order', () => {
  const graph = { steps: [delay('d'), trigger()], connections: [way('start', 'd')] }
  expect(statuses(advance(graph, newRun(graph, origin, START), START, aFacts()).run)).toEqual([
    'd waiting',
    'start completed',
  ])
})

/** What a job does: advance, perform, settle, then sleep until the run is due. */
function runToEnd(graph: Graph, facts: RunFacts, bad?: string): { run: Run; mails: string[]; time: number } {
  let run = newRun(graph, origin, START)
  let time = START.getTime()
  const mails: string[] = []
  for (let looks = 0; run.status === 'running'; looks++) {
    expect(looks).toBeLessThanOrEqual(2 * graph.steps.length)
    const now = new Date(time)
    const advanced = advance(graph, run, now, facts)
    run = advanced.run
    if (advanced.effect) {
      const key = advanced.effect.step_key
      mails.push(key)
      const outcome = key === bad ? { error: { name: 'e', message: 'no' } } : { output: null }
      run = afterEffect(graph, { run, key: advanced.effect.step_key, now }, outcome)
    } else if (run.due_at !== null) time = Date.parse(run.due_at)
  }
  return { run, mails, time }
}

function walk({ steps, connections }: Graph): Step[] {
  const path: Step[] = []
  let key: string | undefined = steps.find(at => at.type === 'trigger')!.key
  while (key !== undefined) {
    path.push(steps.find(at => at.key === key)!)
    key = connections.find(({ from }) => from === key)?.to
  }
  return path
}
