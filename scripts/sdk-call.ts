// The method call of the published SDK that sends the request of an example.
import type { Example } from '../src/interfaces/contract/examples.ts'
import { literal } from '../src/interfaces/docs/samples/literal.ts'

/** Fields with other names in the SDK. */
const SPELLED: Record<string, string> = {
  reply_to: 'replyTo',
  event_name: 'eventName',
  filter_rule: 'filterRule',
  first_name: 'firstName',
  last_name: 'lastName',
  segment_id: 'segmentId',
  topic_id: 'topicId',
  contact_id: 'contactId',
  fallback_value: 'fallbackValue',
  default_subscription: 'defaultSubscription',
  scheduled_at: 'scheduledAt',
  content_type: 'contentType',
  content_id: 'contentId',
  expires_in: 'expiresIn',
  custom_return_path: 'customReturnPath',
  tracking_subdomain: 'trackingSubdomain',
  open_tracking: 'openTracking',
  click_tracking: 'clickTracking',
  column_map: 'columnMap',
  on_conflict: 'onConflict',
  email_address: 'emailAddress',
  from_name: 'fromName',
  reply_all: 'replyAll',
  thread_id: 'threadId',
  reply_to_email_id: 'replyToEmailId',
  has_attachment: 'hasAttachment',
  start_date: 'startDate',
  end_date: 'endDate',
}

/** Fields whose keys are data of the user. */
const OPAQUE = new Set(['payload', 'properties', 'headers', 'filter_rule', 'rules'])

/** Methods that send their arguments unchanged. */
const VERBATIM = /^(?:apiKeys|segments)\.|^events\.(?:create|update)$|^topics\.update$/

/** Fields that the SDK drops; samples of such requests do not use the SDK. */
const LEFT_OUT: Record<string, (body: object) => boolean> = {
  'automations.create': body => 'settings' in body,
  'automations.update': body => 'settings' in body,
  'automations.stop': () => true,
}

type ArgumentMapper = (values: Record<string, string>) => Record<string, string> | undefined

/** A contact on its own, or in an audience. */
const inAudience =
  (otherwise: ArgumentMapper): ArgumentMapper =>
  values =>
    values.audience_id === undefined
      ? otherwise(values)
      : { audienceId: values.audience_id, ...(values.contact_id !== undefined && contactOf(values.contact_id, 'id')) }

/**
 * Methods that accept path parameters, under these names, and the body in one object; `undefined`: as separate
 * arguments.
 */
const IN_ONE: Record<string, ArgumentMapper> = {
  'automations.runs.get': values => ({ automationId: values.automation_id!, runId: values.run_id! }),
  'automations.runs.list': values => ({ automationId: values.automation_id! }),
  'contacts.list': ({ segment_id }) => (segment_id === undefined ? {} : { segmentId: segment_id }),
  'contacts.create': inAudience(() => undefined),
  'contacts.get': inAudience(() => undefined),
  'contacts.update': inAudience(({ contact_id }) => contactOf(contact_id!, 'id')),
  'contacts.remove': inAudience(() => undefined),
  'contacts.segments.list': ({ contact_id }) => contactOf(contact_id!, 'contactId'),
  'contacts.segments.add': values => memberOf(values),
  'contacts.segments.remove': values => memberOf(values),
  'contacts.topics.list': ({ contact_id }) => contactOf(contact_id!, 'id'),
  'contacts.topics.update': ({ contact_id }) => contactOf(contact_id!, 'id'),
  'contactProperties.update': values => ({ id: values.contact_property_id! }),
  'topics.update': values => ({ id: values.topic_id! }),
  'domains.update': values => ({ id: values.domain_id! }),
  'emails.update': values => ({ id: values.email_id! }),
  'emails.attachments.list': values => ({ emailId: values.email_id! }),
  'emails.attachments.get': values => ({ emailId: values.email_id!, id: values.attachment_id! }),
  'emails.receiving.attachments.list': values => ({ emailId: values.email_id! }),
  'emails.receiving.attachments.get': values => ({ emailId: values.email_id!, id: values.attachment_id! }),
  'webhooks.events.list': ({ webhook_id }) => ({ webhookId: webhook_id! }),
  'webhooks.events.get': values => eventOf(values),
  'webhooks.events.replay': values => eventOf(values),
  'webhooks.events.attempts.list': values => eventOf(values),
}

/** The same for everything in an inbox. */
const IN_INBOX = /^inboxes\.(?:threads|labels|drafts|agent)\./
const inInbox: ArgumentMapper = ({ inbox, ...others }) => ({
  [inbox!.includes('@') ? 'emailAddress' : 'inboxId']: inbox!,
  ...Object.fromEntries(Object.entries(others).map(([name, id]) => [name.replace('_id', 'Id'), id])),
})

const contactOf = (contact: string, id: string): Record<string, string> => ({
  [contact.includes('@') ? 'email' : id]: contact,
})

const memberOf = ({ contact_id, segment_id }: Record<string, string>): Record<string, string> => ({
  ...contactOf(contact_id!, 'contactId'),
  segmentId: segment_id!,
})

const eventOf = ({ webhook_id, webhook_event_id }: Record<string, string>): Record<string, string> => ({
  webhookId: webhook_id!,
  eventId: webhook_event_id!,
})

/** `undefined` if the SDK would not send the request of the example. */
export function sdkCall(name: string, { path_values, required_query, body, is_upload }: Example): string | undefined {
  if (is_upload) return uploadCall(name, body as { file: string })
  if (typeof body === 'object' && LEFT_OUT[name]?.(body!)) return undefined
  const asked = body ?? (Object.keys(required_query).length > 0 ? required_query : undefined)
  const spelled = asked === undefined ? undefined : VERBATIM.test(name) ? asked : respelled(asked)
  return `${name}(${argumentsOf(name, path_values, spelled)
    .map(each => literal(each, ''))
    .join(', ')})`
}

/** The file is an expression instead of a literal value. */
function uploadCall(name: string, { file, ...others }: { file: string }): string {
  const lines = Object.entries(respelled(others) as object).map(([key, value]) => `  ${key}: ${literal(value, '  ')},`)
  return `${name}({\n  file: new Blob([${literal(file, '')}]),\n${lines.join('\n')}\n})`
}

function argumentsOf(name: string, path_values: Record<string, string>, body: unknown): unknown[] {
  const named = IN_INBOX.test(name) ? inInbox(path_values) : IN_ONE[name]?.(path_values)
  if (named) {
    const whole = { ...named, ...(Array.isArray(body) ? { topics: body } : (body as object | undefined)) }
    return Object.keys(whole).length > 0 ? [whole] : []
  }
  return [...Object.values(path_values), ...(body === undefined ? [] : [body])]
}

function respelled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(respelled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      SPELLED[key] ?? key,
      OPAQUE.has(key) || (key === 'variables' && !Array.isArray(each)) ? each : respelled(each),
    ]),
  )
}
