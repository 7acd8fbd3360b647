// One run of an automation as plain data. `advance` walks from step to step until the run ends, must wait, or needs
// something done outside: then it gives one effect, and the run goes on with `settled` once its outcome is known. Whoever
// carries an effect out does so in the unit of work that stores the run, so a step has its effect once or not at all.
import { durationMs } from './duration.ts'
import type { Graph } from './graph.ts'
import {
  ended,
  failed,
  marked,
  type Passage,
  passed,
  recordOf,
  type Run,
  type StepError,
  type StepRecord,
  waiting,
} from './run.ts'
import type { Step } from './steps.ts'
import { type Contact, type Payload, resolved, type Sources } from './variables.ts'

/** What was looked up for this run. */
export interface Facts {
  event: Payload
  /** `undefined` once the contact is deleted. */
  contact: Contact | undefined
  wait_events: ReadonlyMap<string, Payload>
}

export interface SendEmail {
  kind: 'send_email'
  step_key: string
  to: string
  contact_id: string
  /** Id or alias. */
  template_id: string
  /** Resolved values; what led nowhere is left to the template's fallback. */
  variables: Record<string, unknown>
  from: string | undefined
  subject: string | undefined
  reply_to: string | undefined
  topic_id: string | undefined
}

export type Effect = SendEmail
export type Outcome = { output: Record<string, unknown> | null } | { error: StepError }

export interface Turn {
  run: Run
  /** To be carried out now; its outcome goes to `settled`. */
  effect: Effect | null
}

/** What a step came to: it is over, it waits until a moment, it needs an effect, or it failed. */
type Result =
  | ({ is: 'over' } & Passage)
  | { is: 'waiting'; until: Date }
  | { is: 'acting'; effect: Effect }
  | { is: 'failed'; error: StepError }

/** Takes the run as far as it can go at this moment. */
export function advance(graph: Graph, run: Run, now: Date, facts: Facts): Turn {
  let at: Run = { ...run, started_at: run.started_at ?? now.toISOString() }
  while (at.status === 'running') {
    // nobody is left whom the steps could be about
    if (!facts.contact) return { run: ended(at, 'completed', now), effect: null }
    const step = stepAt(graph, at)
    const result = taken(step, recordOf(at, step.key), now, { ...facts, contact: facts.contact })
    if (result.is === 'waiting') return { run: waiting(at, step.key, result.until, now), effect: null }
    if (result.is === 'acting') return { run: marked(at, step.key, { status: 'running' }, now), effect: result.effect }
    at = result.is === 'failed' ? failed(at, step.key, result.error, now) : passed(graph, at, step.key, result, now)
  }
  return { run: at, effect: null }
}

/** The run after the effect that it stood at was carried out, or could not be. */
export function settled(graph: Graph, run: Run, effect: Effect, outcome: Outcome, now: Date): Run {
  if ('error' in outcome) return failed(run, effect.step_key, outcome.error, now)
  const result = { status: 'completed', way: 'default', output: outcome.output } as const
  return passed(graph, run, effect.step_key, result, now)
}

/** What a mail's step shows of it. */
export function sentOutput({ to, template_id, variables }: SendEmail, email_id: string): Record<string, unknown> {
  const none = Object.keys(variables).length === 0
  return { to, email_id, template: { id: template_id, variables: none ? null : variables } }
}

// ---- what each type of step does ----------------------------------------------------------------------------------

const OVER = { is: 'over', status: 'completed', way: 'default', output: null } as const

function taken(step: Step, record: StepRecord, now: Date, sources: Sources): Result {
  switch (step.type) {
    case 'trigger':
      return OVER
    case 'delay':
      return delayed(step.config.duration, record, now)
    case 'send_email':
      return sources.contact.unsubscribed ? { ...OVER, status: 'skipped' } : mailed(step, sources)
    default:
      return {
        is: 'failed',
        error: { name: 'step_not_supported', message: `Steps of type ${step.type} cannot be run` },
      }
  }
}

/** The wait counts from when the step was reached, however late the run is looked at again. */
function delayed(duration: string, record: StepRecord, now: Date): Result {
  const since = record.started_at === null ? now.getTime() : Date.parse(record.started_at)
  const until = new Date(since + durationMs(duration)!)
  return until <= now ? OVER : { is: 'waiting', until }
}

function mailed({ key, config }: Extract<Step, { type: 'send_email' }>, sources: Sources): Result {
  const effect: SendEmail = {
    kind: 'send_email',
    step_key: key,
    to: sources.contact.email,
    contact_id: sources.contact.id,
    template_id: config.template.id,
    variables: resolved(config.template.variables ?? {}, sources),
    from: config.from,
    subject: config.subject,
    reply_to: config.reply_to,
    topic_id: config.topic_id,
  }
  return { is: 'acting', effect }
}

function stepAt(graph: Graph, run: Run): Step {
  const step = graph.steps.find(step => step.key === run.cursor)
  if (!step) throw new Error(`Run ${run.id} is at a step that its graph does not have`)
  return step
}
