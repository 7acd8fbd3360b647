// Runs errands outside of any transaction, and settles the steps of runs with the outcomes. The end of the job and the settled
// step are one transaction: if the process crashes, either the step is settled and the run continues, or nothing has changed
// and the same job runs again. The errand can therefore run twice; its id lets the other server recognize that. An errand that
// fails at all attempts of the queue fails its step.
import { QUEUE_SETTINGS } from '../../../base/queue/kinds.ts'
import { nextAttemptAt } from '../../../base/queue/runner.ts'
import type { Work } from '../../../base/queue/claimed-work.ts'
import { DatabaseUnavailable, type Tx } from '../../../base/store/database.ts'
import type { EffectOutcome } from '../effects/effect.ts'
import { lastAttemptError, type Errand, ErrandRetry } from '../effects/errand.ts'
import { afterEffect } from '../engine/engine.ts'
import { failRunOfJob, findRunOfJob, saveAndEnqueue } from '../runs/advance/actions.ts'
import type { StepError } from '../engine/run.ts'
import { openErrand, type StoredErrand } from '../store/sealed.ts'
import type { ErrandRunners } from './actions.ts'

const TRIES_MAX = QUEUE_SETTINGS.run_errand.attempts_max

type Runners = Partial<ErrandRunners>

export function runErrand(runners: Runners): (work: Work<'run_errand'>) => Promise<void> {
  return async work => {
    try {
      // the run was canceled or removed meanwhile: no further effects are allowed
      const errand = await work.read(tx => findErrand(tx, work))
      if (!errand) return
      const outcome = await run(work, errand, runners)
      await work.finish(tx => settle(tx, work, outcome))
      if ('error' in outcome) logFailure(work, outcome.error.message)
    } catch (thrown) {
      if (thrown instanceof DatabaseUnavailable) throw thrown
      if (thrown instanceof ErrandRetry) return postponeErrand(work, thrown)
      if (work.attempt < TRIES_MAX) throw thrown
      work.log.error({ err: thrown, run_id: work.payload.run_id }, 'errand failed')
      await failErrand(work, lastAttemptError(work.attempt, reasonOf(thrown)))
    }
  }
}

/**
 * Schedules the next attempt like that of any other job, but not before the time that the other server requires (Retry-After).
 */
async function postponeErrand(work: Work<'run_errand'>, { message, after_ms, stopped }: ErrandRetry): Promise<void> {
  const { attempt } = work
  if (attempt >= TRIES_MAX && !stopped) {
    logFailure(work, message)
    return failErrand(work, lastAttemptError(attempt, message))
  }
  const now = work.now()
  const run_at = new Date(Math.max(nextAttemptAt(attempt, now).getTime(), now.getTime() + after_ms))
  work.log.info({ run_id: work.payload.run_id, attempt, reason: message, run_at }, 'errand retry scheduled')
  await work.postpone(stopped ? now : run_at, message)
}

function logFailure({ log, payload }: Work<'run_errand'>, reason: string): void {
  log.warn({ run_id: payload.run_id, reason }, 'automation step failed')
}

/** Fails the run at its step or, if that is not possible, as a whole. */
async function failErrand(work: Work<'run_errand'>, message: string): Promise<void> {
  const outcome = failure(message)
  try {
    await work.finish(tx => settle(tx, work, outcome))
  } catch (again) {
    if (again instanceof DatabaseUnavailable) throw again
    await work.finish(tx => failRunOfJob({ tx, now: work.now() }, work.payload, outcome.error))
  }
}

/** The errand of the job, if its run is still at the step. */
async function findErrand(tx: Tx, { payload }: Work<'run_errand'>): Promise<Errand | undefined> {
  return (await findRunOfJob(tx, payload)) && openErrand(tx, payload.errand as StoredErrand)
}

async function run({ payload, attempt }: Work<'run_errand'>, errand: Errand, runners: Runners): Promise<EffectOutcome> {
  // an attempt is counted when it starts: a higher count means that the last attempt was interrupted
  if (attempt > TRIES_MAX) return failure(`The step was interrupted in each of its ${attempt - 1} attempts`)
  const { run_id, step_key } = payload
  // after a downgrade, a job can have a kind that this version does not support
  const runner = runners[errand.kind]
  if (!runner) return failure(`This server cannot run errands of the kind ${errand.kind}`)
  return runner(errand, `${run_id}/${step_key}`)
}

async function settle(tx: Tx, { payload, now }: Work<'run_errand'>, outcome: EffectOutcome): Promise<void> {
  const held = await findRunOfJob(tx, payload)
  if (!held) return
  const { run, graph } = held
  const at = { run, key: payload.step_key, now: now() }
  await saveAndEnqueue({ tx, now: at.now }, run, afterEffect(graph, at, outcome))
}

const failure = (message: string) => ({ error: { name: 'application_error', message } satisfies StepError })

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
