// Table of contents: who hears of what happens, one after the other, in the unit of work in which it does.
import * as automations from '../campaigns/automations/subscribers.ts'
import * as broadcasts from '../campaigns/broadcasts/subscribers.ts'
import type { Subscribers } from '../base/store/signals/signal.ts'
import type { Tx } from '../base/store/database.ts'
import * as suppressions from '../audience/suppressions/subscribers.ts'

export const subscribers: Subscribers<Tx> = {
  'event.sent': [automations.acceptSentEvent],
  'email.scheduled': [],
  'email.sent': [],
  'email.delivered': [broadcasts.countDelivered, automations.acceptMailEvent],
  'email.delivery_delayed': [broadcasts.countDelayed, automations.acceptMailEvent],
  'email.bounced': [suppressions.suppressBounced, broadcasts.countBounced, automations.acceptMailEvent],
  'email.failed': [broadcasts.countFailed, automations.acceptMailEvent],
  'email.complained': [suppressions.suppressComplained, broadcasts.countComplained, automations.acceptMailEvent],
  'email.suppressed': [broadcasts.countSuppressed, automations.acceptMailEvent],
  'email.opened': [broadcasts.countOpened, automations.acceptVisit],
  'email.clicked': [broadcasts.countClicked, automations.acceptVisit],
  'suppression.added': [],
  'suppression.removed': [],
  'contact.created': [],
  'contact.updated': [broadcasts.countLeft],
  'contact.deleted': [automations.endRunsOfContact],
  'contact.topics.updated': [broadcasts.countLeft],
  'topic.created': [],
  'topic.updated': [],
  'topic.deleted': [],
  'domain.created': [],
  'domain.updated': [],
  'domain.deleted': [],
}
