// What a person sees of the topics of a team, and what a form of theirs comes to.
import type { TopicWithChoice } from '../../audience/topics/actions.ts'
import type { Leaver } from '../content/unsubscribe-link/token.ts'

/** A topic as its page shows it. */
export interface ShownTopic {
  id: string
  name: string
  description: string | null
  subscribed: boolean
}

export interface KnownReader {
  leaver: Leaver
  /** Of the contact that there is; what it chose is in the topics. */
  contact: { unsubscribed: boolean } | undefined
  /** What the address left itself. */
  left: { everything: boolean; topics: readonly string[] }
}

export function isOut({ contact, left }: Omit<KnownReader, 'leaver'>): boolean {
  return left.everything || contact?.unsubscribed === true
}

/**
 * Those that are public, those that the contact gets mail about, and what the mail was about. A person without a contact has
 * chosen nothing, and can come back to what they left, but not to more.
 */
export function shownTopics(topics: readonly TopicWithChoice[], { leaver, contact, left }: KnownReader): ShownTopic[] {
  return topics.flatMap(({ id, name, description, visibility, default_subscription, choice }) => {
    const subscribed = (choice ?? default_subscription) === 'opt_in' && !left.topics.includes(id)
    const concerned = subscribed || left.topics.includes(id) || id === leaver.topic_id
    const shown = contact
      ? visibility === 'public' || concerned
      : visibility === 'public' && default_subscription === 'opt_in'
    return shown || id === leaver.topic_id ? [{ id, name, description, subscribed }] : []
  })
}

/** What a person has changed about the topics that they were shown. `kept`: the ids of those with a cross. */
export function changedTopics(
  shown: readonly ShownTopic[],
  kept: ReadonlySet<string>,
): { left: string[]; back: string[] } {
  return {
    left: shown.filter(({ id, subscribed }) => subscribed && !kept.has(id)).map(({ id }) => id),
    back: shown.filter(({ id, subscribed }) => !subscribed && kept.has(id)).map(({ id }) => id),
  }
}
