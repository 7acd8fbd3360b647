// Reads the forms about broadcasts.
import type { InSchemas } from '../../../../../generated/api.ts'
import { DEFAULT_HOURS } from '../../../../campaigns/broadcasts/sending/hours.ts'
import { refusal } from '../../../../base/text/refusal.ts'
import { writtenField } from '../writing/content.ts'
import { parsedAddress } from '../../../../base/text/addresses.ts'
import { typed, typedList } from '../../ui/typed.ts'

type Change = InSchemas['UpdateBroadcast']

/** The option for no topic. It is explicit: without a topic, contacts who unsubscribed from one also receive the broadcast. */
export const NO_TOPIC = 'none'

export const CHOOSE_TOPIC = 'Choose a topic or “No topic”.'

/** The fields of a broadcast in the form. `mayLackTopic`: a missing choice of the topic is accepted. */
export function askedBroadcast(form: URLSearchParams, mayLackTopic = false): Change {
  const content = (name: 'html' | 'text'): Partial<Change> =>
    form.has(name) ? { [name]: writtenField(form, name) || null } : {}
  return {
    name: typed(form, 'name'),
    from: askedSender(form),
    subject: typed(form, 'subject'),
    segment_id: typed(form, 'segment_id'),
    ...(form.has('topic_id') && !(mayLackTopic && typed(form, 'topic_id') === '') && { topic_id: topicFromForm(form) }),
    ...(form.has('reply_to') && { reply_to: typedList(form, 'reply_to') }),
    ...(form.has('preview_text') && { preview_text: typed(form, 'preview_text') || null }),
    ...content('html'),
    ...content('text'),
    ...(form.has('time_zone') && askedHours(form)),
  }
}

/** The chosen topic, or `null` for the option without one. Refuses a form without a choice. */
export function topicFromForm(form: URLSearchParams): string | null {
  const chosen = typed(form, 'topic_id')
  if (chosen === '') throw refusal('validation_error', CHOOSE_TOPIC)
  return chosen === NO_TOPIC ? null : chosen
}

/** An empty field counts as missing. */
function askedHours(form: URLSearchParams): Change {
  const [from, to] = [typed(form, 'quiet_from'), typed(form, 'quiet_to')]
  return {
    quiet_hours: from === '' && to === '' ? null : { from, to },
    local_time: typed(form, 'local_time') || null,
    time_zone: typed(form, 'time_zone') || DEFAULT_HOURS.time_zone,
    time_zone_property: typed(form, 'time_zone_property') || DEFAULT_HOURS.time_zone_property,
  }
}

/** The parts of a sender: a name, the text before the @, and a domain. Without an @, `local` is the whole text. */
export interface SenderParts {
  name: string
  local: string
  domain: string
}

function askedSender(form: URLSearchParams): string {
  const name = typed(form, 'from_name')
  const address = form.has('from_domain')
    ? `${typed(form, 'from_local')}@${typed(form, 'from_domain')}`
    : typed(form, 'from_address')
  if (name === '') return address
  return `${/^[\w .'-]+$/.test(name) ? name : `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"`} <${address}>`
}

export function senderOf(from: string | null): SenderParts {
  const { name = '', address = '' } = parsedAddress(from ?? '') ?? {}
  return parted(name, address)
}

/** The sender as typed, valid or not. */
export function typedSender(form: URLSearchParams): SenderParts {
  const name = typed(form, 'from_name')
  if (!form.has('from_domain')) return parted(name, typed(form, 'from_address'))
  return { name, local: typed(form, 'from_local'), domain: typed(form, 'from_domain') }
}

function parted(name: string, address: string): SenderParts {
  const at = address.lastIndexOf('@')
  return at === -1
    ? { name, local: address, domain: '' }
    : { name, local: address.slice(0, at), domain: address.slice(at + 1) }
}
