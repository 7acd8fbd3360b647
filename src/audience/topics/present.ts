// A topic as it is answered.
import type { Schemas } from '../../../generated/api.ts'
import { effective, type Subscription, type Topic } from './rules.ts'

/** As a list shows it. */
export function topicItem(topic: Topic): Schemas['TopicItem'] {
  const { id, name, description, default_subscription, visibility, created_at } = topic
  return { id, name, description, default_subscription, visibility, created_at }
}

export function topicAnswer(topic: Topic): Schemas['Topic'] {
  return { object: 'topic', ...topicItem(topic) }
}

/** A topic with what counts for a contact that made this choice, or none. */
export function contactTopicItem(topic: Topic & { choice: Subscription | null }): Schemas['ContactTopicItem'] {
  const { id, name, description, choice, created_at } = topic
  return { id, name, description, subscription: effective(topic, choice), created_at }
}
