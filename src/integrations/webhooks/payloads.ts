// Builds the `data` of webhook events of each type. The contract describes it in `spec/webhook-events.tsp`.
import type { DeliverySignalType, Signal } from '../../base/store/signals/signal.ts'

type EmailSignal = Signal<'email.sent' | 'email.scheduled'>
type Fate = Signal<DeliverySignalType>

/** The fields that all events of an email have. `to`: the recipients that the event is about; empty: all. */
function emailData({ email, origin }: Pick<EmailSignal, 'email' | 'origin'>, to: readonly string[] = []): object {
  const { id, message_id, from, subject, tags, headers, template_id, created_at } = email
  const custom = Object.entries(headers)
  return {
    email_id: id,
    created_at,
    message_id,
    from,
    to: to.length > 0 ? to : email.to,
    subject,
    ...(origin?.kind === 'broadcast' && { broadcast_id: origin.id }),
    ...(template_id !== null && { template_id }),
    ...(tags.length > 0 && { tags: Object.fromEntries(tags.map(({ name, value }) => [name, value])) }),
    ...(custom.length > 0 && { headers: custom.map(([name, value]) => ({ name, value })) }),
  }
}

export const emailPayload = (signal: EmailSignal): object => emailData(signal)

/** The data about the outcome of an email for some of its recipients. */
export function outcomePayload(signal: Fate): object {
  const { type, detail } = signal
  const data = emailData(signal, detail.recipients)
  if (type === 'email.bounced') return { ...data, bounce: bounceOf(detail) }
  if (type === 'email.failed') return { ...data, failed: { reason: detail.words } }
  if (type === 'email.suppressed')
    return { ...data, suppressed: { message: detail.words, type: 'OnAccountSuppressionList' } }
  return data
}

const BOUNCE_TYPES = { permanent: 'Permanent', transient: 'Transient', undetermined: 'Undetermined' } as const

/** Replies of servers are not specific enough to distinguish more subtypes. */
function bounceOf({ bounce = 'undetermined', code, words }: Fate['detail']): object {
  const type = BOUNCE_TYPES[bounce]
  const diagnosticCode = [`smtp; ${code === null || words.startsWith(String(code)) ? '' : `${code} `}${words}`]
  return { type, subType: type === 'Undetermined' ? type : 'General', message: words, diagnosticCode }
}

export function visitPayload(signal: Signal<'email.opened' | 'email.clicked'>): object {
  const data = emailData(signal, signal.visit.recipients)
  if (signal.type === 'email.opened') return data
  const { ip_address, link, user_agent } = signal.visit
  const click = { ipAddress: ip_address, link, timestamp: signal.at.toISOString(), userAgent: user_agent }
  return { ...data, click }
}

/** The data of a received email: without its bodies, and without the sizes of its files. */
export function receivedPayload({ received }: Signal<'email.received'>): object {
  const { id, created_at, from_address, envelope_from, to, bcc, cc, received_for, message_id, subject, attachments } =
    received
  return {
    email_id: id,
    created_at,
    from: from_address ?? envelope_from,
    to,
    bcc,
    cc,
    received_for,
    message_id: message_id ?? '',
    subject: subject ?? '',
    attachments: attachments.map(({ id: file_id, filename, content_type, content_id, content_disposition }) => {
      return { id: file_id, filename, content_type, content_id, content_disposition }
    }),
  }
}

type ContactSignal = Signal<'contact.created' | 'contact.updated' | 'contact.deleted'>

/** `segment_ids`: the segments of the contact. Older clients read the first one as `audience_id`. */
export function contactPayload({ contact }: ContactSignal, segment_ids: readonly string[]): object {
  const { id, created_at, updated_at, email, first_name, last_name, unsubscribed } = contact
  const [audience_id] = segment_ids
  return {
    id,
    ...(audience_id !== undefined && { audience_id }),
    segment_ids,
    created_at,
    updated_at,
    email,
    first_name,
    last_name,
    unsubscribed,
  }
}

/** The data contains only the changed topics. */
export function contactTopicsPayload({ contact, topics }: Signal<'contact.topics.updated'>): object {
  return { email: contact.email, topics: Array.from(topics, ([id, subscription]) => ({ id, subscription })) }
}

export function topicPayload({ type, at, topic }: Signal<'topic.created' | 'topic.updated' | 'topic.deleted'>): object {
  const { id, name, description, default_subscription, created_at } = topic
  const deleted = type === 'topic.deleted'
  return { id, name, description, default_subscription, deleted, created_at, updated_at: at.toISOString() }
}

export function suppressionPayload({ suppression }: Signal<'suppression.added' | 'suppression.removed'>): object {
  const { id, email, origin, source_id, created_at } = suppression
  return { id, email, origin, source_id, created_at }
}

/** A record that the domain needs in DNS. */
interface DomainRecord {
  record: string
  name: string
  type: string
  ttl: string
  status: string
  value: string
  priority?: number
}

export function domainPayload(
  { domain }: Signal<'domain.created' | 'domain.updated' | 'domain.deleted'>,
  records: readonly DomainRecord[],
): object {
  const { id, name, status, created_at, region, sending, receiving } = domain
  const shown = records.map(({ record, name: host, type, ttl, status: found, value, priority }) => ({
    record: record === 'Receiving' ? 'Receiving MX' : record,
    name: host,
    type,
    ttl,
    status: found,
    value,
    ...(priority !== undefined && { priority }),
  }))
  const ability = (is_enabled: boolean): string => (is_enabled ? 'enabled' : 'disabled')
  const capabilities = { sending: ability(sending), receiving: ability(receiving) }
  return { id, name, status, created_at, region, capabilities, records: shown }
}
