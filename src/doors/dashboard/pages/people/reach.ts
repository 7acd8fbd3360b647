// Which mail goes to an address: whether it is suppressed, and what its owner has left. Delivery asks the same of each mail
// when it is offered (delivery/withholding).
import type { Suppression } from '../../../../audience/suppressions/actions.ts'

/** A topic with a person's subscription to it. */
export interface TopicOfPerson {
  id: string
  name: string
  subscription: 'opt_in' | 'opt_out'
}

export interface Reach {
  suppression: Suppression | undefined
  /** Unsubscribed from all that goes to many. */
  is_out: boolean
  /** By a link in a mail, and not said by the team. */
  left_themselves: boolean
  /** Those that are about, with what they left themselves. */
  topics: readonly TopicOfPerson[]
}

/** `left`: what the address left itself, which counts whatever the contact is. */
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
