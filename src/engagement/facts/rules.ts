// The results that a broadcast can have, and how they are counted.
import type { Schemas } from '../../../generated/api.ts'
import type { BounceClass } from '../../base/text/bounce-class.ts'

export type RecipientType = Schemas['BroadcastRecipientType']
/** Events of few recipients, one row each. `delivery_delayed` is only counted and has no list of recipients. */
export type FactType = Exclude<RecipientType, 'sent' | 'delivered'> | 'delivery_delayed'

export const COUNTED_FACTS = [
  ...(['sent', 'delivered', 'bounced', 'complained', 'suppressed', 'failed'] as const),
  ...(['opened', 'unique_opened', 'clicked', 'unique_clicked', 'unsubscribed'] as const),
] as const
export type Tally = Record<(typeof COUNTED_FACTS)[number], number>

export const EMPTY_TALLY: Readonly<Tally> = {
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

export function totalTally(tallies: readonly Tally[]): Tally {
  const sum = { ...EMPTY_TALLY }
  for (const tally of tallies) for (const name of COUNTED_FACTS) sum[name] += tally[name]
  return sum
}

/** The last events of an email that has been sent, and of one that was delivered. */
export const EVENTS_OF = {
  sent: ['delivered', 'opened', 'clicked', 'complained', 'bounced', 'delivery_delayed'],
  delivered: ['delivered', 'opened', 'clicked', 'complained'],
} as const satisfies Record<string, readonly Schemas['EmailLastEvent'][]>

/**
 * The part of a searched address that the database looks for: the longest run of ASCII, because both databases ignore case only
 * in ASCII. The result can contain too many rows, which are filtered afterwards.
 */
export function asciiPartOf(address: string | undefined): string {
  const parts = address?.match(/[\u0021-\u007e]+/g) ?? []
  return parts.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

export interface RecipientRow {
  contact_id: string
  email: string | null
  count?: number
  bounce_type?: BounceClass | null
}

export interface LinkCursor {
  clicks: number
  url_key: string
}
