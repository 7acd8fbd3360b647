// The fields of a topic, and the effective subscription of a contact.
import { refusal } from '../../base/text/refusal.ts'
import type { InSchemas } from '../../../generated/api.ts'

export type Subscription = 'opt_in' | 'opt_out'

export interface Topic {
  id: string
  name: string
  description: string | null
  /** The subscription of a contact that has not chosen. */
  default_subscription: Subscription
  visibility: 'public' | 'private'
  created_at: string
}

export function newTopic(body: InSchemas['CreateTopic'], id: string, now: Date): Topic {
  const { name, description = null, default_subscription, visibility } = body
  return { id, name, description, default_subscription, visibility, created_at: now.toISOString() }
}

/** The changed topic. The default never changes: it would subscribe or unsubscribe all contacts that have not chosen. */
export function updatedTopic(topic: Topic, body: InSchemas['UpdateTopic']): Topic {
  const { default_subscription, name, description, visibility } = body
  if (default_subscription !== undefined && default_subscription !== topic.default_subscription) {
    throw refusal('validation_error', 'The `default_subscription` of a topic cannot change; create another topic')
  }
  return {
    ...topic,
    name: name ?? topic.name,
    description: description === undefined ? topic.description : description,
    visibility: visibility ?? topic.visibility,
  }
}

/** The effective subscription of a contact: its own choice, otherwise the default of the topic. */
export function effectiveSubscription(
  topic: Pick<Topic, 'default_subscription'>,
  choice: Subscription | null,
): Subscription {
  return choice ?? topic.default_subscription
}
