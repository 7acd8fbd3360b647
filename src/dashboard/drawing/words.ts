// Steps, ways and rules in words for a person.
import type { Schemas } from '../../../generated/api.ts'
import type { Connection } from '../../automations/graph.ts'

type Step = Schemas['AutomationStep']
type Rule = Schemas['Rule']
type StepStatus = Schemas['StepRunStatus']
type Operator = Schemas['RuleOperator']

export const STEP_WORDS: Record<Step['type'], string> = {
  trigger: 'Trigger',
  delay: 'Delay',
  send_email: 'Send email',
  wait_for_event: 'Wait for event',
  condition: 'Condition',
  contact_update: 'Update contact',
  contact_delete: 'Delete contact',
  add_to_segment: 'Add to segment',
}

export const STATUS_WORDS: Record<StepStatus, string> = {
  pending: 'Not reached',
  running: 'Running',
  waiting: 'Waiting',
  completed: 'Completed',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** Of steps that were skipped. */
export const REASON_WORDS: Record<NonNullable<Schemas['StepRun']['reason']>, string> = {
  unsubscribed: 'Skipped: unsubscribed',
  unsubscribed_from_topic: 'Skipped: unsubscribed from the topic',
  branch_not_taken: 'Branch not taken',
  contact_deleted: 'Contact was deleted',
  cancelled: 'Run was cancelled',
}

const WAY_WORDS: Record<Connection['type'], string> = {
  default: '',
  condition_met: 'condition met',
  condition_not_met: 'condition not met',
  event_received: 'event received',
  timeout: 'timeout',
}

/** A default way beside others is taken for what they are not. */
export function wayWords({ type }: Connection, isAlone: boolean): string {
  return type === 'default' && !isAlone ? 'otherwise' : WAY_WORDS[type]
}

/** What a step is about. */
export function detailOf(step: Step): string {
  switch (step.type) {
    case 'trigger':
      return step.config.event_name
    case 'delay':
      return delayWords(step.config)
    case 'send_email':
      return step.config.template.id
    case 'wait_for_event':
      return waitWords(step.config)
    case 'condition':
      return ruleWords(step.config)
    case 'contact_update':
      return changeWords(step.config)
    case 'contact_delete':
      return ''
    case 'add_to_segment':
      return step.config.segment_id
  }
}

function delayWords({ duration, until }: Schemas['DelayConfig']): string {
  const days = until?.weekdays?.map(day => day.charAt(0).toUpperCase() + day.slice(1, 3)).join(', ')
  const moment = until && [`until ${until.time}`, ...(days ? [`on ${days}`] : [])].join(' ')
  return [duration, moment].filter(Boolean).join(', then ')
}

function waitWords({ event_name, timeout, filter_rule, since }: Schemas['WaitForEventConfig']): string {
  const filter = filter_rule ? ` with ${ruleWords(filter_rule)}` : ''
  const earlier = since === 'run_started' ? ', also earlier in the run' : ''
  return `${event_name}${filter}${earlier}${timeout === undefined ? '' : `, at most ${timeout}`}`
}

function changeWords({ properties = {}, ...fields }: Schemas['ContactUpdateConfig']): string {
  return [...Object.keys(fields), ...Object.keys(properties)].join(', ')
}

const OPERATORS: Record<Operator, string> = {
  eq: '=',
  neq: '≠',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
  contains: 'contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  exists: 'exists',
  is_empty: 'is empty',
}

/** Its depth was limited when it was saved. */
function ruleWords(rule: Rule): string {
  if (rule.type === 'rule') {
    const value = rule.operator === 'exists' || rule.operator === 'is_empty' ? '' : ` ${JSON.stringify(rule.value)}`
    return `${rule.field} ${OPERATORS[rule.operator]}${value}`
  }
  const parts = rule.rules.map(part => (part.type === 'rule' ? ruleWords(part) : `(${ruleWords(part)})`))
  return parts.join(` ${rule.type} `)
}
