// The form of a broadcast: its fields, and how they are read.
import type { InSchemas } from '../../../../../generated/api.ts'
import { BROADCAST_NAME_MAX, type BroadcastRecord } from '../../../../campaigns/broadcasts/rules.ts'
import { DEFAULT_HOURS } from '../../../../campaigns/broadcasts/sending/hours.ts'
import { parseAddress } from '../../../../base/text/addresses.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { refusal } from '../../../../base/text/refusal.ts'
import { choice, EMAIL, field, lengthOf, VERBATIM } from '../../ui/fields.ts'
import { entered, formOutcome } from '../../ui/reader.ts'
import { formText, formList } from '../../ui/form-values.ts'
import { multilineText } from '../editor/saving.ts'
import { nameField, replyToField } from '../editor/view.ts'

interface Option {
  id: string
  name: string
}

/** The objects that a broadcast can refer to. */
export interface BroadcastOptions {
  segments: readonly Option[]
  topics: readonly Option[]
  /** Verified domains that may send. */
  domains: readonly string[]
}

/** The option for no topic. It is explicit: without a topic, contacts who unsubscribed from one also receive the broadcast. */
const NO_TOPIC = 'none'

export const CHOOSE_TOPIC = 'Choose a topic or “No topic”.'

/** The required fields. `last_topic_id`: the topic of the latest broadcast that has one. */
export function newBroadcastFields(options: BroadcastOptions, last_topic_id: string | undefined): Html {
  return html`${nameField(BROADCAST_NAME_MAX)} ${senderFields(null, options)} ${subjectField()} ${segmentField(options)}
  ${topicField(options.topics, entered('topic_id', last_topic_id))}`
}

/** The fields before the content. */
export function broadcastFields(broadcast: BroadcastRecord, options: BroadcastOptions): Html {
  const { name, from, subject, segment_id, topic_id, without_topic, preview_text, reply_to } = broadcast
  const isTopicSet = topic_id !== null || without_topic
  const topic = entered('topic_id', topic_id ?? (without_topic ? NO_TOPIC : null))
  return html`${nameField(BROADCAST_NAME_MAX, name)} ${senderFields(from, options)} ${subjectField(subject)}
  ${field('Preview text', { name: 'preview_text', maxlength: HEADER_LINE_MAX, autocomplete: 'off', hint: 'Shown after the subject in the inbox.', value: entered('preview_text', preview_text) })}
  ${replyToField(reply_to)} ${segmentField(options, segment_id)} ${topicField(options.topics, topic, isTopicSet)}`
}

/** Maximum characters of a line in the header of an email (RFC 5322, 2.1.1). */
const HEADER_LINE_MAX = 998

function subjectField(stored?: string | null): Html {
  const attributes = { name: 'subject', required: true, maxlength: HEADER_LINE_MAX, autocomplete: 'off' }
  return field('Subject', { ...attributes, value: entered('subject', stored) })
}

function segmentField({ segments }: BroadcastOptions, stored?: string | null): Html {
  const chosen = entered('segment_id', stored)
  return choice({
    name: 'segment_id',
    title: 'Segment',
    none: 'Choose a segment',
    options: segments,
    chosen,
    isNeeded: true,
  })
}

/**
 * The select for a topic, if the team has topics. Having no topic is a separate option, because contacts who unsubscribed from a
 * topic also receive such a broadcast. Unless `isRequired`, a draft can be saved without a choice.
 */
export function topicField(topics: readonly Option[], chosen: string | null, isRequired = true): Html | false {
  if (topics.length === 0) return false
  return choice({
    name: 'topic_id',
    title: 'Topic',
    none: 'Choose a topic',
    options: [...topics, { id: NO_TOPIC, name: 'No topic (includes contacts who unsubscribed from topics)' }],
    chosen,
    isNeeded: isRequired,
    hint: 'Contacts who unsubscribed from the topic do not receive the broadcast.',
  })
}

/** The parts of a sender: a name, the text before the @, and a domain. Without an @, `local` is the whole text. */
interface SenderParts {
  name: string
  local: string
  domain: string
}

/** The domain is selected among the verified ones. Without verified domains, the whole address is typed. */
function senderFields(from: string | null, { domains }: BroadcastOptions): Html {
  const { form } = formOutcome()
  const { name, local, domain } = form.size > 0 ? enteredSender(form) : senderParts(from)
  const all = domain === '' || domains.includes(domain) ? domains : [domain, ...domains]
  const address = domain === '' ? local : `${local}@${domain}`
  return html`<fieldset class="sender">
    <legend>From</legend>
    ${field('Sender name', { name: 'from_name', maxlength: 200, autocomplete: 'off', value: name })}
    ${
      domains.length === 0
        ? html`${field('Email address', { name: 'from_address', ...EMAIL, autocomplete: 'off', value: address })}
            <p class="soft hint">To send from your own domain, <a href="/domains">verify it</a> first.</p>`
        : html`${field('Address', { name: 'from_local', required: true, maxlength: 64, ...VERBATIM, hint: 'The part before the @.', value: local })}
          ${choice({ name: 'from_domain', title: 'Domain', options: all.map(id => ({ id, name: domains.includes(id) ? id : `${id} (not verified)` })), chosen: domain })}`
    }
  </fieldset>`
}

/** The fields after the content. */
export function hoursFields({ quiet_hours, local_time, time_zone, time_zone_property }: BroadcastRecord): Html {
  const time = (name: string, label: string, stored: string | null | undefined, hint?: string): Html =>
    field(label, { name, type: 'time', hint, value: entered(name, stored) })
  const isSet = quiet_hours !== null || local_time !== null || formOutcome().form.size > 0
  return html`<details ${isSet && html`open`}>
    <summary>Local delivery time</summary>
    ${time('local_time', 'Time of day', local_time, 'Emails are sent from this time on in the time zone of each contact. Leave empty to send immediately.')}
    ${time('quiet_from', 'Quiet hours start', quiet_hours?.from)}
    ${time('quiet_to', 'Quiet hours end', quiet_hours?.to)}
    ${field('Time zone', { name: 'time_zone', maxlength: lengthOf('UpdateBroadcast', 'time_zone'), ...VERBATIM, hint: 'For contacts without a known time zone.', value: entered('time_zone', time_zone) })}
    ${field('Time zone property', { name: 'time_zone_property', maxlength: lengthOf('CreateContactProperty', 'key'), ...VERBATIM, hint: 'The contact property that contains a time zone, such as Europe/Berlin.', value: entered('time_zone_property', time_zone_property) })}
  </details>`
}

// ---- reading ------------------------------------------------------------------------------------------------------

type Change = InSchemas['UpdateBroadcast']

/** The fields of a broadcast in the form. `mayLackTopic`: a missing choice of the topic is accepted. */
export function broadcastFromForm(form: URLSearchParams, mayLackTopic = false): Change {
  const content = (name: 'html' | 'text'): Partial<Change> =>
    form.has(name) ? { [name]: multilineText(form, name) || null } : {}
  return {
    name: formText(form, 'name'),
    from: senderFromForm(form),
    subject: formText(form, 'subject'),
    segment_id: formText(form, 'segment_id'),
    ...(form.has('topic_id') &&
      !(mayLackTopic && formText(form, 'topic_id') === '') && { topic_id: topicFromForm(form) }),
    ...(form.has('reply_to') && { reply_to: formList(form, 'reply_to') }),
    ...(form.has('preview_text') && { preview_text: formText(form, 'preview_text') || null }),
    ...content('html'),
    ...content('text'),
    ...(form.has('time_zone') && hoursFromForm(form)),
  }
}

/** The chosen topic, or `null` for the option without one. Refuses a form without a choice. */
export function topicFromForm(form: URLSearchParams): string | null {
  const chosen = formText(form, 'topic_id')
  if (chosen === '') throw refusal('validation_error', CHOOSE_TOPIC)
  return chosen === NO_TOPIC ? null : chosen
}

/** An empty field counts as missing. */
function hoursFromForm(form: URLSearchParams): Change {
  const [from, to] = [formText(form, 'quiet_from'), formText(form, 'quiet_to')]
  return {
    quiet_hours: from === '' && to === '' ? null : { from, to },
    local_time: formText(form, 'local_time') || null,
    time_zone: formText(form, 'time_zone') || DEFAULT_HOURS.time_zone,
    time_zone_property: formText(form, 'time_zone_property') || DEFAULT_HOURS.time_zone_property,
  }
}

function senderFromForm(form: URLSearchParams): string {
  const name = formText(form, 'from_name')
  const address = form.has('from_domain')
    ? `${formText(form, 'from_local')}@${formText(form, 'from_domain')}`
    : formText(form, 'from_address')
  if (name === '') return address
  return `${/^[\w .'-]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`} <${address}>`
}

function senderParts(from: string | null): SenderParts {
  const { name = '', address = '' } = parseAddress(from ?? '') ?? {}
  return splitAddress(name, address)
}

/** The sender as entered, valid or not. */
function enteredSender(form: URLSearchParams): SenderParts {
  const name = formText(form, 'from_name')
  if (!form.has('from_domain')) return splitAddress(name, formText(form, 'from_address'))
  return { name, local: formText(form, 'from_local'), domain: formText(form, 'from_domain') }
}

function splitAddress(name: string, address: string): SenderParts {
  const at = address.lastIndexOf('@')
  return at === -1
    ? { name, local: address, domain: '' }
    : { name, local: address.slice(0, at), domain: address.slice(at + 1) }
}
