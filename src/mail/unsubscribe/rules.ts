// Which topics a person sees, and how their form changes them.
import type { TopicWithChoice } from '../../audience/topics/store.ts'
import type { Unsubscriber } from '../content/unsubscribe-link/token.ts'

/** A topic as the unsubscribe page shows it. */
export interface PreferenceTopic {
  id: string
  name: string
  description: string | null
  subscribed: boolean
}

export interface PreferenceState {
  leaver: Unsubscriber
  /** The contact, if there is one; its choices are in the topics. */
  contact: { unsubscribed: boolean } | undefined
  /** What the address itself unsubscribed from, without logging in. */
  left: { everything: boolean; topics: readonly string[] }
}

export function isUnsubscribed({ contact, left }: Omit<PreferenceState, 'leaver'>): boolean {
  return left.everything || contact?.unsubscribed === true
}

/**
 * Public topics, topics that the contact receives email about, and the email's topic. A person without a contact has no stored
 * choices. They can subscribe again to topics they left, but to no others.
 */
export function preferenceTopics(
  topics: readonly TopicWithChoice[],
  { leaver, contact, left }: PreferenceState,
): PreferenceTopic[] {
  return topics.flatMap(({ id, name, description, visibility, default_subscription, choice }) => {
    const subscribed = (choice ?? default_subscription) === 'opt_in' && !left.topics.includes(id)
    const concerned = subscribed || left.topics.includes(id) || id === leaver.topic_id
    const shown = contact
      ? visibility === 'public' || concerned
      : visibility === 'public' && default_subscription === 'opt_in'
    return shown || id === leaver.topic_id ? [{ id, name, description, subscribed }] : []
  })
}

/** The changes of a form to the topics that it showed. `kept`: ids of the selected ones. */
export function topicChanges(
  shown: readonly PreferenceTopic[],
  kept: ReadonlySet<string>,
): { left: string[]; back: string[] } {
  return {
    left: shown.filter(({ id, subscribed }) => subscribed && !kept.has(id)).map(({ id }) => id),
    back: shown.filter(({ id, subscribed }) => !subscribed && kept.has(id)).map(({ id }) => id),
  }
}
