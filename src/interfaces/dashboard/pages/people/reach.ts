// Which email is sent to an address: whether it is suppressed, and what its owner unsubscribed from. Delivery checks the same
// for each email before it is offered (delivery/withholding).
import type { Suppression } from '../../../../audience/suppressions/rules.ts'

/** A topic with a person's subscription to it. */
export interface TopicOfPerson {
  id: string
  name: string
  subscription: 'opt_in' | 'opt_out'
}

export interface Reach {
  suppression: Suppression | undefined
  /** Unsubscribed from all marketing email. */
  is_out: boolean
  /** Unsubscribed by a link in an email, and not by the team. */
  left_themselves: boolean
  /** The relevant topics, including those that the person unsubscribed from. */
  topics: readonly TopicOfPerson[]
}

/** `left`: what the owner of the address unsubscribed from, which applies regardless of the contact. */
export function reachOf(
  { suppression, topics }: Pick<Reach, 'suppression' | 'topics'>,
  contact: { unsubscribed: boolean } | undefined,
  left: { everything: boolean; topics: readonly string[] },
): Reach {
  return {
    suppression,
    is_out: left.everything || contact?.unsubscribed === true,
    left_themselves: left.everything,
    topics: topics.map(topic => (left.topics.includes(topic.id) ? { ...topic, subscription: 'opt_out' } : topic)),
  }
}
