// Table of contents: who hears of what happens, one after the other, in the unit of work in which it does.
import * as automations from '../campaigns/automations/subscribers.ts'
import type { Subscribers } from '../base/store/signals/signal.ts'
import type { Tx } from '../base/store/database.ts'
import * as facts from '../engagement/facts/subscribers.ts'
import * as suppressions from '../audience/suppressions/subscribers.ts'

export const subscribers: Subscribers<Tx> = {
  'event.sent': [automations.acceptSentEvent],
  'email.scheduled': [],
  'email.sent': [],
  'email.delivered': [facts.countDelivered, automations.acceptMailEvent],
  'email.delivery_delayed': [facts.countDelayed, automations.acceptMailEvent],
  'email.bounced': [suppressions.suppressBounced, facts.countBounced, automations.acceptMailEvent],
  'email.failed': [facts.countFailed, automations.acceptMailEvent],
  'email.complained': [suppressions.suppressComplained, facts.countComplained, automations.acceptMailEvent],
  'email.suppressed': [facts.countSuppressed, automations.acceptMailEvent],
  'email.opened': [facts.countOpened, automations.acceptVisit],
  'email.clicked': [facts.countClicked, automations.acceptVisit],
  'suppression.added': [],
  'suppression.removed': [],
  'contact.created': [],
  'contact.updated': [facts.countLeft],
  'contact.deleted': [automations.endRunsOfContact],
  'contact.topics.updated': [facts.countLeft],
  'topic.created': [],
  'topic.updated': [],
  'topic.deleted': [],
  'domain.created': [],
  'domain.updated': [],
  'domain.deleted': [],
}
