// Jobs of earlier versions do not name their team. They still run: the team is looked up by the subject of the job.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createJobs } from '../../../src/app/jobs.ts'
import { enqueue } from '../../../src/base/queue/enqueue.ts'
import type { JobKind } from '../../../src/base/queue/kinds.ts'
import { payloadOf } from '../../../src/base/queue/payload.ts'
import { type JobHandlers, type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../../support/automations.ts'
import { chain, delay, httpRequest, mail, trigger } from '../../automations/rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { anEmailBody } from '../../support/emails.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Left {
  id: string
  team_id: string | null
  kind: string
  payload: string
}

const listLeft = statement<object, Left>(knex =>
  knex('jobs').select('id', 'team_id', 'kind', 'payload').whereNot('kind', 'sweep'),
)
const save = statement<Pick<Left, 'id' | 'payload'>>((knex, param) =>
  knex('jobs')
    .where('id', param('id'))
    .update({ payload: param('payload'), team_id: null }),
)
const runStates = statement<object, { status: string }>(knex => knex('automation_runs').select('status'))
const teams = statement<object, { id: string }>(knex => knex('teams').select('id'))
const entries = statement<object, { team_id: string }>(knex => knex('automation_entries').select('team_id'))
const removeRuns = statement<object>(knex => knex('automation_runs').delete())

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

async function begin(more: Partial<JobHandlers> = {}): Promise<void> {
  const errands = { http_request: async () => ({ output: { said: 'yes' } }) }
  const handlers = { ...createJobs({ sender: undefined, errands }), ...more }
  queue = createQueue(server.database, handlers, { now: time.now, log: pino({ level: 'silent' }) })
  await queue.start()
}

/** Removes the teams from the jobs, as in earlier versions; returns the kinds that had one. */
async function forgetTeams(): Promise<string[]> {
  return server.database.unit(async tx => {
    const kinds: string[] = []
    for (const job of await tx.all(listLeft, {})) {
      if (job.team_id === null) continue
      const { team_id: _, ...payload } = payloadOf(job.kind as JobKind, job) as { team_id?: string }
      kinds.push(job.kind)
      await tx.run(save, { ...job, payload: JSON.stringify(payload) })
    }
    return kinds
  })
}

async function later(ms: number): Promise<void> {
  time.forward(ms)
  await queue.idle()
}

const states = async (): Promise<string[]> =>
  (await server.database.read(tx => tx.all(runStates, {}))).map(({ status }) => status)
const left = (): Promise<Left[]> => server.database.read(tx => tx.all(listLeft, {}))
const removed = async (automation: string): Promise<void> => {
  await queue.stop()
  await server.call('DELETE', `/automations/${automation}`)
  expect(await forgetTeams()).toContain('cancel_runs')
  await begin()
  await queue.idle()
}

describe('a job that does not name its team', () => {
  it('delivers its email', async () => {
    await queue.stop()
    const { body } = await server.call('POST', '/emails', { body: anEmailBody() })
    expect(await forgetTeams()).toEqual(['deliver_email'])
    await begin()
    await queue.idle()
    expect((await server.call('GET', `/emails/${body.id}`)).body.last_event).toBe('delivered')
    expect(await left()).toEqual([])
  })

  it('advances its run', async () => {
    const graph = chain(trigger(), delay('pause', '1 hour'), mail('nudge'))
    const id = await anAutomation(server, { ...graph, status: 'enabled' })
    await sendEvent(server)
    expect(await forgetTeams()).toEqual(['advance_run'])
    await later(HOUR)
    expect(await runsOf(server, id)).toMatchObject([{ status: 'completed' }])
    expect(await left()).toEqual([])
  })

  it('runs its errand', async () => {
    await queue.stop()
    const putOff: JobHandlers['run_errand'] = work => work.postpone(new Date(time.now().getTime() + HOUR), 'later')
    await begin({ run_errand: putOff })
    const id = await anAutomation(server, {
      ...chain(trigger(), httpRequest('ask', 'https://crm.example.com/')),
      status: 'enabled',
    })
    await sendEvent(server)
    await queue.idle()
    expect(await forgetTeams()).toEqual(['run_errand'])
    await queue.stop()
    await begin()
    await later(HOUR)
    expect(await runsOf(server, id)).toMatchObject([{ status: 'completed' }])
  })

  it('cancels the runs of an automation that was deleted, and deletes them after a month', async () => {
    const id = await anAutomation(server, { ...chain(trigger(), delay('pause', '30 days')), status: 'enabled' })
    await sendEvent(server)
    await removed(id)
    expect(await states()).toEqual(['cancelled'])
    expect(await forgetTeams()).toContain('forget_runs')
    await later(31 * DAY)
    expect(await states()).toEqual([])
  })

  it('deletes the runs of an existing automation, except their number and their contacts', async () => {
    const id = await anAutomation(server, { ...chain(trigger(), mail('nudge')), status: 'enabled' })
    await sendEvent(server)
    const [team] = await server.database.read(tx => tx.all(teams, {}))
    await later(DAY)
    await queue.stop()
    const payload = { team_id: team!.id, automation_id: id, before: time.now().toISOString() }
    await server.database.unit(tx => enqueue(tx, 'forget_runs', payload, time.now()))
    expect(await forgetTeams()).toEqual(['forget_runs'])
    await begin()
    await queue.idle()
    expect(await states()).toEqual([])
    expect(await server.database.read(tx => tx.all(entries, {}))).toEqual([{ team_id: team!.id }])
    const { body } = await server.call('GET', `/automations/${id}/metrics`)
    expect(body).toMatchObject({ started: 1, completed: 1 })
  })

  it('ends if everything it refers to was deleted', async () => {
    const id = await anAutomation(server, { ...chain(trigger(), delay('pause', '1 hour')), status: 'enabled' })
    await sendEvent(server)
    await server.database.unit(tx => tx.run(removeRuns, {}))
    await removed(id)
    await later(HOUR)
    expect(await left()).toEqual([])
  })
})
