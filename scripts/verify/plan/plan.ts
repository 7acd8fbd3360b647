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
  createContactImport: 'import of contacts',
}

/** Why a documented status is not tested. */
export const UNPROVOKED: Record<number, string> = {
  403: 'takes an access token with too small a scope, which a person gives in a browser',
  408: 'takes a body that comes in too slowly',
  429: 'would keep this address from registering for an hour',
  500: 'is a fault of the server',
  503: 'is trouble of the server',
}
