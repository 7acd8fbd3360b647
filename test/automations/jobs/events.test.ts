// Events of one contact are applied in the order in which they were accepted. A wait receives events accepted while it
// lasts, unless it also considers earlier ones.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handle_event } from '../../../src/campaigns/automations/contact-events/jobs.ts'
import { createJobs } from '../../../src/app/jobs.ts'
import { QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import { type JobHandlers, type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation, runsOf } from '../../support/automations.ts'
import { chain, delay, mail, trigger, wait } from '../rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { dyingOnce } from '../../support/dying-jobs.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const HOUR = 3_600_000
const LOOKS_BACK = { since: 'run_started' }
const states = statement<object, { state: string; payload: string }>(knex =>
  knex('contact_events').select('state', 'payload').orderBy('number'),
)
const begunRuns = statement<object, { automation_id: string; payload: string; status: string }>(knex =>
  knex('automation_runs').select('automation_id', 'payload', 'status').orderBy('id'),
)
const breakGraph = statement<{ id: string; steps: string; connections: string }>((knex, place) =>
  knex('automation_graphs')
    .where('automation_id', place('id'))
    .update({ steps: place('steps'), connections: place('connections') }),
)
const breakRuns = statement<object>(knex => knex('automation_runs').update({ heard: 'no JSON' }))

let time: Clock
let server: TestServer
let queue: Queue

beforeEach(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  queue = server.queue
  await aPublishedTemplate(server)
})
afterEach(async () => {
  await queue.stop()
  await server.stop()
})

const enabled = (graph: object, more: object = {}): Promise<string> =>
  anAutomation(server, { ...graph, status: 'enabled', ...more })
const send = (event: string, payload: object = {}, about: object = { email: 'ana@example.com' }): Promise<unknown> =>
  server.call('POST', '/events/send', { body: { event, payload, ...about } })
const later = async (ms: number): Promise<void> => {
  time.forward(ms)
  await queue.idle()
}
const kept = () => server.database.read(tx => tx.all(states, {}))
const outputs = async (id: string) =>
  (await runsOf(server, id)).map(({ steps }) => steps.map(({ output }: { output: unknown }) => output))

/** Starts another queue with replaced job handlers. */
async function insteadOf(more: Partial<JobHandlers>): Promise<void> {
  await queue.stop()
  const log = pino({ level: 'silent' })
  queue = createQueue(server.database, { ...createJobs({ sender: undefined }), ...more }, { now: time.now, log })
  await queue.start()
}

describe('events of one contact', () => {
  it('are applied in order, with the contact given by id or address, despite failures', async () => {
    const ana = (await server.call('POST', '/contacts', { body: { email: 'Ana@Example.com' } })).body.id
    const id = await enabled(chain(trigger(), wait('w', { event_name: 'n' })))
    await send('trial.started')
    await send('trial.started', {}, { email: 'bo@example.com' })
    await queue.idle()
    await insteadOf({ handle_event: dyingOnce(handle_event, 'inside') })
    // the first event fails once; the next events are about the same contact
    await send('n', { n: 1 }, { contact_id: ana })
    await send('n', { n: 2 })
    await send('n', { n: 3 }, { email: 'ANA@example.com' })
    await send('n', { n: 4 }, { email: 'bo@example.com' })
    await queue.idle()
    const received = async () => (await outputs(id)).map(([, output]) => output?.payload.n)
    // other contacts do not wait for it
    expect((await received()).toSorted()).toEqual([4, undefined])
    await later(1000)
    expect((await received()).toSorted()).toEqual([1, 4])
    expect(await kept()).toEqual([])
  })

  it('start one run per event in order, before and after the contact exists', async () => {
    const id = await enabled(chain(trigger()), { settings: { reentry: 'always' } })
    await queue.stop()
    const people = ['a@example.com', 'B@example.com', 'c@example.com']
    for (let n = 0; n < 12; n++) await send('trial.started', { n }, { email: people[n % 3] })
    await queue.start()
    await queue.idle()
    const begun = statement<object, { contact_id: string; payload: string }>(knex =>
      knex('automation_runs').select('contact_id', 'payload').orderBy('id'),
    )
    const runs = await server.database.read(tx => tx.all(begun, {}))
    expect(await runsOf(server, id)).toHaveLength(12)
    for (const some of Map.groupBy(runs, ({ contact_id }) => contact_id).values()) {
      const numbers = some.map(({ payload }) => JSON.parse(payload).n)
      expect([numbers.length, numbers]).toEqual([4, numbers.toSorted((a, b) => a - b)])
    }
  })

  it.each([5, 11])('start one run of each of %d automations, in batches, despite crashes', async count => {
    const ids: string[] = []
    // the wait must not receive the event that started its run
    const graph = chain(trigger(), wait('w', { event_name: 'trial.started' }))
    for (let n = 0; n < count; n++) ids.push(await enabled(graph, { settings: { reentry: 'always' } }))
    const begun = () => server.database.read(tx => tx.all(begunRuns, {}))
    const most: number[] = []
    const deaths = dyingOnce(handle_event, 'inside')
    await insteadOf({
      handle_event: async work => {
        const before = (await begun()).length
        // the first job dies, and then one in the middle
        await (before === 5 ? deaths(work) : handle_event(work))
        most.push((await begun()).length - before)
      },
    })
    await send('trial.started', { n: 1 })
    await send('trial.started', { n: 2 })
    for (let second = 0; second < 20; second++) await later(1000)
    const runs = await begun()
    for (const n of [1, 2]) {
      const of = runs.filter(({ payload }) => payload === `{"n":${n}}`).map(({ automation_id }) => automation_id)
      expect(of).toEqual(ids.toSorted())
    }
    expect(Math.max(...most)).toBe(5)
    // both events were accepted before any of the waits started
    expect(new Set(runs.map(({ status }) => status))).toEqual(new Set(['running']))
  })

  it('start fewer runs per batch when the payload is large', async () => {
    for (let n = 0; n < 4; n++) await enabled(chain(trigger()))
    const most: number[] = []
    await insteadOf({
      handle_event: async work => {
        const count = async () => (await server.database.read(tx => tx.all(begunRuns, {}))).length
        const before = await count()
        await handle_event(work)
        most.push((await count()) - before)
      },
    })
    await send('trial.started', { text: 'x'.repeat(400_000) })
    await queue.idle()
    expect(most).toEqual([3, 1])
  })

  it('are not blocked forever by an event that cannot be applied', async () => {
    const id = await enabled(chain(trigger()))
    let tries = 0
    await insteadOf({
      handle_event: work =>
        tries++ < QUEUE_SETTINGS.handle_event.attempts_max
          ? handle_event(Object.create(work, { finish: { value: failing(work.finish.bind(work), tries) } }))
          : handle_event(work),
    })
    await send('trial.started', { n: 1 })
    await send('trial.started', { n: 2 })
    for (let hour = 0; hour < QUEUE_SETTINGS.handle_event.attempts_max; hour++) await later(HOUR)
    expect(await runsOf(server, id)).toHaveLength(1)
    expect(await kept()).toMatchObject([{ state: 'failed', payload: '{"n":1}' }])
    await later(31 * 24 * HOUR)
    expect(await kept()).toEqual([])
  })

  /** Throws in the transaction that applies the event, not in the one that marks it as failed. */
  function failing(finish: (body: never) => Promise<void>, attempt: number): unknown {
    let first = true
    return async (body: never) => {
      if (!first && attempt === QUEUE_SETTINGS.handle_event.attempts_max) return finish(body)
      first = false
      throw new Error('a bug')
    }
  }
})

describe('a wait', () => {
  const waiting = (more: object = {}) => chain(trigger(), delay('d', '1 hour'), wait('w', more), mail('m'))

  it('ignores events accepted before it started, even if they are applied later', async () => {
    const id = await enabled(waiting())
    await send('trial.started')
    await queue.idle()
    time.forward(HOUR - 1)
    await insteadOf({ handle_event: dyingOnce(handle_event, 'before') })
    await send('feedback.received', { n: 1 })
    await later(1)
    expect((await runsOf(server, id))[0].steps[2].status).toBe('waiting')
    await later(2000)
    expect((await runsOf(server, id))[0].steps[2].status).toBe('waiting')
    // at the same time by the clock, but accepted later
    await send('feedback.received', { n: 2 })
    await queue.idle()
    expect((await outputs(id))[0]![2]).toEqual({ outcome: 'event_received', payload: { n: 2 } })
  })

  it.each([
    ['was applied before the wait started', false],
    ['is applied after the wait started', true],
  ])('that looks back receives an event since the start of the run that %s', async (_, late) => {
    const filter_rule = { type: 'rule', field: 'event.n', operator: 'gte', value: 2 }
    const id = await enabled(waiting({ ...LOOKS_BACK, filter_rule }))
    await send('feedback.received', { n: 9 })
    await queue.stop()
    await send('trial.started')
    for (const n of [1, 2, 3]) await send('feedback.received', { n })
    await send('feedback.received', { n: 8 }, { email: 'bo@example.com' })
    if (late) {
      await insteadOf({ handle_event: work => (work.attempt === 1 ? handle_event(work) : Promise.reject(new Error())) })
    } else await queue.start()
    await queue.idle()
    await later(HOUR)
    expect((await outputs(id))[0]![2]).toEqual({ outcome: 'event_received', payload: { n: 2 } })
  })

  it('does not look back by default', async () => {
    const id = await enabled(waiting())
    await queue.stop()
    await send('trial.started')
    await send('feedback.received')
    await queue.start()
    await queue.idle()
    await later(HOUR)
    expect((await runsOf(server, id))[0].steps[2].status).toBe('waiting')
    expect(await kept()).toEqual([])
  })

  it('that looks back skips events that an earlier step received', async () => {
    const id = await enabled(chain(trigger(), wait('v', LOOKS_BACK), wait('w', LOOKS_BACK), wait('x', LOOKS_BACK)))
    await send('trial.started')
    await queue.idle()
    await send('feedback.received', { n: 1 })
    await queue.idle()
    await send('feedback.received', { n: 2 })
    await queue.idle()
    const [run] = await runsOf(server, id)
    const steps = run.steps.map(({ output }: { output: { payload: object } | null }) => output?.payload)
    expect([steps, run.status]).toEqual([[undefined, { n: 1 }, { n: 2 }, undefined], 'running'])
  })

  it('that looks back receives events of emails of its own run only', async () => {
    const own = { event_name: 'resend:email.delivered', ...LOOKS_BACK }
    const id = await enabled(chain(trigger(), mail('m'), delay('d', '1 hour'), wait('w', own)))
    const other = await enabled(chain(trigger(), delay('d', '1 hour'), wait('w', own)))
    await send('trial.started')
    await queue.idle()
    await later(HOUR)
    const [run] = await runsOf(server, id)
    expect([run.status, run.steps[3].output.payload.email_id]).toEqual(['completed', run.steps[1].output.email_id])
    expect((await runsOf(server, other))[0].status).toBe('running')
  })

  it('that looks back considers the latest hundred events, for as long as a run may look back', async () => {
    const id = await enabled(waiting({ ...LOOKS_BACK, event_name: 'n' }))
    await send('trial.started')
    await queue.idle()
    for (let n = 1; n <= 105; n++) await send('n', { n })
    await send('n', { n: 'x'.repeat(100_000) })
    await queue.idle()
    expect(await kept()).toHaveLength(100)
    await later(HOUR)
    expect((await outputs(id))[0]![2]).toMatchObject({ payload: { n: 6 } })
    await send('anything')
    await queue.idle()
    expect(await kept()).toEqual([])
  })

  it('that looks back has no stored events after the contact is deleted', async () => {
    await enabled(waiting(LOOKS_BACK))
    await send('trial.started')
    await queue.idle()
    await send('n')
    await queue.idle()
    expect(await kept()).toMatchObject([{ state: 'kept' }])
    await server.call('DELETE', '/contacts/ana@example.com')
    await queue.idle()
    expect(await kept()).toEqual([])
  })
})

describe('a run with invalid stored values', () => {
  it('fails with a reason within minutes, at least for the run as a whole', async () => {
    const id = await enabled(chain(trigger(), delay('d', '1 hour'), mail('m')))
    // not valid Unicode, so the database returns a different key
    const graph = chain(trigger(), delay('\ud800', '1 hour'), mail('m'))
    const [steps, connections] = [JSON.stringify(graph.steps), JSON.stringify(graph.connections)]
    await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
    await server.database.unit(tx => tx.run(breakGraph, { id, steps, connections }))
    await server.call('PATCH', `/automations/${id}`, { body: { status: 'enabled' } })
    await send('trial.started')
    await queue.idle()
    await later(HOUR)
    for (let minute = 0; minute < 6; minute++) await later(60_000)
    const [run] = await runsOf(server, id)
    expect([run.status, run.error?.name]).toEqual(['failed', 'application_error'])
    expect(run.error.message).toMatch(/^The step failed 7 times: /)
  })

  it('does not block other runs from receiving the event that it waits for', async () => {
    const id = await enabled(chain(trigger(), wait('w')))
    await send('trial.started')
    await queue.idle()
    await server.database.unit(tx => tx.run(breakRuns, {}))
    await send('trial.started')
    await queue.idle()
    await send('feedback.received')
    await queue.idle()
    const found = await server.call('GET', `/automations/${id}/runs`)
    const statuses = found.body.data.map(({ status }: { status: string }) => status)
    expect(statuses.toSorted()).toEqual(['completed', 'failed'])
  })
})
