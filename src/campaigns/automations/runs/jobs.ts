// Jobs that advance, cancel and delete runs. A run is advanced by one job at a time: each job is valid for one revision of the
// run, and finally enqueues the job of the next revision. All of that is one transaction with the effects of the steps: if the
// process crashes, either the run has advanced, with its emails and the next job, or nothing has changed and the same job runs
// again. A job of another revision, or of a run that has ended, does nothing. An event that ends a wait also increments the
// revision.
import { enqueue } from '../../../base/queue/enqueue.ts'
import { type Jobs, QUEUE_SETTINGS, teamOf } from '../../../base/queue/kinds.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { DatabaseUnavailable, type TimedTx, type Tx } from '../../../base/store/database.ts'
import { failedRun, type StepError } from '../engine/run.ts'
import * as store from '../store/automations.ts'
import * as retention from '../store/retention.ts'
import * as runs from '../store/runs.ts'
import { advanceRun, failRunOfJob, findRunOfJob, performerFor, saveAndEnqueue, EffectError } from './advance/actions.ts'

/** How long the runs of a removed automation are kept. */
const KEPT_AFTER_REMOVAL_MS = 30 * 86_400_000

/** Advances a run as far as possible now. An error at the last attempt ends the run. */
export async function advance_run(work: Work<'advance_run'>): Promise<void> {
  try {
    await work.finish(async tx => {
      // read within the transaction, so that an event accepted after a wait began is also later than the wait's `started_at`
      const now = work.now()
      const held = await findRunOfJob(tx, work.payload)
      if (!held) return
      const after = await advanceRun({ tx, now }, held, performerFor(tx, held.run, now))
      await saveAndEnqueue({ tx, now }, held.run, after)
    })
  } catch (thrown) {
    if (work.attempt < QUEUE_SETTINGS.advance_run.attempts_max || thrown instanceof DatabaseUnavailable) throw thrown
    work.log.error({ err: thrown, run_id: work.payload.run_id }, 'automation run failed')
    await failRunOfLastAttempt(work, thrown, work.now())
  }
}

/** Fails the run at the step that threw; otherwise at its current step; otherwise as a whole. Earlier effects are kept. */
async function failRunOfLastAttempt(work: Work<'advance_run'>, thrown: unknown, now: Date): Promise<void> {
  const cause = thrown instanceof EffectError ? thrown.cause : thrown
  const error: StepError = { name: 'application_error', message: `The step failed ${work.attempt} times: ${cause}` }
  const ways: ((tx: Tx) => Promise<void>)[] = [
    tx => endWhereItIs({ tx, now }, work.payload, error),
    tx => failRunOfJob({ tx, now }, work.payload, error),
  ]
  if (thrown instanceof EffectError)
    ways.unshift(tx => endAtStep({ tx, now }, work.payload, { step_key: thrown.step_key, error }))
  for (const [index, end] of ways.entries()) {
    try {
      return await work.finish(end)
    } catch (again) {
      if (again instanceof DatabaseUnavailable || index === ways.length - 1) throw again
    }
  }
}

type AdvanceJob = Jobs['advance_run']

interface StepFailure {
  step_key: string
  error: StepError
}

async function endAtStep({ tx, now }: TimedTx, job: AdvanceJob, { step_key, error }: StepFailure): Promise<void> {
  const held = await findRunOfJob(tx, job)
  if (!held) return
  const performEffect = performerFor(tx, held.run, now)
  const after = await advanceRun({ tx, now }, held, async (effect, contact) =>
    effect.step_key === step_key ? { outcome: { error }, contact } : performEffect(effect, contact),
  )
  await saveAndEnqueue({ tx, now }, held.run, after)
}

async function endWhereItIs({ tx, now }: TimedTx, job: AdvanceJob, error: StepError): Promise<void> {
  const held = await findRunOfJob(tx, job)
  if (!held) return
  const { run } = held
  const isKnown = run.steps.some(({ key }) => key === run.cursor)
  if (isKnown) await saveAndEnqueue({ tx, now }, run, failedRun({ run, key: run.cursor!, now }, error))
  else await runs.failRun({ tx, team_id: run.team_id, now }, run.id, error)
}

/** Cancels the running runs of an automation that was stopped or removed, some in each transaction. */
export async function cancel_runs(work: Work<'cancel_runs'>): Promise<void> {
  const now = work.now()
  const { automation_id, begun_until = now.toISOString() } = work.payload
  await work.finish(async tx => {
    const team_id = await teamOfRuns(tx, work.payload)
    if (team_id === undefined) return
    const of = { team_id, automation_id }
    const revision = (await store.findVersions(tx, { team_id, id: automation_id }))?.revision
    // not enabled again since, so all its runs are canceled, even those that a process with another clock started
    const isAsLeft = revision === undefined || revision === work.payload.revision
    const more = await runs.cancelRuns(tx, { ...of, begun_until: isAsLeft ? runs.AFTER_ALL_STARTS : begun_until }, now)
    if (more) return enqueue(tx, 'cancel_runs', { ...work.payload, ...of, begun_until }, now)
    if (revision !== undefined) return
    const forget_at = new Date(now.getTime() + KEPT_AFTER_REMOVAL_MS)
    await enqueue(tx, 'forget_runs', { ...of, before: forget_at.toISOString() }, now, forget_at)
  })
}

/** Deletes runs that ended before a time, and graphs that no run requires, some in each transaction. */
export async function forget_runs(work: Work<'forget_runs'>): Promise<void> {
  const { automation_id, before } = work.payload
  const now = work.now()
  await work.finish(async tx => {
    const team_id = await teamOfRuns(tx, work.payload)
    if (team_id === undefined) return
    const of = { team_id, automation_id }
    const newest = (await store.findVersions(tx, { team_id, id: automation_id }))?.graph_version
    const more = await retention.removeEndedRuns(tx, { ...of, before: new Date(before), isThere: newest !== undefined })
    if (more) await enqueue(tx, 'forget_runs', { ...of, before }, now)
    else if (newest !== undefined) retention.removeUnusedGraphs(tx, { ...of, version: newest })
  })
}

/** The team of a job; `undefined` if no row of the automation remains. */
async function teamOfRuns(tx: Tx, job: { team_id?: string; automation_id: string }): Promise<string | undefined> {
  return teamOf(job) ?? (await store.findTeamOfAutomation(tx, { id: job.automation_id }))?.team_id
}
