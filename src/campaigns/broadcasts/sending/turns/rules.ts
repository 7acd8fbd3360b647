// Under which names recipients wait, and which of them may go to their destinations now.
import { domainOf } from '../../../../base/text/addresses.ts'
import { allowedNow, nextAllowed, pacedAt } from '../rules.ts'

const ZONE = 'zone:'
const DESTINATION = 'to:'
/** There is an email to those who wait under it, and its job waits. */
export const HELD = 'held'

export function ofZone(zone: string): string {
  return ZONE + zone
}

/** The names of all time zones lie between these. */
export const ZONES = { first: ZONE, end: 'zone;' }

export function zoneIn(name: string): string | undefined {
  return name.startsWith(ZONE) ? name.slice(ZONE.length) : undefined
}

/** Mail to one domain, for any recipient there. */
export function ofDestination(email: string): string {
  return DESTINATION + domainOf(email).toLowerCase()
}

/** What is known of a destination. */
interface DestinationPace {
  due_at: string | null
  paced_at: string | null
}

export const UNPACED: DestinationPace = { due_at: null, paced_at: null }

/** Of so many to one destination, how many go, and how it stands with it then. */
export function pacedTo(
  { per_minute, ...before }: DestinationPace & { per_minute: number },
  count: number,
  now: Date,
): DestinationPace & { go: number } {
  const go = Math.min(count, allowedNow(per_minute, before.paced_at, now))
  const paced_at = pacedAt({ per_minute, paced_at: before.paced_at }, go, now)
  const isWaitedFor = go < count || before.due_at !== null
  return { go, paced_at, due_at: isWaitedFor ? nextAllowed(per_minute, paced_at, now).toISOString() : null }
}
