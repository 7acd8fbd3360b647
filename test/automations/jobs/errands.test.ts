// Errands: a separate job performs the external request of a step and completes the step once, whichever process dies.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { effectPerformer } from '../../../src/campaigns/automations/effects/actions.ts'
import type { RunErrand } from '../../../src/campaigns/automations/effects/effect.ts'
import { SIMULATE } from '../../../src/campaigns/automations/effects/simulate.ts'
import type { ErrandRunner } from '../../../src/campaigns/automations/errands/actions.ts'
import { runErrand } from '../../../src/campaigns/automations/errands/jobs.ts'
import {
  advanceRun,
  findRunOfJob,
  performerFor,
  saveAndEnqueue,
} from '../../../src/campaigns/automations/runs/advance/actions.ts'
import { createJobs } from '../../../src/app/jobs.ts'
import { QUEUE_SETTINGS } from '../../../src/base/queue/kinds.ts'
import { type JobHandlers, type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import { DatabaseUnavailable } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, contactUpdate, delay, mail, trigger } from '../rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { killWorker } from '../../support/kill-worker.ts'
import { dyingOnce, withFinish } from '../../support/dying-jobs.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const HOUR = 3_600_000
const errandsLeft = statement<object, { kind: string; run_at: string | null }>(knex =>
  knex('jobs').select('kind', 'run_at').where('kind', 'run_errand'),
)
const jobsLeft = statement<object, { kind: string }>(knex => knex('jobs').select('kind').whereNot('kind', 'sweep'))
const breakRuns = statement<object>(knex => knex('automation_runs').update({ heard: 'no JSON' }))
const begunTries = statement<{ attempts: number }>((knex, place) =>
  knex('jobs')
    .where('kind', 'run_errand')
    .update({ attempts: place('attempts') }),
)

let time: Clock
let server: TestServer
let queue: Queue
/** External requests, by the id of the errand. */
let asked: string[]
let answer: ErrandRunner<'http_request'>

beforeEach(async () => {
  time = clock()
  server = await startServer({}, { now: time.now })
  await aPublishedTemplate(server)
  asked = []
  answer = async () => ({ output: { said: 'yes' } })
  queue = server.queue
  await insteadOf({})
})
afterEach(async () => {
  await queue.stop()
  await server.stop()
})

const ask: ErrandRunner<'http_request'> = async (errand, id) => {
  asked.push(id)
  return answer(errand, id)
}

const anErrand = (step_key: string): RunErrand => ({
  kind: 'errand',
  step_key,
  errand: {
    kind: 'http_request',
    destination: 'example.com',
    method: 'GET',
    url: 'https://example.com/',
    headers: {},
    body: null,
    limit_ms: 1000,
  },
})

/** Runs whose `contact_update` step is an errand performed by `ask`. */
const onErrands: JobHandlers['advance_run'] = async work => {
  await work.finish(async tx => {
    const held = await findRunOfJob(tx, work.payload)
    if (!held) return
    const now = work.now()
    const performEffect = performerFor(tx, held.run, now)
    const after = await advanceRun({ tx, now }, held, (effect, contact) =>
      performEffect(effect.kind === 'update_contact' ? anErrand(effect.step_key) : effect, contact),
    )
    await saveAndEnqueue({ tx, now }, held.run, after)
  })
}
const errands = { http_request: ask }

async function insteadOf(more: Partial<JobHandlers>): Promise<void> {
  await queue.stop()
  const handlers = { ...createJobs({ sender: undefined, errands }), advance_run: onErrands, ...more }
  queue = createQueue(server.database, handlers, { now: time.now, log: pino({ level: 'silent' }) })
  await queue.start()
}

const graph = chain(trigger(), contactUpdate('ask', { first_name: 'Ana' }), mail('tell'), delay('end', '1 hour'))

/** Starts a run that reaches its errand. */
async function aRun(body: object = graph): Promise<string> {
  const id = await anAutomation(server, { ...body, status: 'enabled' })
  await sendEvent(server)
  await queue.idle()
  return id
}
const later = async (ms: number): Promise<void> => {
  time.forward(ms)
  await queue.idle()
}
const runOf = async (id: string) => (await runsOf(server, id))[0]
const stepsOf = async (id: string): Promise<string[]> =>
  (await runOf(id)).steps.map(({ key, status }: { key: string; status: string }) => `${key} ${status}`)
const mails = async (): Promise<unknown[]> => (await server.call('GET', '/emails?limit=100')).body.data
const left = async () =>
  (await server.database.read(tx => tx.all(errandsLeft, {}))).filter(({ run_at }) => run_at !== null)

describe('an errand', () => {
  it('completes its step with the result, and the run continues', async () => {
    const id = await aRun()
    const run = await runOf(id)
    expect(await stepsOf(id)).toEqual(['start completed', 'ask completed', 'tell completed', 'end waiting'])
    expect(run.steps[1]).toMatchObject({ output: { said: 'yes' }, error: null })
    expect([asked, (await mails()).length, await left()]).toEqual([[`${run.id}/ask`], 1, []])
    await later(HOUR)
    expect(await runOf(id)).toMatchObject({ status: 'completed' })
    expect(await server.database.read(tx => tx.all(jobsLeft, {}))).toEqual([])
  })

  it('blocks only its own run, whose step is running', async () => {
    const answered = Promise.withResolvers<void>()
    answer = async () => {
      await answered.promise
      return { output: null }
    }
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    await server.call('POST', '/events/send', { body: { event: 'trial.started', email: 'ana@example.com' } })
    await expect.poll(() => asked.length).toBe(1)
    expect(await stepsOf(id)).toEqual(['start completed', 'ask running', 'tell pending', 'end pending'])
    expect((await server.call('PATCH', `/automations/${id}`, { body: { name: 'Renamed' } })).status).toBe(200)
    answered.resolve()
    await queue.idle()
    expect(await stepsOf(id)).toContain('tell completed')
  })

  it('fails its step with the reason when it is refused', async () => {
    answer = async () => ({ error: { name: 'refused', message: 'No such question' } })
    const id = await aRun()
    expect(await runOf(id)).toMatchObject({ status: 'failed' })
    expect(await stepsOf(id)).toEqual(['start completed', 'ask failed', 'tell pending', 'end pending'])
    expect((await runOf(id)).steps[1].error).toEqual({ name: 'refused', message: 'No such question' })
    expect([asked.length, await mails(), await left()]).toEqual([1, [], []])
  })

  it('is retried with the same id after an error', async () => {
    answer = async () => {
      if (asked.length < 3) throw new Error('busy')
      return { output: { said: 'at last' } }
    }
    const id = await aRun()
    expect(await stepsOf(id)).toContain('ask running')
    await later(HOUR)
    await later(HOUR)
    expect((await runOf(id)).steps[1].output).toEqual({ said: 'at last' })
    expect([asked.length, new Set(asked).size]).toEqual([3, 1])
  })

  it('fails its step with the reason after the last attempt', async () => {
    answer = async () => {
      throw new Error('nobody is there')
    }
    const id = await aRun()
    const tries_max = QUEUE_SETTINGS.run_errand.attempts_max
    for (let tries = 1; tries < tries_max; tries++) await later(HOUR)
    const message = `The step failed ${tries_max} times: nobody is there`
    expect((await runOf(id)).steps[1]).toMatchObject({
      status: 'failed',
      error: { name: 'application_error', message },
    })
    await later(HOUR)
    expect([asked.length, (await runOf(id)).status, await left()]).toEqual([tries_max, 'failed', []])
  })

  it('fails its step when its kind is unknown to the server', async () => {
    await insteadOf({ run_errand: runErrand({}) })
    const id = await aRun()
    const message = 'This server cannot run errands of the kind http_request'
    expect((await runOf(id)).steps[1]).toMatchObject({ status: 'failed', error: { message } })
  })

  it('ends a run that can no longer be read, so that it does not stay running forever', async () => {
    answer = async () => {
      throw new Error('busy')
    }
    const id = await aRun()
    await server.database.unit(tx => tx.run(breakRuns, {}))
    for (let tries = 1; tries < QUEUE_SETTINGS.run_errand.attempts_max; tries++) await later(HOUR)
    const { data } = (await server.call('GET', `/automations/${id}/runs`)).body
    expect([data[0].status, await left()]).toEqual(['failed', []])
  })

  it('is not retried for a canceled run', async () => {
    answer = async () => {
      throw new Error('busy')
    }
    const id = await aRun()
    const { id: run_id } = await runOf(id)
    expect((await server.call('POST', `/automations/${id}/runs/${run_id}/cancel`)).status).toBe(200)
    await later(HOUR)
    expect([asked.length, await left(), (await runOf(id)).status]).toEqual([1, [], 'cancelled'])
  })

  it('changes nothing when the run was canceled while it was in progress', async () => {
    const answered = Promise.withResolvers<void>()
    answer = async () => {
      await answered.promise
      return { output: { said: 'too late' } }
    }
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    await server.call('POST', '/events/send', { body: { event: 'trial.started', email: 'ana@example.com' } })
    await expect.poll(() => asked.length).toBe(1)
    const { id: run_id } = await runOf(id)
    await server.call('POST', `/automations/${id}/runs/${run_id}/cancel`)
    answered.resolve()
    await queue.idle()
    expect(await runOf(id)).toMatchObject({
      status: 'cancelled',
      steps: [{}, { status: 'skipped', output: null }, {}, {}],
    })
    expect([await mails(), await left()]).toEqual([[], []])
  })

  it('uses the given response in a simulation, without a request', async () => {
    const contact = { id: 'contact-1' } as never
    const answers = new Map([['ask', { status: 201, body: { said: 'perhaps' } }]])
    const performed = await effectPerformer(SIMULATE, { simulation: { answers } } as never)(anErrand('ask'), contact)
    expect(performed).toMatchObject({ outcome: { output: { status: 201, body: { said: 'perhaps' } } }, contact })
    expect([asked, await left()]).toEqual([[], []])
  })

  it('completes its run when the contact was deleted meanwhile', async () => {
    answer = async () => {
      await server.call('DELETE', '/contacts/ana@example.com')
      return { output: null }
    }
    const id = await aRun()
    expect(await runOf(id)).toMatchObject({ status: 'completed' })
    expect([await stepsOf(id), await mails()]).toEqual([
      ['start completed', 'ask completed', 'tell skipped', 'end skipped'],
      [],
    ])
  })
})

describe('a process that dies', () => {
  it.each(['before', 'inside', 'after'])('%s the end of an errand completes the step once', async moment => {
    await insteadOf({ run_errand: dyingOnce(runErrand(errands), moment) })
    const id = await aRun()
    expect(await stepsOf(id)).toContain(moment === 'after' ? 'ask completed' : 'ask running')
    await later(1000)
    expect(await stepsOf(id)).toEqual(['start completed', 'ask completed', 'tell completed', 'end waiting'])
    expect([(await mails()).length, asked.length]).toEqual([1, moment === 'inside' ? 2 : 1])
    await later(HOUR)
    expect([(await runOf(id)).status, (await mails()).length]).toEqual(['completed', 1])
  })

  it('during an errand leaves it to the next process, and a late result is ignored', async () => {
    const stuck = Promise.withResolvers<void>()
    answer = async () => {
      if (asked.length === 1) await stuck.promise
      return { output: { said: asked.length } }
    }
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    await server.call('POST', '/events/send', { body: { event: 'trial.started', email: 'ana@example.com' } })
    await expect.poll(() => asked.length).toBe(1)
    const dead = queue
    await killWorker(dead, server.database)
    queue = createQueue(
      server.database,
      { ...createJobs({ sender: undefined, errands }), advance_run: onErrands },
      { now: time.now, log: pino({ level: 'silent' }) },
    )
    await queue.start()
    await queue.idle()
    expect((await runOf(id)).steps[1].output).toEqual({ said: 2 })
    stuck.resolve()
    await dead.stop()
    await queue.idle()
    expect((await runOf(id)).steps[1].output).toEqual({ said: 2 })
    expect((await mails()).length).toBe(1)
  })

  it('at each attempt fails the step without another request', async () => {
    answer = async () => {
      throw new Error('busy')
    }
    const id = await aRun()
    const attempts = QUEUE_SETTINGS.run_errand.attempts_max
    // simulates processes that started the other attempts and died: an attempt counts when it starts
    await server.database.unit(tx => tx.run(begunTries, { attempts }))
    await later(HOUR)
    const message = `The step was interrupted in each of its ${attempts} attempts`
    expect((await runOf(id)).steps[1]).toMatchObject({ status: 'failed', error: { message } })
    expect([asked.length, await left()]).toEqual([1, []])
  })

  it('does not fail a step when the database is unavailable', async () => {
    let troubles = 0
    await insteadOf({
      run_errand: work =>
        runErrand(errands)(
          withFinish(work, body =>
            ++troubles === 1 ? Promise.reject(new DatabaseUnavailable('full')) : work.finish(body),
          ),
        ),
    })
    const id = await aRun()
    expect(await stepsOf(id)).toContain('ask running')
    await later(1000)
    expect(await stepsOf(id)).toContain('tell completed')
  })
})
