// The requirements for accepting an email, and the form in which it is stored.
import type { InSchemas, Schemas } from '../../../generated/api.ts'
import { type Refusal, refusal } from '../../base/text/refusal.ts'
import { addressFault, domainOf, parseAddress } from '../../base/text/addresses.ts'
import { isLongerThan } from '../../base/text/length.ts'
import { hasUnsubscribe, withDeferredLink } from '../../base/text/placeholders.ts'
import { describeValue } from '../../base/text/describe-value.ts'
import type { RenderedTemplate } from '../templates/rules.ts'
import { checkedHeaders } from './headers.ts'
import { scheduledTimeParser } from './scheduled/time.ts'

export type LastEvent = Schemas['EmailLastEvent']
type Tag = Schemas['EmailTag']

/** The stored form of an email. Addresses are stored as given, and parsed again where bare ones are needed. */
export interface Email {
  id: string
  team_id: string
  message_id: string
  from: string
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to: string[]
  subject: string
  html: string | null
  /** `null`: generated from the HTML. Empty: none is sent. */
  text: string | null
  headers: Record<string, string>
  tags: Tag[]
  last_event: LastEvent
  /** The scheduled time; `null` if the email was not scheduled. */
  scheduled_at: string | null
  /** The topic: recipients who have unsubscribed from it do not receive the email. */
  topic_id: string | null
  /** The broadcast that contains the content, if the email is part of one. */
  broadcast_id: string | null
  /** The recipient's contact, for marketing email; its values are filled into the content of a broadcast. */
  contact_id: string | null
  /** The template that it was rendered from. */
  template_id: string | null
  created_at: string
}

const UNDER_WAY: readonly LastEvent[] = ['queued', 'scheduled', 'delivery_delayed']

/** Whether this event is final: no further attempt is made. */
export function isFinalEvent(last_event: LastEvent): boolean {
  return !UNDER_WAY.includes(last_event)
}

export interface NewEmailContext {
  id: string
  team_id: string
  now: Date
  /** Set if, and only if, the body names a template. */
  rendered?: RenderedTemplate
  /** Parses `scheduled_at`; refuses an invalid time. */
  timeOf?: (text: string) => Date
}

type SendEmail = InSchemas['SendEmail']

const RECIPIENTS_LIMIT = 50
const TAGS_LIMIT = 50
const SUBJECT_LIMIT = 998
/** Storing an email is one transaction, which blocks all others on SQLite: 30 to 40 ms for this size. */
export const CONTENT_LIMIT_BYTES = 4_000_000
/** Only a few larger emails are delivered and read at a time. */
export const LARGE_CONTENT_BYTES = 256_000
// a subject may contain a tab; a line break would start another header
const CONTROL = /[^\P{Cc}\t]/u
const TAG_PART = /^[A-Za-z0-9_-]{1,256}$/

/**
 * Checks a request and returns the email to store. Empty text counts as missing if a template provides it. Faults are reported
 * in the public API's order: to, from, content, subject.
 */
export function newEmail(
  body: SendEmail,
  { id, team_id, now, rendered, timeOf = scheduledTimeParser(now) }: NewEmailContext,
): Email {
  const to = recipients(body)
  const from = sender(body.from || rendered?.from)
  const { html, text } = content(body, rendered)
  const scheduled_at = typeof body.scheduled_at === 'string' ? timeOf(body.scheduled_at) : undefined
  const email: Email = {
    id,
    team_id,
    message_id: `<${id}@${from.domain}>`,
    from: from.given,
    to,
    cc: addressList(body.cc, 'cc'),
    bcc: addressList(body.bcc, 'bcc'),
    reply_to: addressList(body.reply_to || rendered?.reply_to, 'reply_to'),
    subject: subjectLine(body.subject || rendered?.subject),
    html,
    text,
    headers: checkedHeaders(body.headers ?? {}),
    tags: tagList(body.tags ?? []),
    last_event: scheduled_at ? 'scheduled' : 'queued',
    scheduled_at: scheduled_at?.toISOString() ?? null,
    topic_id: body.topic_id?.toLowerCase() ?? null,
    broadcast_id: null,
    contact_id: null,
    template_id: rendered?.template_id ?? null,
    created_at: now.toISOString(),
  }
  refuseSharedLink(email)
  return email
}

/** The checks of a body with a template that precede those of the template. */
export function checkTemplateBody(body: SendEmail): void {
  recipients(body)
  // the template's own sender is checked when the template is filled
  if (body.from) sender(body.from)
  refuseBoth(body)
}

/** The values for an email's template. The unsubscribe link of an email about a topic is filled in later. */
export function emailTemplateValues({ template, topic_id }: SendEmail): Record<string, unknown> {
  const values = template?.variables ?? {}
  return topic_id ? withDeferredLink(values) : values
}

/** Refuses an unsubscribe link in an email to several recipients, because the link belongs to one person. */
function refuseSharedLink({ to, cc, bcc, topic_id, html, text }: Email): void {
  if (topic_id === null || to.length + cc.length + bcc.length === 1) return
  if (![html, text].some(source => source !== null && hasUnsubscribe(source))) return
  throw refusal(
    'validation_error',
    'The placeholder {{{RESEND_UNSUBSCRIBE_URL}}} is different for each recipient. Send the email to each recipient separately, or remove the placeholder.',
  )
}

export function refuseUnknownTopic({ topic_id }: Email, topics: ReadonlyMap<string, unknown>): void {
  if (topic_id === null || topics.has(topic_id)) return
  throw refusal('validation_error', `Invalid \`topic_id\` field: unknown topic; received ${describeValue(topic_id)}.`)
}

/** The domain of an email's sender, in lower-case ASCII. */
export function senderDomain(email: Pick<Email, 'from'>): string {
  return domainOf(parseAddress(email.from)!.address)
}

/** The refusal for a key that may send only from another domain. */
export function wrongSender(name: string, only: string): Refusal {
  return refusal(
    'validation_error',
    `This API key is not authorized to send from \`${name}\`: it may only send from \`${only}\`.`,
    403,
  )
}

/** The destination of an email as one name: the domain of all its recipients, or `several`. */
export function destinationOf({ to, cc, bcc }: Pick<Email, 'to' | 'cc' | 'bcc'>): string {
  const first = domainGiven(to[0]!)
  const isElsewhere = (text: string): boolean => domainGiven(text) !== first
  return to.some(isElsewhere) || cc.some(isElsewhere) || bcc.some(isElsewhere) ? 'several' : first
}

/** The domain of a checked address. */
function domainGiven(text: string): string {
  return text
    .slice(text.lastIndexOf('@') + 1)
    .replace(/>$/, '')
    .toLowerCase()
}

function recipients(body: SendEmail): string[] {
  const to = addressList(body.to, 'to')
  if (to.length === 0) throw missing('to')
  return to
}

function addressList(value: string | string[] | null | undefined, field: string): string[] {
  const given = value === undefined || value === null || value === '' ? [] : [value].flat()
  if (given.length > RECIPIENTS_LIMIT) {
    throw refusal(
      'validation_error',
      `Invalid \`${field}\` field: at most ${RECIPIENTS_LIMIT} addresses are allowed; received ${given.length}.`,
    )
  }
  return given.map(text => checkedAddress(text, field).given)
}

function sender(value: string | null | undefined): { given: string; domain: string } {
  if (!value) throw missing('from')
  return checkedAddress(value, 'from')
}

const FORM =
  'write each address as `name@example.com` or `Name <name@example.com>`, and put a name with punctuation into double quotes'

function checkedAddress(text: string, field: string): { given: string; domain: string } {
  const address = parseAddress(text)
  if (address) return { given: text.trim(), domain: domainOf(address.address) }
  throw refusal(
    'validation_error',
    `Invalid \`${field}\` field: ${addressFault(text, FORM)}; received ${describeValue(text)}.`,
  )
}

function refuseBoth({ template, html, text }: SendEmail): void {
  if (!template || !(html || text)) return
  throw refusal('validation_error', 'Send either `template` or `html` and `text`, not both.')
}

function content(
  body: SendEmail,
  rendered: RenderedTemplate | undefined,
): { html: string | null; text: string | null } {
  refuseBoth(body)
  const { html, text } = rendered ?? body
  if (!html && !text) throw refusal('validation_error', 'Missing `html` or `text` field.')
  // a message must not contain NUL (RFC 5321 4.5.2, RFC 5322 3.5); servers truncate or refuse it there
  if (html?.includes('\0')) throw refusal('validation_error', 'Invalid `html` field: it contains a NUL character.')
  if (text?.includes('\0')) throw refusal('validation_error', 'Invalid `text` field: it contains a NUL character.')
  const bytes = contentBytes({ html, text })
  if (bytes > CONTENT_LIMIT_BYTES) throw tooLarge(bytes)
  return { html: html || null, text: text ?? null }
}

interface Content {
  html?: string | null | undefined
  text?: string | null | undefined
}

/** The size of the content in UTF-8. */
export function contentBytes({ html, text }: Content): number {
  return bytesOf(html) + bytesOf(text)
}

function bytesOf(content: string | null | undefined): number {
  return content ? Buffer.byteLength(content) : 0
}

function tooLarge(bytes: number): Error {
  return refusal(
    'validation_error',
    `The \`html\` and \`text\` fields are too large: at most ${CONTENT_LIMIT_BYTES} bytes in UTF-8 are allowed in total; ` +
      `received ${bytes}.`,
  )
}

function subjectLine(value: string | null | undefined): string {
  if (!value) throw missing('subject')
  if (isLongerThan(value, SUBJECT_LIMIT) || CONTROL.test(value)) {
    throw refusal(
      'validation_error',
      `Invalid \`subject\` field: it must be one line of at most ${SUBJECT_LIMIT} characters; received ${describeValue(value)}.`,
    )
  }
  return value
}

function tagList(tags: Tag[]): Tag[] {
  if (tags.length > TAGS_LIMIT)
    throw refusal(
      'validation_error',
      `Invalid \`tags\` field: at most ${TAGS_LIMIT} tags are allowed; received ${tags.length}.`,
    )
  return tags.map(({ name, value }) => {
    if (!TAG_PART.test(name) || !TAG_PART.test(value)) {
      const wrong = TAG_PART.test(name) ? value : name
      throw refusal(
        'validation_error',
        `Tags should only contain ASCII letters, numbers, underscores, or dashes, at most 256 characters; received ${describeValue(wrong)}.`,
      )
    }
    return { name, value }
  })
}

function missing(field: string): Error {
  return refusal('missing_required_field', `Missing \`${field}\` field.`)
}
