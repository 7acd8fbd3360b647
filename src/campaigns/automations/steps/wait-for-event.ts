// Waits until an event about the same contact occurs, or until the timeout.
import { isOwnEvent, OWN_PREFIX } from '../../../base/text/event-names.ts'
import { lookBackStart } from '../engine/run.ts'
import { durationFault, durationMs } from './config/duration.ts'
import type { ConfigOf } from '../graph/graph.ts'
import { ruleSummary } from './config/rule-summary.ts'
import { ruleFaults, ruleVerdict } from './config/rule-tree.ts'
import type { EventPayload, ValueSources } from './config/variables.ts'
import { stepFault, isReachedInFuture, pickFields, pickRule, eventNameProblem, reachedAt } from './parts.ts'
import { type StepFault, type StepContext, STEP_COMPLETED, type StepResult, type StepType } from './step-type.ts'

type Config = ConfigOf<'wait_for_event'>

export const waitForEventStep: StepType<'wait_for_event'> = {
  title: 'Wait for event',
  summary,
  // `default` is the way for both outcomes
  connectionTypes: ['event_received', 'timeout', 'default'],
  config: sent => {
    const config = pickFields(sent, ['event_name', 'timeout', 'filter_rule', 'since'])
    return config.filter_rule ? { ...config, filter_rule: pickRule(config.filter_rule) } : config
  },
  faults,
  warnings: doubts,
  advance: ({ config }, context) => advance(config, context),
  subscription: {
    event_name: ({ event_name }) => event_name,
    accepts,
    looksBack: config => config.since === 'run_started',
  },
}

const mailEvent = (name: string): string => `${OWN_PREFIX}email.${name}`
/** An email from the contact was received. */
const RECEIVED = mailEvent('received')
/** The service's own events that a step can wait for: those about emails of the run, and email from the contact. */
const OWN_EVENTS = [
  ...['opened', 'clicked', 'bounced', 'delivered', 'complained', 'failed', 'suppressed'].map(mailEvent),
  RECEIVED,
]
/** Events that occur for every email. Opens and clicks occur for tracked email only, and not for every recipient. */
const TOLD = new Set(['delivered', 'bounced', 'complained', 'failed', 'suppressed'].map(mailEvent))

function faults({ event_name, timeout, filter_rule }: Config): StepFault[] {
  const unknown = isOwnEvent(event_name) && !OWN_EVENTS.includes(event_name)
  const none = `unknown event "${event_name}"; allowed: ${OWN_EVENTS.join(', ')}`
  return [
    ...stepFault('event_name', unknown ? none : eventNameProblem(event_name)),
    ...stepFault('duration', timeout === undefined ? undefined : durationFault(timeout)),
    ...(filter_rule ? ruleFaults(filter_rule, ['event']) : []).map(message => ({ rule: 'rule', message })),
  ]
}

function doubts({ event_name, timeout }: Config): StepFault[] {
  if (timeout !== undefined || !isOwnEvent(event_name) || TOLD.has(event_name)) return []
  const why =
    event_name === RECEIVED
      ? 'happens only if the contact writes'
      : 'is recorded only for tracked email, and not for all recipients'
  return [{ rule: 'never_told', message: `"${event_name}" ${why}; set a timeout for the step` }]
}

function advance({ event_name, timeout, since: from }: Config, context: StepContext): StepResult {
  const { run, latest_event } = context
  const waits_since = from === 'run_started' ? lookBackStart(run, event_name) : latest_event
  const wait = { waits_for: event_name, waits_since }
  if (timeout === undefined) return { is: 'waiting', until: null, ...wait }
  const until = new Date(reachedAt(context) + durationMs(timeout)!)
  if (until > context.now && !isReachedInFuture(context)) return { is: 'waiting', until, ...wait }
  return { ...STEP_COMPLETED, way: 'timeout', output: { outcome: 'timeout' } }
}

/** Whether the event passes the filter. An event without the field of the filter does not. */
function accepts({ filter_rule }: Config, payload: EventPayload): boolean {
  if (!filter_rule) return true
  const answer = ruleVerdict(filter_rule, { event: payload } as ValueSources)
  return 'met' in answer && answer.met
}

function summary({ event_name, timeout, filter_rule, since }: Config): string {
  const filter = filter_rule ? ` with ${ruleSummary(filter_rule)}` : ''
  const earlier = since === 'run_started' ? ', also earlier in the run' : ''
  return `${event_name}${filter}${earlier}${timeout === undefined ? '' : `, at most ${timeout}`}`
}
