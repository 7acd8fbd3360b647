// What can come of a broadcast, how it is counted, and where pages of it begin.
import type { Schemas } from '../../../../generated/api.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { shown } from '../../../base/text/shown.ts'
import type { BounceClass } from '../../../base/text/bounce-class.ts'
import { bytesOfUuids, UUID_BYTES, uuidAt } from '../../../base/text/uuids.ts'

export type RecipientType = Schemas['BroadcastRecipientType']
/** What happens to few recipients; that they were written to at first without success is asked for nowhere. */
export type FactType = Exclude<RecipientType, 'sent' | 'delivered'> | 'delivery_delayed'

export const COUNTED = [
  ...(['sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed'] as const),
  ...(['opened', 'unique_opened', 'clicked', 'unique_clicked', 'unsubscribed'] as const),
] as const
export type Tally = Record<(typeof COUNTED)[number], number>

export const NOTHING: Readonly<Tally> = {
  sent: 0,
  delivered: 0,
  bounced: 0,
  complained: 0,
  suppressed: 0,
  failed: 0,
  opened: 0,
  unique_opened: 0,
  clicked: 0,
  unique_clicked: 0,
  unsubscribed: 0,
}

export function summed(tallies: readonly Tally[]): Tally {
  const sum = { ...NOTHING }
  for (const tally of tallies) for (const name of COUNTED) sum[name] += tally[name]
  return sum
}

/** With rates in percent, to two digits. */
export function broadcastCounts(tally: Tally): Schemas['BroadcastCounts'] {
  const { sent, delivered } = tally
  return {
    sent,
    delivered,
    bounced: tally.bounced,
    complained: tally.complained,
    suppressed: tally.suppressed,
    failed: tally.failed,
    opened: tally.opened,
    unique_opened: tally.unique_opened,
    clicked: tally.clicked,
    unique_clicked: tally.unique_clicked,
    unsubscribed: tally.unsubscribed,
    delivery_rate: percent(delivered, sent),
    open_rate: percent(tally.unique_opened, delivered),
    click_rate: percent(tally.unique_clicked, delivered),
    bounce_rate: percent(tally.bounced, sent),
    complaint_rate: percent(tally.complained, delivered),
    unsubscribe_rate: percent(tally.unsubscribed, delivered),
  }
}

function percent(part: number, of: number): number {
  return of === 0 ? 0 : Math.round((part / of) * 10_000) / 100
}

/** What an email's last event is when it has been sent, and when it was delivered. */
export const EVENTS_OF = {
  sent: ['delivered', 'opened', 'clicked', 'complained', 'bounced', 'delivery_delayed'],
  delivered: ['delivered', 'opened', 'clicked', 'complained'],
} as const satisfies Record<string, readonly Schemas['EmailLastEvent'][]>

/**
 * What the database looks for of a part of an address: only of ASCII it knows which letters are the same in another case. So
 * it may find some others, too.
 */
export function asciiPartOf(address: string | undefined): string {
  const parts = address?.match(/[\u0021-\u007e]+/g) ?? []
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

// ---- where a page begins

/** Of a list by contacts. */
export function contactCursor(contact_id: string): string {
  return bytesOfUuids(contact_id).toString('base64url')
}

export function contactAt(name: 'after' | 'before', cursor: string): string {
  const bytes = Buffer.from(cursor, 'base64url')
  const id = uuidAt(bytes)
  if (bytes.length !== UUID_BYTES || contactCursor(id) !== cursor) throw noCursor(name, cursor)
  return id
}

export interface LinkPlace {
  clicks: number
  url_key: string
}

/** Of a list by clicks. */
export function linkCursor({ clicks, url_key }: LinkPlace): string {
  return Buffer.from(`${clicks} ${url_key}`).toString('base64url')
}

export function linkAt(name: 'after' | 'before', cursor: string): LinkPlace {
  const match = /^(\d{1,9}) ([\w-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match) throw noCursor(name, cursor)
  return { clicks: Number(match[1]), url_key: match[2]! }
}

function noCursor(name: string, cursor: string): Error {
  return refusal('validation_error', `The \`${name}\` cursor is not an item of this list; received ${shown(cursor)}.`)
}

export function refuseBothCursors({ after, before }: { after?: string; before?: string }): void {
  if (after === undefined || before === undefined) return
  throw refusal('validation_error', 'Give either `after` or `before`, not both.')
}

export function refuseOtherFilter({ type, bounce_type }: { type: RecipientType; bounce_type?: string }): void {
  if (bounce_type === undefined || type === 'bounced') return
  throw refusal('validation_error', `\`bounce_type\` is for \`type=bounced\`; received \`type=${type}\`.`)
}

// ---- how recipients are shown

export interface FoundRecipient {
  contact_id: string
  email: string | null
  count?: number
  bounce_type?: BounceClass | null
}

export function recipientItem(
  type: RecipientType,
  { contact_id, email, count = 0, bounce_type }: FoundRecipient,
  clicked: readonly { url: string; clicks: number }[] = [],
): Schemas['BroadcastRecipient'] {
  return {
    id: contactCursor(contact_id),
    contact_id,
    // it is not there any more when the person was erased
    email: email ?? '',
    ...((type === 'opened' || type === 'clicked') && { count }),
    ...(type === 'clicked' && { clicked_links: clicked.map(({ url, clicks }) => ({ url, clicks })) }),
    ...(type === 'bounced' && { bounce_type: bounce_type ?? 'permanent' }),
  }
}
