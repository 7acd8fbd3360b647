// Effects of the steps in real runs, the events that resume them, and the status of a run whose step fails.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { advance_run } from '../../../src/campaigns/automations/runs/jobs.ts'
import { findEmailToDeliver, recordEvents } from '../../../src/mail/emails/actions.ts'
import { QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import type { Work } from '../../../src/base/queue/claimed-work.ts'
import { DatabaseUnavailable, type Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import {
  chain,
  contactDelete,
  contactUpdate,
  delay,
  mail,
  question,
  segment,
  trigger,
  wait,
  way,
} from '../rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { type TestServer, startServer } from '../../support/server.ts'
import { RefusingTx } from '../../support/tx.ts'

const HOUR = 3_600_000
const jobsLeft = statement<object, { kind: string; last_error: string | null; run_at: string | null }>(knex =>
  knex('jobs').select('kind', 'last_error', 'run_at').whereNot('kind', 'sweep'),
)
const graphVersions = statement<{ id: string }, { version: number }>((knex, place) =>
  knex('automation_graphs').select('version').where('automation_id', place('id')).orderBy('version'),
)

let time: Clock
let server: TestServer

beforeEach(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  await aPublishedTemplate(server, { variables: [{ key: 'MOOD', type: 'string', fallback_value: 'unknown' }] })
})
afterEach(() => server.stop())

const enabled = (graph: object, more: object = {}): Promise<string> =>
  anAutomation(server, { ...graph, status: 'enabled', ...more })
const later = async (ms: number): Promise<void> => {
  time.forward(ms)
  await server.queue.idle()
}
const happens = (event: string, payload: object = {}, email = 'ana@example.com'): Promise<unknown> =>
  sendEvent(server, { event, payload, email })
const mails = async (): Promise<{ id: string; subject: string; to: string[] }[]> =>
  (await server.call('GET', '/emails?limit=100')).body.data
const contact = async (email = 'ana@example.com') => (await server.call('GET', `/contacts/${email}`)).body
const stepsOf = (run: { steps: { key: string; status: string }[] }): string[] =>
  run.steps.map(({ key, status }) => `${key} ${status}`)
const left = async (): Promise<string[]> =>
  (await server.database.read(tx => tx.all(jobsLeft, {})))
    .filter(({ run_at }) => run_at !== null)
    .map(({ kind }) => kind)

describe('a wait', () => {
  const graph = {
    steps: [
      trigger(),
      wait('w', { timeout: '1 hour' }),
      mail('yes', { subject: 'Yes' }),
      mail('no', { subject: 'No' }),
    ],
    connections: [way('start', 'w'), way('w', 'yes', 'event_received'), way('w', 'no', 'timeout')],
  }

  it('ends with an event of its contact and ignores the later timeout', async () => {
    const id = await enabled(graph)
    await sendEvent(server)
    await happens('feedback.received', {}, 'someone-else@example.com')
    await happens('other')
    expect(stepsOf((await runsOf(server, id))[0])).toContain('w waiting')
    await happens('feedback.received', { mood: 'good' })
    await later(HOUR)
    const [run] = await runsOf(server, id)
    expect([run.status, ...stepsOf(run)]).toEqual([
      'completed',
      'start completed',
      'w completed',
      'yes completed',
      'no skipped',
    ])
    expect(run.steps[1].output).toEqual({ outcome: 'event_received', payload: { mood: 'good' } })
    expect([(await mails()).map(({ subject }) => subject), await left()]).toEqual([['Yes'], []])
  })

  it('ends with its timeout and ignores a later event', async () => {
    const id = await enabled(graph)
    await sendEvent(server)
    await later(HOUR)
    await happens('feedback.received')
    expect((await runsOf(server, id))[0].steps[1].output).toEqual({ outcome: 'timeout' })
    expect((await mails()).map(({ subject }) => subject)).toEqual(['No'])
  })

  it('accepts an event that was sent before the timeout but is handled after it', async () => {
    const id = await enabled(graph)
    await sendEvent(server)
    await server.queue.stop()
    time.forward(HOUR - 1)
    await server.call('POST', '/events/send', { body: { event: 'feedback.received', email: 'ana@example.com' } })
    time.forward(1000)
    await server.queue.start()
    await server.queue.idle()
    expect((await runsOf(server, id))[0].steps[1].output).toMatchObject({ outcome: 'event_received' })
  })

  it('ends only with an event that matches its filter', async () => {
    const filter_rule = { type: 'rule', field: 'event.stars', operator: 'gte', value: 4 }
    const id = await enabled(chain(trigger(), wait('w', { filter_rule }), mail('m')))
    await sendEvent(server)
    for (const payload of [{}, { stars: 3 }, { stars: '5' }]) await happens('feedback.received', payload)
    expect((await runsOf(server, id))[0].status).toBe('running')
    await happens('feedback.received', { stars: 4 })
    expect((await runsOf(server, id))[0].status).toBe('completed')
  })

  it('is not ended by the event that started its run', async () => {
    const same = { event_name: 'trial.started' }
    const id = await enabled(chain(trigger(), wait('w', same)))
    await sendEvent(server)
    expect((await runsOf(server, id))[0].status).toBe('running')
    await sendEvent(server)
    expect((await runsOf(server, id)).map(({ status }) => status).toSorted()).toEqual(['completed', 'running'])
  })

  it('of hundreds of runs of one contact ends with a single event', async () => {
    const id = await enabled(chain(trigger(), wait('w')))
    for (let count = 0; count < 230; count++) {
      await server.call('POST', '/events/send', { body: { event: 'trial.started', email: 'ana@example.com' } })
    }
    await server.queue.idle()
    await happens('feedback.received')
    const { body } = await server.call('GET', `/automations/${id}/metrics`)
    expect(body).toMatchObject({ started: 230, completed: 230, waiting: 0 })
  })

  it('provides the payload of its event to later emails', async () => {
    const variables = { MOOD: { var: 'wait_events.feedback.received.mood' } } as never
    await server.call('POST', '/templates', {
      body: {
        name: 'Mood',
        alias: 'mood',
        from: 'a@example.com',
        subject: '{{{MOOD}}}',
        html: '<p>x</p>',
        variables: [{ key: 'MOOD', type: 'string' }],
      },
    })
    await server.call('POST', '/templates/mood/publish')
    await enabled(chain(trigger(), wait('w'), delay('d'), mail('m', { template: { id: 'mood', variables } })))
    await sendEvent(server)
    await happens('feedback.received', { mood: 'splendid' })
    await later(HOUR)
    expect((await mails()).map(({ subject }) => subject)).toEqual(['splendid'])
  })

  it("for email events receives only those of the run's own emails", async () => {
    const own = { event_name: 'resend:email.delivered', timeout: '1 day' }
    const id = await enabled(chain(trigger(), mail('m'), wait('w', own), mail('n')))
    await sendEvent(server)
    const [run] = await runsOf(server, id)
    expect(run.status).toBe('completed')
    const sent = run.steps[1].output.email_id
    expect(run.steps[2].output).toMatchObject({
      outcome: 'event_received',
      payload: { email_id: sent, subject: 'Hello', to: ['ana@example.com'], recipients: ['ana@example.com'] },
    })
  })

  it("for a bounce is not ended by a bounce of another run's email", async () => {
    const own = { event_name: 'resend:email.bounced' }
    const id = await enabled(chain(trigger(), mail('m'), wait('w', own)))
    for (const email of ['a@example.com', 'b@example.com']) await sendEvent(server, { email })
    const [b, a] = await runsOf(server, id)
    expect([a.status, b.status]).toEqual(['running', 'running'])
    await server.database.unit(async tx => {
      const email = (await findEmailToDeliver(tx, { email_id: a.steps[1].output.email_id }))!
      const detail = { recipients: ['a@example.com'], code: 550, words: 'no such user', attempt: 1 }
      await recordEvents({ tx, now: time.now() }, email, [{ type: 'bounced', detail }])
    })
    await server.queue.idle()
    const after = await runsOf(server, id)
    expect(after.map(({ status }) => status)).toEqual(['running', 'completed'])
    expect(after[1].steps[2].output.payload).toMatchObject({ code: 550, words: 'no such user' })
  })

  it('without a timeout ends when its contact is deleted', async () => {
    const id = await enabled(chain(trigger(), wait('w'), mail('m')))
    await sendEvent(server)
    await server.call('DELETE', '/contacts/ana@example.com')
    await server.queue.idle()
    const [run] = await runsOf(server, id)
    expect([run.status, ...stepsOf(run)]).toEqual(['completed', 'start completed', 'w skipped', 'm skipped'])
  })
})

describe('a step', () => {
  it('updates the contact, and later steps use the new values', async () => {
    await server.call('POST', '/contact-properties', { body: { key: 'plan', type: 'string' } })
    const update = contactUpdate('u', { first_name: { var: 'event.name' }, properties: { plan: 'pro' } })
    const isPro = question('c', { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'pro' })
    const graph = {
      steps: [trigger(), update, isPro, mail('m')],
      connections: [way('start', 'u'), way('u', 'c'), way('c', 'm', 'condition_met')],
    }
    const id = await enabled(graph)
    await sendEvent(server, { payload: { name: 'Bo' } })
    expect(await contact()).toMatchObject({ first_name: 'Bo', properties: { plan: { value: 'pro' } } })
    expect((await runsOf(server, id))[0].status).toBe('completed')
    expect(await mails()).toHaveLength(1)
  })

  it('fails with the reason when the contact update is rejected', async () => {
    await server.call('POST', '/contact-properties', { body: { key: 'seats', type: 'number' } })
    const id = await enabled(chain(trigger(), contactUpdate('u', { properties: { seats: { var: 'event.seats' } } })))
    await sendEvent(server, { payload: { seats: 'many' } })
    const [run] = await runsOf(server, id)
    expect([run.status, run.steps[1].error]).toMatchObject(['failed', { name: 'validation_error' }])
    expect(run.steps[1].error.message).toContain('properties.seats')
  })

  it('unsubscribes the contact, and only later emails are skipped', async () => {
    const id = await enabled(chain(trigger(), contactUpdate('u', { unsubscribed: true }), mail('m'), delay('d')))
    await sendEvent(server)
    expect(stepsOf((await runsOf(server, id))[0])).toEqual(['start completed', 'u completed', 'm skipped', 'd waiting'])
    expect(await mails()).toEqual([])
  })

  it('adds the contact to a segment once, and fails when the segment was deleted', async () => {
    const { id: segment_id } = (await server.call('POST', '/segments', { body: { name: 'S' } })).body
    const id = await enabled(chain(trigger(), segment('s', segment_id), segment('t', segment_id)))
    await sendEvent(server)
    const { body } = await server.call('GET', `/segments/${segment_id}/contacts`)
    expect(body.data.map(({ email }: { email: string }) => email)).toEqual(['ana@example.com'])
    await server.call('DELETE', `/segments/${segment_id}`)
    await sendEvent(server)
    const [second, first] = await runsOf(server, id)
    expect([first.status, second.steps[1].error]).toEqual([
      'completed',
      { name: 'not_found', message: 'Segment not found' },
    ])
  })

  it('deletes the contact; the run completes and its other runs end', async () => {
    const deleting = await enabled(chain(trigger(), delay('d'), contactDelete('x'), mail('m')))
    const waiting = await enabled(chain(trigger(), wait('w')))
    await sendEvent(server)
    await later(HOUR)
    expect((await contact()).name).toBe('not_found')
    const [run] = await runsOf(server, deleting)
    expect([run.status, ...stepsOf(run)]).toEqual([
      'completed',
      'start completed',
      'd completed',
      'x completed',
      'm skipped',
    ])
    expect((await runsOf(server, waiting))[0].status).toBe('completed')
    expect(await mails()).toEqual([])
  })

  it('sends an email with a topic only to subscribed contacts', async () => {
    const { id: topic_id } = (
      await server.call('POST', '/topics', { body: { name: 'Offers', default_subscription: 'opt_out' } })
    ).body
    const id = await enabled(chain(trigger(), mail('m', { topic_id }), delay('d')))
    await sendEvent(server)
    const { id: eager } = (await server.call('POST', '/contacts', { body: { email: 'eager@example.com' } })).body
    await server.call('PATCH', `/contacts/${eager}/topics`, { body: [{ id: topic_id, subscription: 'opt_in' }] })
    await sendEvent(server, { email: 'eager@example.com' })
    expect((await mails()).map(({ to }) => to)).toEqual([['eager@example.com']])
    const [, skipped] = await runsOf(server, id)
    expect(skipped.steps[1]).toMatchObject({ status: 'skipped', output: { reason: 'unsubscribed_from_topic' } })
  })

  it('waits for the end of quiet hours in the time zone of the contact', async () => {
    await server.call('POST', '/contact-properties', { body: { key: 'time_zone', type: 'string' } })
    await server.call('POST', '/contacts', {
      body: { email: 'ana@example.com', properties: { time_zone: 'Asia/Tokyo' } },
    })
    // noon UTC is 9 PM in Tokyo
    const id = await enabled(chain(trigger(), mail('m')), { settings: { quiet_hours: { from: '21:00', to: '07:00' } } })
    await sendEvent(server)
    expect(stepsOf((await runsOf(server, id))[0])).toEqual(['start completed', 'm waiting'])
    await later(10 * HOUR - 1)
    expect(await mails()).toEqual([])
    await later(1)
    expect([(await mails()).length, (await runsOf(server, id))[0].status]).toEqual([1, 'completed'])
  })
})

describe('reentry', () => {
  const graph = chain(trigger(), delay('d'))
  const count = async (id: string): Promise<number> => (await runsOf(server, id)).length

  it.each([
    ['always', [1, 2, 3, 3]],
    ['while_not_running', [1, 1, 2, 2]],
    ['once', [1, 1, 1, 1]],
  ])('allows runs as configured: %s', async (reentry, [first, second, third]) => {
    const id = await enabled(graph, { settings: { reentry } })
    await sendEvent(server)
    expect(await count(id)).toBe(first)
    await sendEvent(server)
    expect(await count(id)).toBe(second)
    await later(HOUR)
    await sendEvent(server)
    expect(await count(id)).toBe(third)
    await sendEvent(server, { email: 'other@example.com' })
    expect(await count(id)).toBe(third! + 1)
  })

  it('once also applies after the run was deleted', async () => {
    const id = await enabled(chain(trigger()), { settings: { reentry: 'once', retention_days: 1 } })
    await sendEvent(server)
    await later(25 * HOUR)
    await later(HOUR)
    expect(await count(id)).toBe(0)
    await sendEvent(server)
    expect(await count(id)).toBe(0)
    const { body } = await server.call('GET', `/automations/${id}/metrics`)
    expect(body).toMatchObject({ started: 1, completed: 1 })
  })
})

describe('retention', () => {
  const versions = async (id: string): Promise<number[]> =>
    (await server.database.read(tx => tx.all(graphVersions, { id }))).map(({ version }) => version)

  it('keeps runs for the configured days, and the graphs that runs use', async () => {
    const first = chain(trigger(), delay('d'))
    const id = await enabled(first, { settings: { retention_days: 2 } })
    await sendEvent(server)
    const change = async (graph: object): Promise<void> => {
      await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
      await server.call('PATCH', `/automations/${id}`, { body: graph })
    }
    await change(chain(trigger()))
    await change(chain(trigger(), mail('m')))
    // no run has used the second graph
    expect(await versions(id)).toEqual([1, 3])
    await later(HOUR)
    expect((await runsOf(server, id))[0].status).toBe('completed')
    await later(47 * HOUR)
    expect(await runsOf(server, id)).toHaveLength(1)
    await later(2 * HOUR)
    expect([await runsOf(server, id), await versions(id)]).toEqual([[], [3]])
  })

  it('deletes all data of an automation a month after its deletion', async () => {
    const rows = statement<object, { id: string }>(knex => knex('automation_runs').select('id'))
    const id = await enabled(chain(trigger(), delay('d')))
    await sendEvent(server)
    await server.call('DELETE', `/automations/${id}`)
    await later(0)
    expect(await server.database.read(tx => tx.all(rows, {}))).toHaveLength(1)
    await later(30 * 24 * HOUR + 1)
    expect(await server.database.read(tx => tx.all(rows, {}))).toEqual([])
    expect(await left()).toEqual([])
  })
})

describe('a step that fails', () => {
  /** Runs the last attempt of a job with a database that rejects certain writes. */
  async function lastTry(id: string, refusal: () => (tx: Tx) => Tx): Promise<unknown> {
    const [{ id: run_id }] = (await runsOf(server, id)) as [{ id: string }]
    const work = {
      payload: { run_id, turn: 1 },
      attempt: QUEUE_SETTINGS.advance_run.attempts_max,
      now: time.now,
      log: { error: () => {} },
      finish: (body: (tx: Tx) => Promise<void>) => {
        const refuse = refusal()
        return server.database.unit(tx => body(refuse(tx)))
      },
    }
    return advance_run(work as unknown as Work<'advance_run'>).catch((error: unknown) => error)
  }
  /** Throws at one write in the first transactions. */
  const throwing = (thrown: Error, at: number, units = 1): (() => (tx: Tx) => Tx) => {
    let left = units
    return () => (left-- > 0 ? tx => new RefusingTx(tx, at, thrown) : tx => tx)
  }
  const graph = chain(trigger(), delay('d'), mail('first', { subject: 'First' }), mail('second', { subject: 'Second' }))
  const aDueRun = async (): Promise<string> => {
    const id = await enabled(graph)
    await sendEvent(server)
    await server.queue.stop()
    time.forward(HOUR)
    return id
  }

  it('fails the run there with the reason and keeps completed steps', async () => {
    const id = await aDueRun()
    // accepting an email takes two writes
    expect(await lastTry(id, throwing(new Error('a bug'), 4))).toBeUndefined()
    const [run] = await runsOf(server, id)
    expect([run.status, ...stepsOf(run)]).toEqual([
      'failed',
      'start completed',
      'd completed',
      'first completed',
      'second failed',
    ])
    expect(run.steps[3].error).toEqual({ name: 'application_error', message: 'The step failed 7 times: Error: a bug' })
    expect((await mails()).map(({ subject }) => subject)).toEqual(['First'])
  })

  it('fails the run at its stored position when storing the progress also fails', async () => {
    const id = await aDueRun()
    expect(await lastTry(id, throwing(new Error('a bug'), 5, 2))).toBeUndefined()
    const [run] = await runsOf(server, id)
    expect([run.status, ...stepsOf(run)]).toEqual([
      'failed',
      'start completed',
      'd failed',
      'first pending',
      'second pending',
    ])
    expect(await mails()).toEqual([])
  })

  it('does not fail the run when the database is unavailable', async () => {
    const id = await aDueRun()
    expect(await lastTry(id, throwing(new DatabaseUnavailable('full'), 5))).toBeInstanceOf(DatabaseUnavailable)
    expect([(await runsOf(server, id))[0].status, await mails()]).toEqual(['running', []])
    await server.queue.start()
    await server.queue.idle()
    expect([(await runsOf(server, id))[0].status, (await mails()).length]).toEqual(['completed', 2])
  })
})
