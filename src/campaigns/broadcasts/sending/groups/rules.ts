// The names of groups of waiting recipients, and how many recipients of a destination may be sent to now.
import { domainOf } from '../../../../base/text/addresses.ts'
import { emailsAllowedNow, nextAllowedAt, updatedPacedAt } from '../rules.ts'

const ZONE = 'zone:'
const DESTINATION = 'to:'
/** The group of contacts whose email exists but whose delivery job is held. */
export const HELD_GROUP = 'held'

export function zoneGroup(zone: string): string {
  return ZONE + zone
}

/** The names of all groups by time zone are between these. */
export const ZONE_GROUPS = { first: ZONE, end: 'zone;' }

export function zoneOfGroup(name: string): string | undefined {
  return name.startsWith(ZONE) ? name.slice(ZONE.length) : undefined
}

/** The group of all recipients at one domain. */
export function destinationGroup(email: string): string {
  return DESTINATION + domainOf(email).toLowerCase()
}

/** The stored pace of a destination. */
interface DestinationPace {
  due_at: string | null
  paced_at: string | null
}

export const UNPACED: DestinationPace = { due_at: null, paced_at: null }

/** How many of `count` recipients at one destination may be sent to now, and its pace afterwards. */
export function paceDestination(
  { per_minute, ...before }: DestinationPace & { per_minute: number },
  count: number,
  now: Date,
): DestinationPace & { go: number } {
  const go = Math.min(count, emailsAllowedNow(per_minute, before.paced_at, now))
  const paced_at = updatedPacedAt({ per_minute, paced_at: before.paced_at }, go, now)
  const isWaitedFor = go < count || before.due_at !== null
  return { go, paced_at, due_at: isWaitedFor ? nextAllowedAt(per_minute, paced_at, now).toISOString() : null }
}
