// The steps by hand, in their order; derived.ts has those that the contract tells.
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

/** By hand stands what the contract does not tell: what is made, what is refused for a reason, what comes before what. */
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

/** What is removed otherwise than by what the contract tells, and before that. */
export const ENDINGS: readonly Step[] = contactsEndings

/** What the wire has no way to remove. */
export const REMAINS: Partial<Record<OperationId, string>> = {
  sendEmail: 'email',
  sendEmailByEmail: 'email',
  sendEmailBySending: 'email',
  sendEmailByEmailSending: 'email',
  registerClient: 'OAuth client',
  createContactImport: 'import of contacts',
}

/** Why an answer is documented and nothing here brings it about. */
export const UNPROVOKED: Record<number, string> = {
  403: 'takes an access token with too small a scope, which a person gives in a browser',
  408: 'takes a body that comes in too slowly',
  429: 'would keep this address from registering for an hour',
  500: 'is a fault of the server',
  503: 'is trouble of the server',
}
