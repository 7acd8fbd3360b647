// The parts of an email to several destinations: each is a separate job with its own attempts and does not read the state of
// the others.
import type { RecipientState } from '../emails/events.ts'
import type { MailRoute } from './routes/relays.ts'
import type { Sender } from './sender.ts'

/** The domain of a given address, with or without a name, in lower case. */
function domainIn(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .replace(/>\s*$/, '')
    .toLowerCase()
}

/** The distinct domains of these addresses, in order. */
function domainsOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(domainIn))]
}

/** The recipients of a part. `domains` is `undefined` if the email has no parts. */
export function recipientsOfPart(recipients: readonly string[], domains: readonly string[] | undefined): string[] {
  return recipients.filter(address => domains === undefined || domains.includes(domainIn(address)))
}

/** The route of an email; if several domains share a route, the first one represents them. */
export function routeTo(
  from: string,
  recipients: readonly string[],
  about: Omit<MailRoute, 'from_domain' | 'to_domain'>,
): MailRoute {
  return { ...about, from_domain: domainIn(from), to_domain: domainIn(recipients[0] ?? '') }
}

/** The name of an email, or of a part of it, while it is being delivered. */
export function deliveryName({ email_id, destination }: { email_id: string; destination?: string }): string {
  return `${email_id} ${destination ?? ''}`
}

/** What happens to an email before it is offered: it is split into parts or waits. `undefined`: neither. */
export type DeliveryPlan = { parts: string[][] } | { hold: { name: string; reason: string } } | undefined

export function planDelivery(
  sender: Sender | object,
  from: string,
  recipients: readonly string[],
  mail: string,
): DeliveryPlan {
  if (!('waitReasonOf' in sender) || recipients.length === 0) return undefined
  const way = routeTo(from, recipients, { mail })
  const parts = sender.partsOf?.(way.from_domain, domainsOf(recipients)) ?? []
  if (parts.length > 1) return { parts }
  const hold = sender.waitReasonOf?.(way)
  return hold && { hold }
}

/** The last event of an email in parts, from the state of all of its recipients (`all`). */
export function lastEventOfParts(all: readonly string[], states: readonly RecipientState[]): RecipientEvent | 'queued' {
  const known = new Map(states.map(({ address, status }) => [address, status]))
  const statuses = new Set(all.map(address => known.get(address)))
  if (statuses.has('delivery_delayed')) return 'delivery_delayed'
  if (statuses.has(undefined)) return 'queued'
  if (statuses.has('bounced')) return 'bounced'
  if (statuses.has('failed') || statuses.has('unknown')) return 'failed'
  if (statuses.has('complained')) return 'complained'
  return statuses.has('delivered') ? 'delivered' : 'suppressed'
}

type RecipientEvent = Exclude<RecipientState['status'], 'unknown'>
