// The parts of an email that goes to several destinations: each is a job of its own, with its own attempts, and none of
// them knows how far the others have come.
import type { RecipientState } from '../emails/events.ts'
import type { MailWay } from './routes/relays.ts'
import type { Sender } from './sender.ts'

/** Of an address, as it was given, in small letters. */
export function domainIn(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The domains of these addresses, each once, in their order. */
export function domainsOf(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map(domainIn))]
}

/** Those of a part; without domains the email has no parts. */
export function recipientsIn(recipients: readonly string[], domains: readonly string[] | undefined): string[] {
  return recipients.filter(address => domains === undefined || domains.includes(domainIn(address)))
}

/** Where a mail goes: of several domains that go the same way, the first. */
export function wayTo(from: string, recipients: readonly string[]): MailWay {
  return { from_domain: domainIn(from), to_domain: domainIn(recipients[0] ?? '') }
}

/** What is to become of an email before it is offered: it goes in parts, or it waits. */
export type MailPlan = { parts: string[][] } | { hold: { name: string; reason: string } } | undefined

export function mailPlanOf(sender: Sender | object, from: string, recipients: readonly string[]): MailPlan {
  if (!('holdOf' in sender) || recipients.length === 0) return undefined
  const way = wayTo(from, recipients)
  const parts = sender.partsOf?.(way.from_domain, domainsOf(recipients)) ?? []
  if (parts.length > 1) return { parts }
  const hold = sender.holdOf?.(way)
  return hold && { hold }
}

/** How it stands with the recipients of other parts. */
export type Elsewhere = 'over' | 'delayed' | 'open'

const OPEN: readonly RecipientState['status'][] = ['delivery_delayed']

/** `all`: everybody the email goes to; `mine`: those of this part. */
export function elsewhereOf(
  all: readonly string[],
  mine: readonly string[],
  states: readonly RecipientState[],
): Elsewhere {
  const others = all.filter(address => !mine.includes(address))
  const statuses = others.map(address => states.find(state => state.address === address)?.status)
  if (statuses.some(status => status !== undefined && OPEN.includes(status))) return 'delayed'
  return statuses.includes(undefined) ? 'open' : 'over'
}
