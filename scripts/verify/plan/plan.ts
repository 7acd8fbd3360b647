// The handwritten steps, in order; derived.ts has those from the contract.
import type { OperationId } from '../../../generated/api.ts'
import { apiKeys } from './api-keys.ts'
import { automations } from './automations.ts'
import { broadcasts } from './broadcasts.ts'
import { contacts, contactsEndings } from './contacts.ts'
import { domains } from './domains.ts'
import { delivery } from './delivery.ts'
import { emails } from './emails.ts'
import { inboxes } from './inboxes.ts'
import { logs } from './logs.ts'
import { oauth } from './oauth.ts'
import { receiving } from './receiving.ts'
import type { Step } from './step.ts'
import { suppressions } from './suppressions.ts'
import { templates } from './templates.ts'
import { webhooks } from './webhooks.ts'

/** Handwritten steps cover what the contract does not specify: side effects, reasons for refusals, order. */
export const STEPS: readonly Step[] = [
  ...apiKeys,
  ...domains,
  ...templates,
  ...emails,
  ...receiving,
  ...contacts,
  ...broadcasts,
  ...suppressions,
  ...webhooks,
  ...inboxes,
  ...delivery,
  ...automations,
  ...oauth,
  ...logs,
]

/** Deletions by other operations than the contract suggests, before all others. */
export const ENDINGS: readonly Step[] = contactsEndings

/** Objects that the API cannot delete. */
export const REMAINS: Partial<Record<OperationId, string>> = {
  sendEmail: 'email',
  sendEmailByEmail: 'email',
  sendEmailBySending: 'email',
  sendEmailByEmailSending: 'email',
  registerClient: 'OAuth client',
  createContactImport: 'contact import',
}

/** Why a documented status is not tested. */
export const UNPROVOKED: Record<number, string> = {
  403: 'requires an access token with an insufficient scope, which a user grants in a browser',
  408: 'requires a slow request body',
  429: 'would block registrations from this IP address for an hour',
  500: 'requires a server error',
  503: 'requires an overloaded server',
}
