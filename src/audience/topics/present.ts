// Topics in the form of API responses.
import type { Schemas } from '../../../generated/api.ts'
import { effectiveSubscription, type Subscription, type Topic } from './rules.ts'

/** A list item. */
export function topicItem(topic: Topic): Schemas['TopicItem'] {
  const { id, name, description, default_subscription, visibility, created_at } = topic
  return { id, name, description, default_subscription, visibility, created_at }
}

export function topicResponse(topic: Topic): Schemas['Topic'] {
  return { object: 'topic', ...topicItem(topic) }
}

/** A topic with the effective subscription of a contact with this choice, or without one. */
export function contactTopicItem(topic: Topic & { choice: Subscription | null }): Schemas['ContactTopicItem'] {
  const { id, name, description, choice, created_at } = topic
  return { id, name, description, subscription: effectiveSubscription(topic, choice), created_at }
}
