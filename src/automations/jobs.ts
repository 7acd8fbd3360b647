// A run is moved by one job at a time: each job is good for one turn of the run, and its last act is to leave the job of
// the next turn for when the run is due. All of it is one unit of work with the effects of the steps. So whenever the
// process dies, either the turn has happened, with its mails and the next job, or nothing has and the same job comes
// again. A job of another turn, or of a run that has ended, just ends.
import { randomUUIDv7 } from 'node:crypto'
import { contactFor, findContact } from '../contacts/actions.ts'
import { acceptEmail } from '../emails/actions.ts'
import { enqueue } from '../queue/enqueue.ts'
import type { Jobs } from '../queue/kinds.ts'
import type { Work } from '../queue/runner.ts'
import type { Tx } from '../store/database.ts'
import { renderTemplate } from '../templates/actions.ts'
import { advance, type Facts, type Outcome, type SendEmail, sentOutput, settled } from './engine.ts'
import { mailBody, stepError, surroundingsOf } from './mail.ts'
import { begun, type Run } from './run.ts'
import * as runs from './runs/store.ts'
import * as store from './store.ts'
import type { Payload } from './variables.ts'

/** Begins a run of each enabled automation that listens for the event. */
export async function handle_event(work: Work<'handle_event'>): Promise<void> {
  const { team_id, event: event_name } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    const listening = await store.listListening(tx, team_id, event_name)
    const contact_id = listening.length > 0 ? await contactOf(tx, work.payload, now) : undefined
    if (contact_id === undefined) return
    const payload = JSON.parse(work.payload.payload) as Payload
    for (const { id: automation_id, graph_version, graph } of listening) {
      const run = begun(graph, { id: randomUUIDv7(), automation_id, graph_version, contact_id }, now)
      await runs.insertRun(tx, { ...run, team_id, event_name, payload, turn: 0 })
      await enqueue(tx, 'advance_run', { run_id: run.id, turn: 0 }, now)
    }
  })
}

/** A contact that is only an address yet is made now; one that was deleted meanwhile begins nothing. */
async function contactOf(
  tx: Tx,
  { team_id, contact_id, email }: Jobs['handle_event'],
  now: Date,
): Promise<string | undefined> {
  if (contact_id !== null) return (await findContact(tx, team_id, contact_id))?.id
  return (await contactFor(tx, team_id, email!, now)).id
}

/** Takes a run as far as it can go now. */
export async function advance_run(work: Work<'advance_run'>): Promise<void> {
  const { run_id, turn } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    const held = await runs.findRunAt(tx, run_id, turn)
    if (!held) return
    const after = await takenOn(tx, held, now)
    await runs.saveRun(tx, held.run, after)
    if (after.due_at === null) return
    await enqueue(tx, 'advance_run', { run_id, turn: turn + 1 }, now, new Date(after.due_at))
  })
}

async function takenOn(tx: Tx, { run, graph }: runs.RunWithGraph, now: Date): Promise<Run> {
  const { team_id, payload } = run
  const contact = await findContact(tx, team_id, run.contact_id)
  const facts: Facts = { event: payload, contact, wait_events: new Map() }
  let turn = advance(graph, run, now, facts)
  while (turn.effect) {
    const outcome = await carriedOut(tx, run, turn.effect, facts, now)
    turn = advance(graph, settled(graph, turn.run, turn.effect, outcome, now), now, facts)
  }
  return turn.run
}

/** Accepts the mail of a step. Whoever refuses it has written nothing by then. */
async function carriedOut(
  tx: Tx,
  { id, team_id }: runs.StoredRun,
  effect: SendEmail,
  { contact }: Facts,
  now: Date,
): Promise<Outcome> {
  try {
    const surroundings = surroundingsOf(contact!)
    const rendered = await renderTemplate(tx, team_id, effect.template_id, effect.variables, surroundings)
    const origin = { kind: 'automation_run', id } as const
    const email = await acceptEmail(tx, { team_id, body: mailBody(effect), rendered, origin }, now)
    return { output: sentOutput(effect, email.id) }
  } catch (error) {
    return { error: stepError(error) }
  }
}

/** Cancels what is left running of an automation that was removed, a part at a time. */
export async function cancel_runs(work: Work<'cancel_runs'>): Promise<void> {
  const now = work.now()
  await work.finish(async tx => {
    const more = await runs.cancelRuns(tx, work.payload.automation_id, now)
    if (more) await enqueue(tx, 'cancel_runs', work.payload, now)
  })
}
