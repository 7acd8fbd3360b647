// An email as one of its recipients may see it: its history for them, without the other recipients.
import type { ReceivedEmail, StoredEvent } from '../../../mail/emails/search/store.ts'
import type { Schemas } from '../../../../generated/api.ts'
import type { VisitRecord } from '../../../mail/tracking/visits/store.ts'
import { parseAddress } from '../../../base/text/addresses.ts'

const FIELDS = ['to', 'cc', 'bcc'] as const

const isSame = (text: string, address: string): boolean => parseAddress(text)?.address.toLowerCase() === address

interface EmailData {
  events: readonly StoredEvent[]
  /** By the ids of their events. */
  visits: ReadonlyMap<string, VisitRecord>
  counts: { opened: number; clicked: number } | undefined
}

/** `address`: in lower case. */
export function exportedEmail(
  email: ReceivedEmail,
  address: string,
  { events, visits, counts }: EmailData,
): Schemas['ExportedEmail'] {
  const { id, message_id, from, subject, created_at, scheduled_at, topic_id, broadcast_id, tags, last_event } = email
  const shown = { id, message_id, from, subject, created_at, scheduled_at, topic_id, broadcast_id, tags, last_event }
  const isAlone = FIELDS.flatMap(field => email[field]).length === 1
  const mine = email.recipients.find(recipient => isSame(recipient.address, address))
  return {
    ...shown,
    received_as: FIELDS.filter(field => email[field].some(text => isSame(text, address))),
    status: mine?.status ?? null,
    // an open of an email with several recipients cannot be attributed to one of them
    opened: isAlone ? (counts?.opened ?? 0) : null,
    clicked: isAlone ? (counts?.clicked ?? 0) : null,
    events: events.filter(event => isAlone || concerns(event, address)).map(event => eventOf(event, visits)),
  }
}

function concerns({ detail }: StoredEvent, address: string): boolean {
  return detail.recipients.some(recipient => isSame(recipient, address))
}

function eventOf(
  { id, type, created_at, detail }: StoredEvent,
  visits: EmailData['visits'],
): Schemas['ExportedEmailEvent'] {
  const visit = visits.get(id)
  return {
    type,
    created_at,
    code: detail.code,
    reply: detail.words === '' ? null : detail.words,
    link: detail.link ?? null,
    user_agent: visit?.user_agent ?? null,
    network: visit?.network ?? null,
  }
}
