// Runs errands, outside of any unit of work, and settles the steps of runs with what came of them. The end of the job and
// the settled step are one unit: whenever the process dies, either the step is settled and the run goes on, or nothing has
// happened and the same job comes again. The errand itself can so be run again; it has an id by which the other side can
// tell. What does not succeed within the tries of the queue is the step's failure.
import { LANES } from '../../queue/kinds.ts'
import type { Work } from '../../queue/runner.ts'
import { DatabaseUnavailable, type Tx } from '../../store/database.ts'
import type { Outcome } from '../effects/effect.ts'
import type { ErrandRunners } from '../effects/errand.ts'
import { settled } from '../engine.ts'
import { keepRun } from '../runs/actions.ts'
import { findRunAt } from '../runs/store.ts'

const TRIES_MAX = LANES.run_errand.attempts_max

export function runErrand(runners: ErrandRunners): (work: Work<'run_errand'>) => Promise<void> {
  return async work => {
    const { run_id, turn } = work.payload
    // it was cancelled or removed meanwhile, and nothing more is to happen in its name
    if (!(await work.look(async tx => (await findRunAt(tx, run_id, turn)) !== undefined))) return
    try {
      const outcome = await outcomeOf(work, runners)
      await work.finish(tx => settle(tx, work, outcome))
    } catch (thrown) {
      if (work.attempt < TRIES_MAX || thrown instanceof DatabaseUnavailable) throw thrown
      work.log.error({ err: thrown, run_id }, 'an errand cannot be run and is given up on')
      await work.finish(tx => settle(tx, work, failure(`The step failed ${work.attempt} times: ${reasonOf(thrown)}`)))
    }
  }
}

async function outcomeOf({ payload, attempt }: Work<'run_errand'>, runners: ErrandRunners): Promise<Outcome> {
  // each try is counted when it is begun, so this one follows a try that was the last and that nobody has finished
  if (attempt > TRIES_MAX) return failure(`The step was cut off at each of its last tries, ${attempt - 1} in all`)
  const { errand, run_id } = payload
  const run = runners.get(errand.kind)
  if (!run) return failure(`This server cannot run errands of the kind ${errand.kind}`)
  return run(errand, `${run_id}/${errand.step_key}`)
}

async function settle(tx: Tx, { payload, now }: Work<'run_errand'>, outcome: Outcome): Promise<void> {
  const held = await findRunAt(tx, payload.run_id, payload.turn)
  if (!held) return
  const at = now()
  await keepRun(tx, held.run, settled(held.graph, held.run, payload.errand, outcome, at), at)
}

const failure = (message: string): Outcome => ({ error: { name: 'application_error', message } })

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
