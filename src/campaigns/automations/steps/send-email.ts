// Sends the contact an email from a published template, unless the contact has unsubscribed. Waits for the end of quiet hours.
import { parsedAddress } from '../../../base/text/addresses.ts'
import { isUnsubscribe } from '../../../base/text/placeholders.ts'
import type { SendEmail } from '../effects/effect.ts'
import { quietUntil } from '../../../base/rules/local-time.ts'
import type { ConfigOf, StepOf } from '../graph/graph.ts'
import type { Known } from '../graph/names.ts'
import { timeZoneOf } from '../settings.ts'
import { type ReferenceNames, resolved, type ValueSources } from './config/variables.ts'
import { fault, picked, pickedValues, referenceFaults } from './parts.ts'
import { type Fault, type StepContext, OVER, type StepResult, type StepType } from './step-type.ts'

type Config = ConfigOf<'send_email'>

/** The fields that the template can provide. */
const FROM_TEMPLATE = ['from', 'subject', 'reply_to'] as const

export const sendEmailStep: StepType<'send_email'> = {
  title: 'Send email',
  summary: ({ template }) => template.id,
  config: sent => {
    const { id, variables } = sent.template
    const template = variables ? { id, variables: pickedValues(variables) } : { id }
    // empty text counts as missing, because the template provides it
    const own = FROM_TEMPLATE.filter(field => sent[field])
    return { ...picked(sent, ['template', ...own, 'topic_id']), template }
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

function faults(config: Config, names: ReferenceNames): Fault[] {
  const lines = FROM_TEMPLATE.filter(field => CONTROL.test(config[field] ?? ''))
  const addresses = (['from', 'reply_to'] as const).filter(field => !lines.includes(field) && !isAddress(config[field]))
  const values = Object.values(config.template.variables ?? {})
  return [
    ...lines.flatMap(field => fault('one_line', `${field} must be one line without control characters`)),
    ...addresses.flatMap(field =>
      fault('address', `${field} must be an address like a@example.com or A <a@example.com>`),
    ),
    ...referenceFaults(values, ['event', 'contact', 'wait_events', 'steps'], names),
  ]
}

const isAddress = (text: string | undefined): boolean => !text || parsedAddress(text) !== undefined

function topicFaults({ topic_id }: Config, { topics }: Known): Fault[] {
  return topic_id === undefined || topics.has(topic_id) ? [] : fault('topic', `unknown topic "${topic_id}"`)
}

function templateFaults(config: Config, { templates }: Known): Fault[] {
  const { id, variables = {} } = config.template
  const template = templates.get(id)
  if (!template) return fault('template', `unknown template "${id}"`)
  if (!template.published) return fault('template', `the template "${id}" is not published`)
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
  return messages.flatMap(message => fault('template', message))
}

function senderFaults({ from, template }: Config, { templates, senders }: Known): Fault[] {
  return fault('sender', senders.get(from ?? templates.get(template.id)?.from ?? '')?.message)
}

function advance(step: StepOf<'send_email'>, { now, sources, settings }: StepContext): StepResult {
  const { contact } = sources
  if (contact.unsubscribed) return { ...OVER, status: 'skipped', output: { reason: 'unsubscribed' } }
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
    variables: resolved(given, sources),
    from: config.from,
    subject: config.subject,
    reply_to: config.reply_to,
    topic_id: config.topic_id,
    marketing,
  }
}
