// What can come of a broadcast, and how it is counted.
import type { Schemas } from '../../../generated/api.ts'
import type { BounceClass } from '../../base/text/bounce-class.ts'

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

export interface FoundRecipient {
  contact_id: string
  email: string | null
  count?: number
  bounce_type?: BounceClass | null
}

export interface LinkPlace {
  clicks: number
  url_key: string
}
