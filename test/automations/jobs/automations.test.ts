// Events start runs and runs perform their steps exactly once, whenever the process dies.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as automations from '../../../src/campaigns/automations/handlers.ts'
import { handle_event } from '../../../src/campaigns/automations/contact-events/jobs.ts'
import * as jobs from '../../../src/campaigns/automations/runs/jobs.ts'
import * as automation_runs from '../../../src/campaigns/automations/runs/handlers.ts'
import { findOrCreateContact } from '../../../src/audience/contacts/actions.ts'
import { getEmail, listEmails } from '../../../src/mail/reading/handlers.ts'
import * as events from '../../../src/campaigns/events/handlers.ts'
import { enqueue } from '../../../src/base/queue/enqueue.ts'
import { type JobHandlers, type Queue, createQueue } from '../../../src/base/queue/runner.ts'
import { type Database, DatabaseUnavailable, type Tx } from '../../../src/base/store/database.ts'
import { statement } from '../../../src/base/store/statement.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import * as templates from '../../../src/mail/templates/handlers.ts'
import { chain, delay, mail, trigger } from '../rules/support.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { databases } from '../../support/databases.ts'
import { dyingOnce, withFinish } from '../../support/dying-jobs.ts'
import { killWorker } from '../../support/kill-worker.ts'
import { everyJob } from '../../support/jobs.ts'
import { RefusingTx } from '../../support/tx.ts'

const HOUR = 3_600_000
const log = pino({ level: 'silent' })
const NUDGE = { name: 'Nudge', alias: 'nudge', from: 'Acme <hi@example.com>', subject: 'Hello', html: '<p>Hi</p>' }

const waitingJobs = statement<object, { kind: string; run_at: string; payload: string }>(knex =>
  knex('jobs').select('kind', 'run_at', 'payload').whereIn('kind', ['handle_event', 'advance_run', 'cancel_runs']),
)
const contacts = statement<object, { id: string; email: string }>(knex => knex('contacts').select('id', 'email'))
const removeContacts = statement<object>(knex => knex('contacts').delete())
const unsubscribe = statement<object>(knex => knex('contacts').update({ unsubscribed: 1 }))
const runStates = statement<object, { status: string; turn: number }>(knex =>
  knex('automation_runs').select('status', 'turn').orderBy('created_at'),
)

describe.each(databases)('automations on %s', (_, open) => {
  let database: Database
  let remove: () => Promise<void>
  let time: Clock
  let team_id: string
  let queue: Queue
  const queues: Queue[] = []

  beforeEach(async () => {
    ;({ database, remove } = await open())
    time = clock()
    team_id = await aTeam('one')
    await aTemplate()
    queue = await aQueue()
  })
  afterEach(async () => {
    await Promise.all(queues.splice(0).map(each => each.stop()))
    await database.close()
    await remove()
  })

  const aTeam = async (name: string): Promise<string> =>
    (await database.unit(tx => addTeam(tx, { name, email: `${name}@example.com`, password_hash: '' }, time.now()))).id

  /** Calls a handler as the server does. */
  async function call(handler: (call: never) => Promise<unknown>, parts: object, team = team_id) {
    const caller = { team_id: team, domain_id: null }
    const given = { caller, team_id: team, now: time.now(), query: {}, ...parts }
    const reply = await database.unit(tx => handler({ tx, ...given } as never))
    // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
    const { body, afterCommit } = reply as { body: any; afterCommit?: (parts: object) => Promise<unknown> }
    return afterCommit ? afterCommit({ readSnapshot: database.readSnapshot.bind(database) }) : body
  }

  async function aTemplate(more: object = {}): Promise<string> {
    const { id } = await call(templates.createTemplate, { body: { ...NUDGE, ...more } })
    await call(templates.publishTemplate, { path: { template_id: id } })
    return id
  }
  const anAutomation = async (graph: object, status = 'enabled', team = team_id): Promise<string> =>
    (await call(automations.createAutomation, { body: { name: 'Nudge', status, ...graph } }, team)).id
  const update = (automation_id: string, body: object): Promise<unknown> =>
    call(automations.updateAutomation, { path: { automation_id }, body })
  const removeAutomation = (automation_id: string): Promise<unknown> =>
    call(automations.removeAutomation, { path: { automation_id } })

  async function aQueue(more: Partial<JobHandlers> = {}): Promise<Queue> {
    const handlers = { ...everyJob(), handle_event, ...jobs, ...more }
    const made = createQueue(database, handlers, { now: time.now, log })
    queues.push(made)
    await made.start()
    return made
  }
  async function insteadOf(more: Partial<JobHandlers>): Promise<void> {
    await queue.stop()
    queue = await aQueue(more)
  }
  const send = (more: object = {}): Promise<unknown> =>
    call(events.sendEvent, { body: { event: 'trial.started', email: 'ana@example.com', ...more } })
  async function happens(more: object = {}): Promise<void> {
    await send(more)
    await queue.idle()
  }
  async function later(duration_ms: number): Promise<void> {
    time.forward(duration_ms)
    await queue.idle()
  }

  async function runsOf(automation_id: string) {
    const { data } = await call(automation_runs.listAutomationRuns, { path: { automation_id } })
    return Promise.all(
      data.map(({ id: run_id }: { id: string }) =>
        call(automation_runs.getAutomationRun, { path: { automation_id, run_id } }),
      ),
    )
  }
  const stepsOf = (run: { steps: { key: string; status: string }[] }): string[] =>
    run.steps.map(({ key, status }) => `${key} ${status}`)
  const mails = async (): Promise<{ id: string; subject: string }[]> =>
    (await call(listEmails, { query: { limit: 100 } })).data
  const jobsLeft = () => database.read(tx => tx.all(waitingJobs, {}))

  it('an event starts a run, the delay waits until it is due, and the email is accepted', async () => {
    const automation = await anAutomation(chain(trigger(), delay('pause', '1 hour'), mail('nudge')))
    await happens()
    const [run] = await runsOf(automation)
    expect([run.status, ...stepsOf(run)]).toEqual(['running', 'start completed', 'pause waiting', 'nudge pending'])
    await later(HOUR - 1)
    expect(await mails()).toEqual([])
    await later(1)
    const [after] = await runsOf(automation)
    expect([after.status, ...stepsOf(after)]).toEqual([
      'completed',
      'start completed',
      'pause completed',
      'nudge completed',
    ])
    expect(after).toMatchObject({ started_at: run.started_at, completed_at: time.now().toISOString() })
    const [email] = await mails()
    const output = { to: 'ana@example.com', email_id: email!.id, template: { id: 'nudge', variables: null } }
    expect(after.steps[2].output).toEqual(output)
    expect([(await mails()).length, await jobsLeft()]).toEqual([1, []])
  })

  it('fills the email from the event, the contact and the step', async () => {
    await aTemplate({
      alias: 'filled',
      subject: '{{{PLAN}}}',
      html: '<p>{{{FIRST_NAME|there}}} {{{EMAIL}}} {{{PLAN}}} {{{SEATS}}}</p>',
      variables: [
        { key: 'PLAN', type: 'string' },
        { key: 'SEATS', type: 'number', fallback_value: 1 },
      ],
    })
    const variables = { PLAN: { var: 'event.plan.name' }, SEATS: { var: 'event.seats' } }
    const more = { template: { id: 'filled', variables }, from: 'Step <step@example.com>', reply_to: 'r@example.com' }
    await anAutomation(chain(trigger(), mail('m', more)))
    await happens({ payload: { plan: { name: 'Pro' } } })
    const [email] = await mails()
    expect(await call(getEmail, { path: { email_id: email!.id } })).toMatchObject({
      from: 'Step <step@example.com>',
      reply_to: ['r@example.com'],
      subject: 'Pro',
      html: '<p>there ana@example.com Pro 1</p>',
    })
  })

  it('starts a run of each enabled automation of the team with this trigger', async () => {
    const stranger = await aTeam('two')
    const graph = chain(trigger())
    const [first, second] = [await anAutomation(graph), await anAutomation(graph)]
    const others = [
      await anAutomation(graph, 'disabled'),
      await anAutomation(chain({ ...trigger(), config: { event_name: 'other' } } as never)),
    ]
    const strange = await anAutomation(graph, 'enabled', stranger)
    await happens()
    for (const id of [first, second]) expect(await runsOf(id)).toMatchObject([{ status: 'completed' }])
    for (const id of others) expect(await runsOf(id)).toEqual([])
    expect(
      (await call(automation_runs.listAutomationRuns, { path: { automation_id: strange } }, stranger)).data,
    ).toEqual([])
  })

  it('creates the contact for the first run and finds it again regardless of case', async () => {
    const everyone = () => database.read(tx => tx.all(contacts, {}))
    await happens()
    expect(await everyone()).toEqual([])
    await anAutomation(chain(trigger()))
    await happens({ email: 'Ana@Example.com' })
    await happens({ email: 'ana@example.com' })
    const [ana] = await everyone()
    await happens({ email: undefined, contact_id: ana!.id })
    expect(await everyone()).toEqual([{ id: ana!.id, email: 'Ana@Example.com' }])
    expect(await database.read(tx => tx.all(runStates, {}))).toHaveLength(3)
  })

  it('starts no run for a deleted contact and completes its current runs', async () => {
    const automation = await anAutomation(chain(trigger(), delay('pause', '1 hour'), mail('nudge')))
    const contact = await database.unit(tx => findOrCreateContact({ tx, team_id, now: time.now() }, 'ana@example.com'))
    await happens()
    await queue.stop()
    await send({ email: undefined, contact_id: contact.id })
    await database.unit(tx => tx.run(removeContacts, {}))
    queue = await aQueue()
    await later(HOUR)
    const runs = await runsOf(automation)
    expect(runs).toHaveLength(1)
    expect([runs[0].status, ...stepsOf(runs[0])]).toEqual([
      'completed',
      'start completed',
      'pause skipped',
      'nudge skipped',
    ])
    expect(await mails()).toEqual([])
  })

  it('sends no email to a contact that unsubscribed meanwhile', async () => {
    const automation = await anAutomation(chain(trigger(), delay('pause', '1 hour'), mail('nudge')))
    await happens()
    await database.unit(tx => tx.run(unsubscribe, {}))
    await later(HOUR)
    expect(stepsOf((await runsOf(automation))[0])).toEqual(['start completed', 'pause completed', 'nudge skipped'])
    expect(await mails()).toEqual([])
  })

  it('fails a run with the reason of its rejected email and keeps earlier emails', async () => {
    const gone = await aTemplate({ alias: 'gone' })
    const graph = chain(trigger(), mail('first'), mail('second', { template: { id: 'gone' } }), mail('third'))
    const automation = await anAutomation(graph)
    await call(templates.removeTemplate, { path: { template_id: gone } })
    await happens()
    const [run] = await runsOf(automation)
    expect([run.status, ...stepsOf(run)]).toEqual([
      'failed',
      'start completed',
      'first completed',
      'second failed',
      'third pending',
    ])
    expect(run.steps[2].error).toEqual({ name: 'not_found', message: 'Template not found' })
    expect([(await mails()).length, await jobsLeft()]).toEqual([1, []])
  })

  describe('an automation that changes while it runs', () => {
    const old = chain(trigger(), delay('pause', '1 hour'), mail('old', { subject: 'Old' }))
    const fresh = chain(trigger('begin'), mail('fresh', { subject: 'Fresh' }))

    it('finishes each run with the graph that it started with', async () => {
      const automation = await anAutomation(old)
      await happens()
      await update(automation, { status: 'disabled' })
      await update(automation, fresh)
      await update(automation, { status: 'enabled' })
      await later(HOUR - 1)
      await happens()
      expect((await mails()).map(({ subject }) => subject)).toEqual(['Fresh'])
      await later(1)
      expect((await mails()).map(({ subject }) => subject)).toEqual(['Old', 'Fresh'])
      const runs = await runsOf(automation)
      expect(runs.map(stepsOf)).toEqual([
        ['begin completed', 'fresh completed'],
        ['start completed', 'pause completed', 'old completed'],
      ])
    })

    it('starts no runs while disabled, and its current runs continue', async () => {
      const automation = await anAutomation(old)
      await happens()
      await update(automation, { status: 'disabled' })
      await happens()
      await later(HOUR)
      expect(await runsOf(automation)).toMatchObject([{ status: 'completed' }])
      expect(await mails()).toHaveLength(1)
    })

    it('cancels its current runs when it is deleted, and keeps completed ones', async () => {
      const automation = await anAutomation(old)
      await happens()
      await later(HOUR)
      await happens()
      await removeAutomation(automation)
      await queue.idle()
      const states = await database.read(tx => tx.all(runStates, {}))
      expect(states.map(({ status }) => status)).toEqual(['completed', 'cancelled'])
      await later(HOUR)
      expect([(await mails()).length, await jobsLeft()]).toEqual([1, []])
    })

    it('sends no email once it is deleted, even before its runs are canceled', async () => {
      await insteadOf({ cancel_runs: async work => work.postpone(new Date(time.now().getTime() + 2 * HOUR), 'slow') })
      const automation = await anAutomation(old)
      await happens()
      await removeAutomation(automation)
      await later(HOUR)
      expect(await mails()).toEqual([])
    })
  })

  describe('a process that dies', () => {
    it.each(
      (['handle_event', 'advance_run'] as const).flatMap(kind =>
        ['before', 'inside', 'after'].map(moment => [kind, moment] as const),
      ),
    )('in %s, %s its finish, leaves one run and one email', async (kind, moment) => {
      const automation = await anAutomation(chain(trigger(), mail('nudge'), delay('pause', '1 hour')))
      const job = kind === 'handle_event' ? handle_event : jobs.advance_run
      await insteadOf({ [kind]: dyingOnce(job, moment) })
      await happens()
      const early = moment === 'after' ? 1 : 0
      expect([await mails(), await runsOf(automation)]).toMatchObject([
        { length: early },
        { length: kind === 'advance_run' ? 1 : early },
      ])
      await later(1000)
      expect(await mails()).toHaveLength(1)
      await later(HOUR)
      expect(await runsOf(automation)).toMatchObject([{ status: 'completed' }])
      expect([(await mails()).length, await jobsLeft()]).toEqual([1, []])
    })

    it('with a running or waiting run leaves it to the next process', async () => {
      const automation = await anAutomation(chain(trigger(), delay('pause', '1 hour'), mail('nudge')))
      const [taken, stuck] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      await insteadOf({
        advance_run: () => {
          taken.resolve()
          return stuck.promise
        },
      })
      await send()
      await taken.promise
      expect(await runsOf(automation)).toHaveLength(1)
      await killWorker(queue, database)
      const next = await aQueue()
      await next.idle()
      expect(stepsOf((await runsOf(automation))[0])).toContain('pause waiting')
      await killWorker(next, database)
      queue = await aQueue()
      await later(HOUR)
      expect(await mails()).toHaveLength(1)
      stuck.resolve()
    })
  })

  it('does not fail a run when the database is unavailable', async () => {
    // the second write of the transaction is part of accepting the email
    let troubled = (tx: Tx): Tx => new RefusingTx(tx, 2, new DatabaseUnavailable('full'))
    const automation = await anAutomation(chain(trigger(), mail('nudge')))
    await insteadOf({
      advance_run: work => jobs.advance_run(withFinish(work, body => work.finish(tx => body(troubled(tx))))),
    })
    await happens()
    expect([await mails(), await runsOf(automation)]).toMatchObject([[], [{ status: 'running', started_at: null }]])
    troubled = tx => tx
    await later(1000)
    expect([await mails(), await runsOf(automation)]).toMatchObject([{ length: 1 }, [{ status: 'completed' }]])
  })

  it('advances a run once for two jobs of the same revision, and not for an older revision', async () => {
    const automation = await anAutomation(
      chain(trigger(), delay('pause', '1 hour'), mail('nudge'), delay('end', '1 day')),
    )
    await happens()
    const [{ id: run_id }] = (await runsOf(automation)) as [{ id: string }]
    const due = new Date(time.now().getTime() + HOUR)
    for (const turn of [0, 1, 1])
      await database.unit(tx => enqueue(tx, 'advance_run', { team_id, run_id, turn }, time.now(), due))
    await later(HOUR)
    expect(await mails()).toHaveLength(1)
    expect(await jobsLeft()).toMatchObject([
      { kind: 'advance_run', payload: JSON.stringify({ team_id, run_id, turn: 2 }) },
    ])
  })

  it('waits again after the clock was set back', async () => {
    const automation = await anAutomation(chain(trigger(), delay('pause', '1 hour'), mail('nudge')))
    await happens()
    const [{ id: run_id }] = (await runsOf(automation)) as [{ id: string }]
    await database.unit(tx => enqueue(tx, 'advance_run', { team_id, run_id, turn: 1 }, time.now()))
    await queue.idle()
    expect(await mails()).toEqual([])
    await later(HOUR)
    expect(await mails()).toHaveLength(1)
  })

  it('advances many runs exactly once each', async () => {
    await anAutomation(chain(trigger(), mail('one'), delay('pause', '1 hour'), mail('two')))
    for (let number = 0; number < 40; number++) await send({ email: `n${number}@example.com` })
    await queue.idle()
    await later(HOUR)
    const states = await database.read(tx => tx.all(runStates, {}))
    expect(states).toEqual(Array.from({ length: 40 }, () => ({ status: 'completed', turn: 2 })))
    expect(await mails()).toHaveLength(80)
  })
})
