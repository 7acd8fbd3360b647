// Maps each signal to its subscribers, in the order in which they run. They run in the unit of work that records the signal.
import * as audit from '../watch/audit/subscribers.ts'
import * as automations from '../campaigns/automations/subscribers.ts'
import type { Subscribers } from '../base/store/signals/signal.ts'
import type { Tx } from '../base/store/database.ts'
import * as inbox_agents from '../inbound/inboxes/agent/subscribers.ts'
import * as inboxes from '../inbound/inboxes/subscribers.ts'
import * as facts from '../engagement/facts/subscribers.ts'
import { countOutcome } from '../engagement/quotas/subscribers.ts'
import * as suppressions from '../audience/suppressions/subscribers.ts'
import * as webhooks from '../integrations/webhooks/subscribers.ts'

export const subscribers: Subscribers<Tx> = {
  'event.sent': [automations.acceptSentEvent],
  'email.scheduled': [webhooks.recordEmailEvent],
  'email.sent': [webhooks.recordEmailEvent],
  'email.delivered': [facts.countDelivered, countOutcome, automations.acceptMailEvent, webhooks.recordOutcomeEvent],
  'email.delivery_delayed': [facts.countDelayed, automations.acceptMailEvent, webhooks.recordOutcomeEvent],
  'email.bounced': [
    suppressions.suppressBounced,
    facts.countBounced,
    countOutcome,
    automations.acceptMailEvent,
    webhooks.recordOutcomeEvent,
  ],
  'email.failed': [facts.countFailed, countOutcome, automations.acceptMailEvent, webhooks.recordOutcomeEvent],
  'email.complained': [
    suppressions.suppressComplained,
    facts.countComplained,
    countOutcome,
    automations.acceptMailEvent,
    webhooks.recordOutcomeEvent,
  ],
  'email.suppressed': [facts.countSuppressed, countOutcome, automations.acceptMailEvent, webhooks.recordOutcomeEvent],
  'email.opened': [facts.countOpened, automations.acceptVisit, webhooks.recordVisitEvent],
  'email.clicked': [facts.countClicked, automations.acceptVisit, webhooks.recordVisitEvent],
  'email.received': [inboxes.addReceivedToInbox, automations.acceptReceived, webhooks.recordReceivedEvent],
  'received.removed': [inboxes.removeReceivedFromInbox],
  'inbox.created': [webhooks.recordInboxEvent, audit.auditInboxChange],
  'inbox.updated': [webhooks.recordInboxEvent],
  'inbox.deleted': [webhooks.recordInboxEvent, audit.auditInboxChange],
  'inbox.thread.created': [webhooks.recordInboxThreadEvent],
  'inbox.thread.folder.updated': [webhooks.recordInboxThreadEvent],
  'inbox.thread.labels.updated': [webhooks.recordInboxThreadEvent],
  'inbox.email.received': [webhooks.recordInboxThreadEvent, inbox_agents.enqueueAgent],
  'inbox.email.sent': [webhooks.recordInboxThreadEvent],
  'inbox.draft.created': [webhooks.recordInboxDraftEvent],
  'inbox.draft.updated': [webhooks.recordInboxDraftEvent],
  'inbox.draft.deleted': [webhooks.recordInboxDraftEvent],
  'inbox.draft.sent': [webhooks.recordInboxDraftEvent],
  'suppression.added': [webhooks.recordSuppressionEvent],
  'suppression.removed': [webhooks.recordSuppressionEvent],
  'contact.created': [webhooks.recordContactEvent],
  'contact.updated': [facts.countUnsubscribed, webhooks.recordContactEvent],
  'contact.deleted': [automations.endRunsOfContact, webhooks.recordContactEvent],
  'contact.topics.updated': [facts.countUnsubscribed, webhooks.recordContactTopicsEvent],
  'topic.created': [webhooks.recordTopicEvent],
  'topic.updated': [webhooks.recordTopicEvent],
  'topic.deleted': [webhooks.recordTopicEvent],
  'domain.created': [webhooks.recordDomainEvent],
  'domain.updated': [webhooks.recordDomainEvent, audit.auditDomainChange],
  'domain.deleted': [webhooks.recordDomainEvent, audit.auditDomainChange],
  ...audit.auditSubscribers,
}
