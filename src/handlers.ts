// Table of contents: which function answers which operation.
import * as api_keys from './api-keys/handlers.ts'
import type { AttachmentHandlers } from './attachments/handlers.ts'
import * as audiences from './audiences/handlers.ts'
import * as automations from './automations/handlers.ts'
import * as automation_runs from './automations/runs/handlers.ts'
import * as simulation from './automations/simulation/handlers.ts'
import * as broadcasts from './broadcasts/handlers.ts'
import * as broadcast_results from './broadcasts/results/handlers.ts'
import * as contact_properties from './contact-properties/handlers.ts'
import * as contacts from './contacts/handlers.ts'
import * as domain_claims from './domains/claims/handlers.ts'
import { domainHandlers } from './domains/handlers.ts'
import type { DomainSettings } from './domains/records.ts'
import * as delivery from './delivery/handlers.ts'
import * as emails from './emails/handlers.ts'
import { createMetricsHandlers } from './emails/metrics/handlers.ts'
import * as events from './events/handlers.ts'
import * as imports from './imports/handlers.ts'
import type { OAuthHandlers } from './oauth/handlers.ts'
import type { Handlers } from './operation.ts'
import { PERSONAL_LISTS } from './personal.ts'
import { createPrivacyHandlers } from './privacy/handlers.ts'
import * as segments from './segments/handlers.ts'
import * as suppressions from './suppressions/handlers.ts'
import type { ShareHandlers } from './shares/handlers.ts'
import * as templates from './templates/handlers.ts'
import * as topics from './topics/handlers.ts'

/**
 * Every operation's function; OAuth's, and those that make links, come opened, for they hold keys. `settings`: for how long
 * emails are kept, and what the records of domains say of this server.
 */
export function createHandlers(
  oauth: OAuthHandlers,
  files: AttachmentHandlers & ShareHandlers,
  settings: DomainSettings & { retention: { emails_days: number } },
): Handlers {
  return {
    ...api_keys,
    ...files,
    ...audiences,
    ...automations,
    ...automation_runs,
    ...broadcasts,
    ...broadcast_results,
    ...contact_properties,
    ...contacts,
    ...domainHandlers(settings),
    ...domain_claims,
    ...delivery,
    ...emails,
    ...createMetricsHandlers(settings.retention.emails_days),
    ...events,
    ...imports,
    ...oauth,
    ...createPrivacyHandlers(PERSONAL_LISTS),
    ...segments,
    ...simulation,
    ...suppressions,
    ...templates,
    ...topics,
  }
}
