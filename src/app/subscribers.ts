// Maps each signal to its subscribers, in the order in which they run. They run in the unit of work that records the signal.
import * as audit from '../watch/audit/subscribers.ts'
import * as automations from '../campaigns/automations/subscribers.ts'
import type { Subscribers } from '../base/store/signals/signal.ts'
import type { Tx } from '../base/store/database.ts'
import * as inbox_agents from '../inbound/inboxes/agent/subscribers.ts'
import * as inboxes from '../inbound/inboxes/subscribers.ts'
import * as facts from '../engagement/facts/subscribers.ts'
import { countFate } from '../engagement/quotas/subscribers.ts'
import * as suppressions from '../audience/suppressions/subscribers.ts'
import * as webhooks from '../watch/webhooks/subscribers.ts'

export const subscribers: Subscribers<Tx> = {
  'event.sent': [automations.acceptSentEvent],
  'email.scheduled': [webhooks.noteEmail],
  'email.sent': [webhooks.noteEmail],
  'email.delivered': [facts.countDelivered, countFate, automations.acceptMailEvent, webhooks.noteFate],
  'email.delivery_delayed': [facts.countDelayed, automations.acceptMailEvent, webhooks.noteFate],
  'email.bounced': [
    suppressions.suppressBounced,
    facts.countBounced,
    countFate,
    automations.acceptMailEvent,
    webhooks.noteFate,
  ],
  'email.failed': [facts.countFailed, countFate, automations.acceptMailEvent, webhooks.noteFate],
  'email.complained': [
    suppressions.suppressComplained,
    facts.countComplained,
    countFate,
    automations.acceptMailEvent,
    webhooks.noteFate,
  ],
  'email.suppressed': [facts.countSuppressed, countFate, automations.acceptMailEvent, webhooks.noteFate],
  'email.opened': [facts.countOpened, automations.acceptVisit, webhooks.noteVisit],
  'email.clicked': [facts.countClicked, automations.acceptVisit, webhooks.noteVisit],
  'email.received': [inboxes.joinReceived, automations.acceptReceived, webhooks.noteReceived],
  'received.removed': [inboxes.dropReceived],
  'inbox.created': [webhooks.noteInbox, audit.writeDownInbox],
  'inbox.updated': [webhooks.noteInbox],
  'inbox.deleted': [webhooks.noteInbox, audit.writeDownInbox],
  'inbox.thread.created': [webhooks.noteInboxThread],
  'inbox.thread.folder.updated': [webhooks.noteInboxThread],
  'inbox.thread.labels.updated': [webhooks.noteInboxThread],
  'inbox.email.received': [webhooks.noteInboxThread, inbox_agents.noteForAgent],
  'inbox.email.sent': [webhooks.noteInboxThread],
  'inbox.draft.created': [webhooks.noteInboxDraft],
  'inbox.draft.updated': [webhooks.noteInboxDraft],
  'inbox.draft.deleted': [webhooks.noteInboxDraft],
  'inbox.draft.sent': [webhooks.noteInboxDraft],
  'suppression.added': [webhooks.noteSuppression],
  'suppression.removed': [webhooks.noteSuppression],
  'contact.created': [webhooks.noteContact],
  'contact.updated': [facts.countLeft, webhooks.noteContact],
  'contact.deleted': [automations.endRunsOfContact, webhooks.noteContact],
  'contact.topics.updated': [facts.countLeft, webhooks.noteContactTopics],
  'topic.created': [webhooks.noteTopic],
  'topic.updated': [webhooks.noteTopic],
  'topic.deleted': [webhooks.noteTopic],
  'domain.created': [webhooks.noteDomain],
  'domain.updated': [webhooks.noteDomain, audit.writeDownDomain],
  'domain.deleted': [webhooks.noteDomain, audit.writeDownDomain],
  ...audit.written,
}
