// Sends the contact an email from a published template, unless the contact has unsubscribed. Waits for the end of quiet hours.
import { parseAddress } from '../../../base/text/addresses.ts'
import { isUnsubscribe } from '../../../base/text/placeholders.ts'
import type { SendEmail } from '../effects/effect.ts'
import { quietUntil } from '../../../base/rules/local-time.ts'
import type { ConfigOf, StepOf } from '../graph/graph.ts'
import type { ExistingObjects } from '../graph/names.ts'
import { timeZoneOf } from '../settings.ts'
import { type ReferenceNames, resolveReferences, type ValueSources } from './config/variables.ts'
import { stepFault, pickFields, pickReferences, referenceFaults } from './parts.ts'
import { type StepFault, type StepContext, STEP_COMPLETED, type StepResult, type StepType } from './step-type.ts'

type Config = ConfigOf<'send_email'>

/** The fields that the template can provide. */
const FROM_TEMPLATE = ['from', 'subject', 'reply_to'] as const

export const sendEmailStep: StepType<'send_email'> = {
  title: 'Send email',
  summary: ({ template }) => template.id,
  config: sent => {
    const { id, variables } = sent.template
    const template = variables ? { id, variables: pickReferences(variables) } : { id }
    // empty text counts as missing, because the template provides it
    const own = FROM_TEMPLATE.filter(field => sent[field])
    return { ...pickFields(sent, ['template', ...own, 'topic_id']), template }
  },
  faults,
  names: ({ template, topic_id, from }) => ({
    templates: [template.id],
    topics: topic_id === undefined ? [] : [topic_id],
    senders: from === undefined ? [] : [from],
  }),
  readiness: (config, known) => [
    ...topicFaults(config, known),
    ...templateFaults(config, known),
    ...senderFaults(config, known),
  ],
  named: ({ template, ...config }, { templates }) => {
    return { ...config, template: { ...template, id: templates.get(template.id) ?? template.id } }
  },
  advance,
}

// a line break in a sender or subject could end a header (RFC 5322 2.2)
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f]/

function faults(config: Config, names: ReferenceNames): StepFault[] {
  const lines = FROM_TEMPLATE.filter(field => CONTROL.test(config[field] ?? ''))
  const addresses = (['from', 'reply_to'] as const).filter(field => !lines.includes(field) && !isAddress(config[field]))
  const values = Object.values(config.template.variables ?? {})
  return [
    ...lines.flatMap(field => stepFault('one_line', `${field} must be one line without control characters`)),
    ...addresses.flatMap(field =>
      stepFault('address', `${field} must be an address like a@example.com or A <a@example.com>`),
    ),
    ...referenceFaults(values, ['event', 'contact', 'wait_events', 'steps'], names),
  ]
}

const isAddress = (text: string | undefined): boolean => !text || parseAddress(text) !== undefined

function topicFaults({ topic_id }: Config, { topics }: ExistingObjects): StepFault[] {
  return topic_id === undefined || topics.has(topic_id) ? [] : stepFault('topic', `unknown topic "${topic_id}"`)
}

function templateFaults(config: Config, { templates }: ExistingObjects): StepFault[] {
  const { id, variables = {} } = config.template
  const template = templates.get(id)
  if (!template) return stepFault('template', `unknown template "${id}"`)
  if (!template.published) return stepFault('template', `the template "${id}" is not published`)
  const given = Object.keys(variables)
  const messages = [
    ...((config.from ?? template.from) ? [] : ['neither the step nor its template has a from']),
    ...((config.subject ?? template.subject) ? [] : ['neither the step nor its template has a subject']),
    ...given
      .filter(key => !template.variables.includes(key))
      .map(key => `the template "${id}" has no variable "${key}"`),
    ...template.needed
      .filter(key => !given.includes(key) && !isUnsubscribe(key))
      .map(key => `the template "${id}" requires a value for its variable "${key}"`),
  ]
  return messages.flatMap(message => stepFault('template', message))
}

function senderFaults({ from, template }: Config, { templates, senders }: ExistingObjects): StepFault[] {
  return stepFault('sender', senders.get(from ?? templates.get(template.id)?.from ?? '')?.message)
}

function advance(step: StepOf<'send_email'>, { now, sources, settings }: StepContext): StepResult {
  const { contact } = sources
  if (contact.unsubscribed) return { ...STEP_COMPLETED, status: 'skipped', output: { reason: 'unsubscribed' } }
  const quiet = settings.quiet_hours && quietUntil(now, timeZoneOf(contact, settings), settings.quiet_hours)
  if (quiet) return { is: 'waiting', until: quiet, waits_for: null }
  return { is: 'acting', effect: effectOf(step, sources, settings.marketing) }
}

function effectOf({ key, config }: StepOf<'send_email'>, sources: ValueSources, marketing: boolean): SendEmail {
  const given = config.template.variables ?? {}
  return {
    kind: 'send_email',
    step_key: key,
    to: sources.contact.email,
    contact_id: sources.contact.id,
    template_id: config.template.id,
    given,
    variables: resolveReferences(given, sources),
    from: config.from,
    subject: config.subject,
    reply_to: config.reply_to,
    topic_id: config.topic_id,
    marketing,
  }
}
