// Maps each operation to its handler.
import { apiKeyHandlers } from '../identity/api-keys/handlers.ts'
import * as audit from '../watch/audit/handlers.ts'
import * as audiences from '../audience/audiences/handlers.ts'
import * as automations from '../campaigns/automations/handlers.ts'
import * as automation_runs from '../campaigns/automations/runs/handlers.ts'
import * as simulation from '../campaigns/automations/simulation/handlers.ts'
import * as broadcasts from '../campaigns/broadcasts/handlers.ts'
import * as broadcast_results from '../campaigns/broadcasts/results/handlers.ts'
import * as editor from '../campaigns/editor/handlers.ts'
import * as contact_properties from '../audience/contact-properties/handlers.ts'
import * as contacts from '../audience/contacts/handlers.ts'
import * as domain_claims from '../identity/domains/claims/handlers.ts'
import { domainHandlers } from '../identity/domains/handlers.ts'
import type { DomainSettings } from '../identity/domains/records.ts'
import * as delivery from '../mail/delivery/handlers.ts'
import * as emails from '../mail/emails/handlers.ts'
import { createMetricsHandlers } from '../engagement/metrics/handlers.ts'
import * as events from '../campaigns/events/handlers.ts'
import * as inbox_agent from '../inbound/inboxes/agent/handlers.ts'
import { forwardInboxEmail, replyToInboxEmail } from '../inbound/inboxes/replies/handlers.ts'
import * as inbox_drafts from '../inbound/inboxes/drafts/handlers.ts'
import * as inbox_labels from '../inbound/inboxes/labels/handlers.ts'
import * as inbox_threads from '../inbound/inboxes/threads/handlers.ts'
import * as inboxes from '../inbound/inboxes/handlers.ts'
import * as imports from '../audience/imports/handlers.ts'
import { findCallerPerson } from '../identity/callers/actions.ts'
import { isGrantUsable } from '../identity/oauth/grants/actions.ts'
import type { OAuthHandlers } from '../identity/oauth/handlers.ts'
import type { Handlers } from '../base/operation/operation.ts'
import type { LinkingHandlers } from './links.ts'
import { PERSONAL_LISTS } from './personal.ts'
import { createPrivacyHandlers } from '../campaigns/privacy/handlers.ts'
import * as segments from '../audience/segments/handlers.ts'
import * as suppressions from '../audience/suppressions/handlers.ts'
import * as reading from '../mail/reading/handlers.ts'
import * as templates from '../mail/templates/handlers.ts'
import { createUsageHandlers } from '../watch/usage/handlers.ts'
import type { UsageLimits } from '../watch/usage/rules.ts'
import * as topics from '../audience/topics/handlers.ts'
import { readWebhookExamples } from '../interfaces/contract/document.ts'
import { webhookHandlers } from '../integrations/webhooks/handlers.ts'
import type { LogHandlers } from '../watch/logs/handlers.ts'
import type { EventStreams } from '../integrations/webhooks/stream/actions.ts'

/**
 * The handler of every operation. Handlers with keys of their own (OAuth, and those that return links) are opened by the
 * caller. `settings`: how long emails are kept, and the values that DNS records of domains must have for this server.
 */
export function createHandlers(
  oauth: OAuthHandlers,
  files: LinkingHandlers,
  logs: LogHandlers,
  streams: EventStreams,
  settings: DomainSettings & UsageLimits & { retention: { emails_days: number } },
): Handlers {
  return {
    ...apiKeyHandlers({ findOriginOf: findCallerPerson, mayMakeWith: isGrantUsable }),
    ...files,
    ...audiences,
    ...audit,
    ...automations,
    ...automation_runs,
    ...broadcasts,
    ...broadcast_results,
    ...contact_properties,
    ...contacts,
    ...domainHandlers(settings),
    ...domain_claims,
    ...delivery,
    ...editor,
    ...emails,
    ...createMetricsHandlers(settings.retention.emails_days),
    ...createUsageHandlers(settings),
    ...events,
    ...imports,
    forwardInboxEmail,
    replyToInboxEmail,
    ...inbox_agent,
    ...inbox_drafts,
    ...inbox_labels,
    ...inbox_threads,
    ...inboxes,
    ...logs,
    ...oauth,
    ...reading,
    ...createPrivacyHandlers(PERSONAL_LISTS),
    ...segments,
    ...simulation,
    ...suppressions,
    ...templates,
    ...topics,
    ...webhookHandlers(readWebhookExamples, streams),
  }
}
