// Which relays may take a mail, and in what order they are asked.
import type { RelayRule } from '../../../base/net/relays.ts'

/** Where a mail comes from and goes to. */
export interface MailWay {
  from_domain: string
  to_domain: string
  /** Whose mail it is. */
  team_id?: string
  /** Which one of those under way. */
  mail?: string
  /** It went to another recipient just now: it needs no room any more, and what it takes counts against what comes next. */
  isFurther?: boolean
}

/**
 * Those whose rules fit this mail best: who names both its domains, or else one of them, takes it before who names none.
 * Where rules send mail, no other relay gets it, also when all of these are down.
 */
export function relaysFor(rules: readonly RelayRule[], way: MailWay): readonly RelayRule[] {
  const fitting = rules.map(rule => ({ rule, fit: fitOf(rule, way) }))
  const best = Math.max(...fitting.map(({ fit }) => fit))
  return best < 0 ? [] : fitting.filter(({ fit }) => fit === best).map(({ rule }) => rule)
}

/** How many of its rules name this mail; -1 when one of them excludes it. */
function fitOf({ domains, senders }: RelayRule, { from_domain, to_domain }: MailWay): number {
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
 * In the order in which they are asked: by chance, each as often as its weight says, then those that only stand by, then
 * those that were down lately, as there are no others.
 */
export function ordered(
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

/** One after the other, each with the probability of its weight among those that are left. */
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
