// Table of contents: who hears of what happens, one after the other, in the unit of work in which it does.
import * as automations from './automations/subscribers.ts'
import type { Subscribers } from './signals/signal.ts'
import type { Tx } from './store/database.ts'
import * as suppressions from './suppressions/subscribers.ts'

export const subscribers: Subscribers<Tx> = {
  'event.sent': [automations.acceptSentEvent],
  'email.scheduled': [],
  'email.sent': [],
  'email.delivered': [automations.acceptMailEvent],
  'email.delivery_delayed': [automations.acceptMailEvent],
  'email.bounced': [suppressions.suppressBounced, automations.acceptMailEvent],
  'email.failed': [automations.acceptMailEvent],
  'email.complained': [suppressions.suppressComplained, automations.acceptMailEvent],
  'email.suppressed': [automations.acceptMailEvent],
  'email.opened': [automations.acceptVisit],
  'email.clicked': [automations.acceptVisit],
  'suppression.added': [],
  'suppression.removed': [],
  'contact.created': [],
  'contact.updated': [],
  'contact.deleted': [automations.endRunsOfContact],
  'contact.topics.updated': [],
  'topic.created': [],
  'topic.updated': [],
  'topic.deleted': [],
  'domain.created': [],
  'domain.updated': [],
  'domain.deleted': [],
}
