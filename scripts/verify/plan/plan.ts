// The whole plan: in which order operations are called, and how what they make is removed.
import type { OperationId } from '../../../generated/api.ts'
import { apiKeys, apiKeysRemoved } from './api-keys.ts'
import { automations, automationsRemoved } from './automations.ts'
import { broadcasts, broadcastsRemoved } from './broadcasts.ts'
import { contacts, contactsRemoved } from './contacts.ts'
import { domains, domainsRemoved } from './domains.ts'
import { delivery } from './delivery.ts'
import { emails } from './emails.ts'
import { oauth } from './oauth.ts'
import type { Removal, Step } from './step.ts'
import { suppressions, suppressionsRemoved } from './suppressions.ts'
import { templates, templatesRemoved } from './templates.ts'

export const PLAN: readonly Step[] = [
  ...apiKeys,
  ...domains,
  ...templates,
  ...emails,
  ...contacts,
  ...broadcasts,
  ...suppressions,
  ...delivery,
  ...automations,
  ...oauth,
  ...automationsRemoved,
  ...suppressionsRemoved,
  ...broadcastsRemoved,
  ...contactsRemoved,
  ...templatesRemoved,
  ...domainsRemoved,
  ...apiKeysRemoved,
]

/** Whatever one of these operations answers well has made something that is removed in the end. */
export const REMOVALS: Partial<Record<OperationId, Removal>> = {
  createApiKey: { by: 'removeApiKey', parameter: 'api_key_id' },
  createDomain: { by: 'removeDomain', parameter: 'domain_id' },
  createTemplate: { by: 'removeTemplate', parameter: 'template_id' },
  duplicateTemplate: { by: 'removeTemplate', parameter: 'template_id' },
  createEvent: { by: 'removeEvent', parameter: 'event_id' },
  createAutomation: { by: 'removeAutomation', parameter: 'automation_id' },
  duplicateAutomation: { by: 'removeAutomation', parameter: 'automation_id' },
  createBroadcast: { by: 'removeBroadcast', parameter: 'broadcast_id' },
  duplicateBroadcast: { by: 'removeBroadcast', parameter: 'broadcast_id' },
  createContact: { by: 'removeContact', parameter: 'contact_id' },
  createContactProperty: { by: 'removeContactProperty', parameter: 'contact_property_id' },
  createAudience: { by: 'removeAudience', parameter: 'audience_id' },
  createAudienceContact: { by: 'removeContact', parameter: 'contact_id' },
  createSegment: { by: 'removeSegment', parameter: 'segment_id' },
  createTopic: { by: 'removeTopic', parameter: 'topic_id' },
  createDeliveryPause: { by: 'removeDeliveryPause', parameter: 'delivery_pause_id' },
  addSuppression: { by: 'removeSuppression', parameter: 'suppression_id' },
}

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
