// Whether each step's own configuration can be right, and what of it is kept.
import type { InSchemas, Schemas } from '../../generated/api.ts'
import { parsedAddress } from '../text/addresses.ts'
import { eventNameFault, isOwnEvent, OWN_PREFIX } from '../text/event-names.ts'
import { durationFault } from './duration.ts'
import type { Problem } from './problems.ts'
import { type Rule, ruleFaults } from './rule-tree.ts'
import { isReference, referenceFault, type Root } from './variables.ts'

export type Step = Schemas['AutomationStep']
type StepOf<Type extends Step['type']> = Extract<Step, { type: Type }>

/** What the service itself says about the mails of a run; a step can wait for it. */
const OWN_EVENTS = ['opened', 'clicked', 'bounced', 'delivered', 'complained', 'failed', 'suppressed'].map(
  name => `${OWN_PREFIX}email.${name}`,
)
// a line break in a sender or subject could end a header (RFC 5322 2.2)
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/

type Fault = Pick<Problem, 'rule' | 'message'>
const fault = (rule: string, message: string | undefined): Fault[] => (message === undefined ? [] : [{ rule, message }])

/** Problems within one step. `awaited` holds the names of the events that steps of this graph wait for. */
export function stepProblems(step: Step, awaited: ReadonlySet<string>): Problem[] {
  return faultsOf(step, awaited).map(({ rule, message }) => ({ step: step.key, rule, message }))
}

function faultsOf(step: Step, awaited: ReadonlySet<string>): Fault[] {
  switch (step.type) {
    case 'trigger':
      return fault('event_name', triggerFault(step.config.event_name))
    case 'delay':
      return delayFaults(step.config)
    case 'send_email':
      return mailFaults(step.config, awaited)
    case 'wait_for_event':
      return waitFaults(step.config)
    case 'condition':
      return ruleFaults(step.config, ['event', 'contact']).map(message => ({ rule: 'rule', message }))
    case 'contact_update':
      return references(contactValues(step.config), ['event', 'contact'], awaited)
    case 'contact_delete':
    case 'add_to_segment':
      return []
  }
}

function triggerFault(name: string): string | undefined {
  return isOwnEvent(name) ? `an automation cannot begin with "${name}", an event of the service` : sendFault(name)
}

/** A name by which nothing can be sent would never come. */
function sendFault(name: string): string | undefined {
  const fault = eventNameFault(name)
  return fault && `the name of an event ${fault}`
}

function delayFaults({ duration, until }: StepOf<'delay'>['config']): Fault[] {
  if (duration !== undefined) return fault('duration', durationFault(duration))
  return fault('duration', until ? undefined : 'a delay needs a `duration`, an `until`, or both')
}

function mailFaults(config: StepOf<'send_email'>['config'], awaited: ReadonlySet<string>): Fault[] {
  const lines = (['from', 'subject', 'reply_to'] as const).filter(field => CONTROL.test(config[field] ?? ''))
  const addresses = (['from', 'reply_to'] as const).filter(field => !lines.includes(field) && !isAddress(config[field]))
  const values = Object.values(config.template.variables ?? {})
  return [
    ...lines.flatMap(field => fault('one_line', `${field} must be one line without control characters`)),
    ...addresses.flatMap(field =>
      fault('address', `${field} must be an address like a@example.com or A <a@example.com>`),
    ),
    ...references(values, ['event', 'contact', 'wait_events'], awaited),
  ]
}

const isAddress = (text: string | undefined): boolean => text === undefined || parsedAddress(text) !== undefined

function waitFaults({ event_name, timeout, filter_rule }: StepOf<'wait_for_event'>['config']): Fault[] {
  const unknown = isOwnEvent(event_name) && !OWN_EVENTS.includes(event_name)
  const none = `there is no "${event_name}"; there are ${OWN_EVENTS.join(', ')}`
  return [
    ...fault('event_name', unknown ? none : sendFault(event_name)),
    ...fault('duration', timeout === undefined ? undefined : durationFault(timeout)),
    ...(filter_rule ? ruleFaults(filter_rule, ['event']) : []).map(message => ({ rule: 'rule', message })),
  ]
}

function contactValues(config: StepOf<'contact_update'>['config']): unknown[] {
  const { first_name, last_name, unsubscribed, properties } = config
  return [first_name, last_name, unsubscribed, ...Object.values(properties ?? {})]
}

function references(values: readonly unknown[], roots: readonly Root[], awaited: ReadonlySet<string>): Fault[] {
  return values.flatMap(value =>
    isReference(value) ? fault('variable', referenceFault(value.var, roots, awaited)) : [],
  )
}

// ---- what is kept: the fields of the contract and nothing else, so that an answer never holds what nobody declared ----

export function keptStep(step: InSchemas['AutomationStep']): Step {
  const { key } = step
  switch (step.type) {
    case 'trigger':
      return { key, type: step.type, config: { event_name: step.config.event_name } }
    case 'delay':
      return { key, type: step.type, config: keptDelay(step.config) }
    case 'send_email':
      return { key, type: step.type, config: keptMail(step.config) }
    case 'wait_for_event':
      return { key, type: step.type, config: keptWait(step.config) }
    case 'condition':
      return { key, type: step.type, config: keptRule(step.config) }
    case 'contact_update':
      return { key, type: step.type, config: keptUpdate(step.config) }
    case 'contact_delete':
      return { key, type: step.type, config: {} }
    case 'add_to_segment':
      return { key, type: step.type, config: { segment_id: step.config.segment_id } }
  }
}

/** Only for a rule whose depth has been checked. */
function keptRule(rule: Rule): Rule {
  if (rule.type !== 'rule') return { type: rule.type, rules: rule.rules.map(keptRule) }
  return picked(rule, ['type', 'field', 'operator', 'value'])
}

function keptDelay(config: StepOf<'delay'>['config']): StepOf<'delay'>['config'] {
  const kept = picked(config, ['duration', 'until'])
  return kept.until ? { ...kept, until: picked(kept.until, ['time', 'weekdays']) } : kept
}

function keptMail(config: StepOf<'send_email'>['config']): StepOf<'send_email'>['config'] {
  const kept = picked(config, ['template', 'from', 'subject', 'reply_to', 'topic_id'])
  const { id, variables } = config.template
  return { ...kept, template: variables ? { id, variables: keptValues(variables) } : { id } }
}

function keptWait(config: StepOf<'wait_for_event'>['config']): StepOf<'wait_for_event'>['config'] {
  const kept = picked(config, ['event_name', 'timeout', 'filter_rule', 'since'])
  return config.filter_rule ? { ...kept, filter_rule: keptRule(config.filter_rule) } : kept
}

function keptUpdate(config: StepOf<'contact_update'>['config']): StepOf<'contact_update'>['config'] {
  const kept = keptValues(picked(config, ['first_name', 'last_name', 'unsubscribed']))
  return config.properties ? { ...kept, properties: keptValues(config.properties) } : kept
}

/** References are cut down to their one field. */
function keptValues<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => [key, isReference(value) ? { var: value.var } : value])
  return Object.fromEntries(entries) as Values
}

function picked<Value extends object>(value: Value, names: ReadonlyArray<keyof Value & string>): Value {
  return Object.fromEntries(names.filter(name => Object.hasOwn(value, name)).map(name => [name, value[name]])) as Value
}
