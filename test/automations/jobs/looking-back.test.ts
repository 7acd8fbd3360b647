// Consecutive waits that look back: each event accepted since the run started goes to the first step that matches it,
// and to no other. A real run and a simulation of the same graph have the same results.
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handle_event } from '../../../src/campaigns/automations/contact-events/jobs.ts'
import { createJobs } from '../../../src/app/jobs.ts'
import { createQueue } from '../../../src/base/queue/runner.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { anAutomation, runsOf } from '../../support/automations.ts'
import { chain, delay, trigger, wait, way } from '../rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const HOUR = 3_600_000
const [A, B] = ['feedback.received', 'order.paid']

let time: Clock
let server: TestServer
let people = 0

beforeAll(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
})
afterAll(() => server.stop())

/** Sends events about a contact of its own, the only events that start the tested automations. */
function aPerson() {
  const email = `person${people++}@example.com`
  return {
    email,
    send: async (event: string, payload: object = {}): Promise<void> => {
      const { status } = await server.call('POST', '/events/send', { body: { event, payload, email } })
      expect(status).toBe(202)
    },
  }
}
const disable = (id: string) => server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })

interface Case {
  graph: { steps: { key: string }[] }
  /** When each event is sent, in hours, with its number `n`. */
  events: [hours: number, event: string, n: number][]
  /** By step: the number of the event that it received, or its other outcome. */
  received: Record<string, number | 'timeout' | 'waiting'>
}

/** Only events with this number, if one is given. */
const looking = (key: string, n?: number, more: object = {}) => back(key, A, n, more)
const back = (key: string, event_name: string, n?: number, more: object = {}) =>
  listening(key, event_name, n, { since: 'run_started', ...more })
const listening = (key: string, event_name: string, n?: number, more: object = {}) => {
  const filter = n === undefined ? {} : { filter_rule: { type: 'rule', field: 'event.n', operator: 'eq', value: n } }
  return wait(key, { event_name, ...filter, ...more })
}
const pause = (key = 'pause') => delay(key, '1 hour')

const CASES: Record<string, Case> = {
  'an event older than the one that another filter matched': {
    graph: chain(trigger(), pause(), looking('v', 2), looking('w')),
    events: [
      [0, A, 1],
      [0, A, 2],
    ],
    received: { v: 2, w: 1 },
  },
  'an event that a wait without looking back ignored': {
    graph: chain(trigger(), listening('v', A, 2), looking('w')),
    events: [
      [1, A, 1],
      [2, A, 2],
    ],
    received: { v: 2, w: 1 },
  },
  'events in the order of the filters of consecutive waits': {
    graph: chain(trigger(), pause(), looking('u', 3), looking('v', 2), looking('w', 1), looking('x')),
    events: [
      [0, A, 1],
      [0, A, 2],
      [0, A, 3],
    ],
    received: { u: 3, v: 2, w: 1, x: 'waiting' },
  },
  'two events with the same timestamp': {
    graph: chain(trigger(), pause(), looking('v'), looking('w'), looking('x')),
    events: [
      [0, A, 7],
      [0, A, 7],
    ],
    received: { v: 7, w: 7, x: 'waiting' },
  },
  'an event at the time at which the wait starts': {
    graph: chain(trigger(), pause(), looking('v', 2), looking('w')),
    events: [
      [0, A, 1],
      [1, A, 2],
    ],
    received: { v: 2, w: 1 },
  },
  'events after the timeout of an earlier wait': {
    graph: {
      steps: [trigger(), looking('v', 9, { timeout: '1 hour' }), delay('never'), looking('w', 2), looking('x')],
      connections: [way('start', 'v'), way('v', 'never', 'event_received'), way('v', 'w', 'timeout'), way('w', 'x')],
    } as Case['graph'],
    events: [
      [0, A, 1],
      [0, A, 2],
    ],
    received: { v: 'timeout', w: 2, x: 1 },
  },
  'events of each name separately': {
    graph: chain(trigger(), pause(), back('u', B), back('v', A, 3), back('w', B), looking('x')),
    events: [
      [0, A, 1],
      [0, B, 2],
      [0, A, 3],
      [0, B, 4],
    ],
    received: { u: 2, v: 3, w: 4, x: 1 },
  },
  'future events after all earlier events are used': {
    graph: chain(trigger(), pause(), looking('v', 2), looking('w'), looking('x'), listening('y', A)),
    events: [
      [0, A, 1],
      [0, A, 2],
      [2, A, 3],
      [3, A, 4],
    ],
    received: { v: 2, w: 1, x: 3, y: 4 },
  },
  'no event that a wait without looking back received': {
    graph: chain(trigger(), listening('v', A), looking('w'), looking('x')),
    events: [
      [1, A, 1],
      [2, A, 2],
    ],
    received: { v: 1, w: 2, x: 'waiting' },
  },
}

describe.each(Object.entries(CASES))('waits that look back receive %s', (_, { graph, events, received }) => {
  interface Step {
    key: string
    status: string
    output: { outcome?: string; payload?: { n: number } } | null
  }
  const cameTo = (path: Step[]) =>
    path.flatMap(({ key, status, output }) =>
      key in received ? [[key, output?.payload?.n ?? output?.outcome ?? status]] : [],
    )

  it('in a run', async () => {
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    const { send } = aPerson()
    await send('trial.started')
    await server.queue.idle()
    let now = 0
    for (const [hours, event, n] of [...events, [5, 'nothing', 0] as const]) {
      for (; now < hours; now++) {
        time.forward(HOUR)
        await server.queue.idle()
      }
      await send(event, { n })
      await server.queue.idle()
    }
    const [run] = await runsOf(server, id)
    await disable(id)
    expect(cameTo(run.steps)).toEqual(Object.entries(received))
  })

  it('in a simulation, which reports the step that received each event', async () => {
    const happening = events.map(([hours, event, n]) => ({
      event,
      after: `${hours * 60 || 1} minutes`,
      payload: { n },
    }))
    const { status, body } = await server.call('POST', '/automations/simulate', {
      body: { ...graph, events: happening },
    })
    expect([status, body]).toMatchObject([200, {}])
    expect(cameTo(body.path)).toEqual(Object.entries(received))
    const byStep = body.events.flatMap(({ received_by }: { received_by: string | null }, index: number) =>
      received_by === null ? [] : [[received_by, events[index]![2]]],
    )
    const expected = Object.entries(received).filter(([, value]) => typeof value === 'number')
    expect(Object.fromEntries(byStep)).toEqual(Object.fromEntries(expected))
    expect(byStep).toHaveLength(expected.length)
  })
})

it('each run receives an event independently, also while it is being applied to many others', async () => {
  const id = await anAutomation(server, { ...chain(trigger(), pause(), looking('w')), status: 'enabled' })
  // more than one transaction resumes
  const beginning = { ...trigger(), config: { event_name: 'other.begun' } } as ReturnType<typeof trigger>
  const many = { ...chain(beginning, listening('w', A)), settings: { reentry: 'always' } }
  const others = 101
  const { send } = aPerson()
  const other = await anAutomation(server, { ...many, status: 'enabled' })
  await send('trial.started')
  for (let run = 0; run < others; run++) await send('other.begun')
  await server.queue.idle()
  await server.queue.stop()
  const isWaiting = async (): Promise<boolean> => (await runsOf(server, id))[0].steps[2].status !== 'pending'
  let parts = 0
  const queue = createQueue(
    server.database,
    {
      ...createJobs({ sender: undefined }),
      handle_event: async work => {
        // the wait of this run starts between two batches
        if (++parts === 2) {
          time.forward(HOUR)
          await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
        }
        await handle_event(work)
      },
    },
    { now: time.now, log: pino({ level: 'silent' }) },
  )
  await queue.start()
  try {
    await send(A, { n: 1 })
    await queue.idle()
    expect(parts).toBeGreaterThan(1)
    expect((await runsOf(server, id))[0]).toMatchObject({
      status: 'completed',
      steps: [{}, {}, { output: { payload: { n: 1 } } }],
    })
    expect((await runsOf(server, other)).map(({ status }) => status)).not.toContain('running')
  } finally {
    await queue.stop()
    await server.queue.start()
    await disable(id)
    await disable(other)
  }
})

describe('a run for which an older version stored only the latest event', () => {
  const older = statement<{ heard: string }>((knex, param) =>
    knex('automation_runs')
      .where('status', 'running')
      .update({ heard: param('heard'), received: '{}' }),
  )
  const numberOf = statement<{ about: string; payload: string }, { number: number }>((knex, param) =>
    knex('contact_events')
      .select('number')
      .where({ about: param('about'), payload: param('payload') }),
  )

  it('receives only events after that one', async () => {
    const graph = chain(trigger(), pause(), looking('v', 3), looking('w'), looking('x'))
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    const { email, send } = aPerson()
    await send('trial.started')
    for (const n of [1, 2, 3, 4]) await send(A, { n })
    await server.queue.idle()
    const { number } = (await server.database.read(tx => tx.get(numberOf, { about: email, payload: '{"n":2}' })))!
    await server.database.unit(tx => tx.run(older, { heard: JSON.stringify({ [A]: number }) }))
    time.forward(HOUR)
    await server.queue.idle()
    const [run] = await runsOf(server, id)
    const numbers = run.steps
      .slice(2)
      .map(({ output }: { output: { payload: { n: number } } | null }) => output?.payload.n)
    expect([numbers, run.status]).toEqual([[3, 4, undefined], 'running'])
  })
})
