// Decides which relays may send an email, and in which order they are tried.
import type { RelayRule } from '../../../base/net/relays.ts'

/** The sender and recipient domains of an email. */
export interface MailRoute {
  from_domain: string
  to_domain: string
  /** The team that sends it. */
  team_id?: string
  /** Its name while it is in delivery. */
  mail?: string
  /** The email was just sent to another recipient: it needs no further slot, but still counts against later emails. */
  isFurther?: boolean
}

/**
 * The relays whose rules fit this email best: rules that name both domains precede rules that name one, and these precede
 * relays without rules. Email that matches rules never goes through another relay, even if all of these are down.
 */
export function matchingRelays(rules: readonly RelayRule[], way: MailRoute): readonly RelayRule[] {
  const fitting = rules.map(rule => ({ rule, fit: fitOf(rule, way) }))
  const best = Math.max(...fitting.map(({ fit }) => fit))
  return best < 0 ? [] : fitting.filter(({ fit }) => fit === best).map(({ rule }) => rule)
}

/** Number of the relay's rules that name this email; -1 if one of them excludes it. */
function fitOf({ domains, senders }: RelayRule, { from_domain, to_domain }: MailRoute): number {
  const named = [
    { list: domains, domain: to_domain },
    { list: senders, domain: from_domain },
  ].filter(({ list }) => list.length > 0)
  return named.every(({ list, domain }) => list.some(pattern => isNamed(pattern, domain))) ? named.length : -1
}

function isNamed(pattern: string, domain: string): boolean {
  return pattern.startsWith('*.') ? domain.endsWith(pattern.slice(1)) : pattern === domain
}

/**
 * The order in which relays are tried: randomly by weight, then standby relays (weight 0), then relays that were down recently.
 */
export function orderRelays(
  relays: readonly RelayRule[],
  isDown: (name: string) => boolean,
  chance: () => number,
): RelayRule[] {
  const standsBy = ({ weight }: RelayRule): boolean => weight === 0
  const up = relays.filter(({ name }) => !isDown(name))
  const down = relays.filter(({ name }) => isDown(name))
  const inOrder = (some: RelayRule[]): RelayRule[] =>
    drawn(
      some.filter(rule => !standsBy(rule)),
      chance,
    ).concat(some.filter(standsBy))
  return inOrder(up).concat(inOrder(down))
}

/** A random order in which each relay is drawn with a probability proportional to its weight among the remaining ones. */
function drawn(relays: readonly RelayRule[], chance: () => number): RelayRule[] {
  const left = [...relays]
  const order: RelayRule[] = []
  while (left.length > 0) {
    let at = chance() * left.reduce((sum, { weight }) => sum + weight, 0)
    const index = left.findIndex(({ weight }) => (at -= weight) < 0)
    order.push(...left.splice(index === -1 ? left.length - 1 : index, 1))
  }
  return order
}
