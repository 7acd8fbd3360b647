// Emails for other modules: accepting an email to be sent, and the reads and writes of its delivery.
import { randomUUIDv7 } from 'node:crypto'
import type { InSchemas } from '../../../generated/api.ts'
import { addAttachments, copyAttachments } from '../attachments/actions.ts'
import { newAttachments, fetchHost, type NewAttachment, submittedFile } from '../attachments/rules.ts'
import { findForeignSenders, recordDomainUse } from '../../identity/domains/actions.ts'
import { findDomainName, findSendingDomains, type SendingDomain } from '../../identity/domains/store.ts'
import { senderFault } from '../../identity/domains/rules.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Jobs } from '../../base/queue/kinds.ts'
import type { FileContent } from '../../base/text/extract-contents.ts'
import { valueOrRefusal, Refusal, refusal } from '../../base/text/refusal.ts'
import { spendEmails } from '../../engagement/quotas/actions.ts'
import type { QuotaUse } from '../../engagement/quotas/rules.ts'
import { record } from '../../base/store/signals/record.ts'
import type { TimedTx, NewId, TeamUnit, Tx } from '../../base/store/database.ts'
import { findTopics } from '../../audience/topics/actions.ts'
import { loadContent, loadDisplayContent } from '../content/actions.ts'
import { findStoredContentBytes } from '../content/store.ts'
import type { NewEvent, RecipientState, SettledRecipients } from './events.ts'
import {
  newEmail,
  type NewEmailContext,
  contentBytes,
  destinationOf,
  type Email,
  LARGE_CONTENT_BYTES,
  refuseUnknownTopic,
  type LastEvent,
  wrongSender,
  senderDomain,
} from './rules.ts'
import type { RenderedTemplate } from '../templates/rules.ts'
import type { ScheduledBy } from './scheduled/rules.ts'
import { scheduledTimeParser } from './scheduled/time.ts'
import * as store from './store.ts'
import type { Origin, EmailDetails, EmailInDelivery } from './store.ts'

/** A request to send an email. */
export interface EmailRequest {
  body: InSchemas['SendEmail']
  /** Set if, and only if, the body names a template. */
  rendered?: RenderedTemplate
  origin?: Origin
  /** Used instead of the attachments in the body. */
  attachments?: readonly NewAttachment[]
  /** The MIME content that is sent instead of a composed one. */
  submitted?: FileContent | undefined
  /** The key or grant that must still be valid when a scheduled email is due. */
  scheduled_by?: ScheduledBy
  /** The recipient's contact, for marketing email that can be unsubscribed from. */
  contact_id?: string
}

/** Restrictions of a caller. */
export interface SendingLimits {
  /** The only domain that it may send from. */
  only_from?: string | undefined
}

/** Refuses a sender domain other than the only one the caller may use. */
export function refuseOtherSender(name: string, only_from: string | undefined): void {
  if (only_from !== undefined && name !== only_from) throw wrongSender(name, only_from)
}

/** The domain that an API key is restricted to, if it is. Refuses (403) a key whose domain was removed. */
export async function findOnlySender(
  tx: Tx,
  { team_id, domain_id }: { team_id: string; domain_id: string | null },
): Promise<string | undefined> {
  if (domain_id === null) return undefined
  const name = await findDomainName(tx, team_id, domain_id)
  if (name !== undefined) return name
  throw refusal('validation_error', 'This API key may only send from a domain that was removed. Use another key.', 403)
}

export interface NewEmail extends EmailRequest, SendingLimits {
  team_id: string
}

/** The result of one attempt to deliver an email, or of a report about it. */
export interface Delivery {
  last_event: NewEvent['type']
  settled: SettledRecipients
  recipients: RecipientState[]
  events: NewEvent[]
}

/** A checked email that is not stored yet. */
export interface DraftedEmail {
  email: Email
  origin: Origin | undefined
  attachments: readonly NewAttachment[]
  scheduled_by: ScheduledBy | undefined
  /** The sending domain, if it was looked up. */
  sender?: SendingDomain | undefined
  /** The size of its content, if the content is not part of `email`. */
  content_bytes?: number
}

/** Stores an email and the job that delivers it. Throws the refusal of an invalid email. */
export async function acceptEmail(
  tx: Tx,
  { team_id, only_from, ...asked }: NewEmail,
  now: Date,
): Promise<{ id: string; email: Email; spent: QuotaUse | undefined }> {
  const draft = unrefused(await draftEmails({ tx, team_id, now }, [asked], { only_from }))
  const spent = await acceptDrafts(tx, [draft], now)
  return { id: draft.email.id, email: draft.email, spent }
}

/** Accepts a copy of an email, with its content, files and recipients; `undefined` if the email does not exist. */
export async function resendEmail({ tx, team_id, now }: TeamUnit, id: string): Promise<{ id: string } | undefined> {
  const found = await store.findEmailInDelivery(tx, team_id, id)
  if (!found) return undefined
  const email = await loadContent(tx, found)
  const attachments = await copyAttachments(tx, { team_id, email_id: id })
  // the copy of a marketing email keeps its contact, so that a contact who has unsubscribed since does not receive it
  const many = found.contact_id === null ? {} : { contact_id: found.contact_id }
  return acceptEmail(tx, { team_id, body: againBody(email), attachments, ...many }, now)
}

function againBody({
  from,
  to,
  cc,
  bcc,
  reply_to,
  subject,
  html,
  text,
  headers,
  tags,
  topic_id,
}: Email): EmailRequest['body'] {
  const content = { ...(html !== null && { html }), ...(text !== null && { text }) }
  return { from, to, cc, bcc, reply_to, subject, headers, tags, ...content, ...(topic_id !== null && { topic_id }) }
}

/** The email as it would be accepted, or its refusal. Nothing is stored or sent. */
export async function simulateEmail(tx: Tx, { team_id, ...asked }: NewEmail, now: Date): Promise<Email> {
  return unrefused(await draftEmails({ tx, team_id, now }, [asked], { newId: () => randomUUIDv7() })).email
}

/**
 * The emails as they would be accepted, each at its index, or its refusal. Lookups are shared by all of them. Nothing is stored
 * or sent.
 */
export async function draftEmails(
  unit: TeamUnit,
  asked: readonly EmailRequest[],
  { newId = unit.tx.newId, only_from }: SendingLimits & { newId?: NewId },
): Promise<(DraftedEmail | Refusal)[]> {
  const { tx, team_id, now } = unit
  const topic_ids = [...new Set(asked.flatMap(({ body }) => body.topic_id?.toLowerCase() ?? []))]
  const topics = topic_ids.length > 0 ? await findTopics(tx, team_id, topic_ids) : NONE
  const timeOf = scheduledTimeParser(now)
  const drafts = asked.map(each =>
    valueOrRefusal(() => {
      const draft = drafted(each, { id: newId('emails'), team_id, now, timeOf })
      refuseUnknownTopic(draft.email, topics)
      return draft
    }),
  )
  const is_any = tx.settings.unverified_domains === 'captured'
  return is_any && only_from === undefined ? drafts : withSenders(unit, drafts, only_from)
}

/** The only check of whether a team may send from an email's domain. */
async function withSenders(
  { tx, team_id }: TeamUnit,
  drafts: readonly (DraftedEmail | Refusal)[],
  only_from: string | undefined,
): Promise<(DraftedEmail | Refusal)[]> {
  const { unverified_domains } = tx.settings
  const must_be_verified = unverified_domains === 'refuse'
  const names = drafts.map(each => (each instanceof Refusal ? '' : senderDomain(each.email)))
  const asked = [...new Set(names)].filter(name => name !== '')
  const known = must_be_verified ? await findSendingDomains(tx, team_id, asked) : NO_SENDERS
  const foreign = unverified_domains === 'allow' ? await findForeignSenders(tx, team_id, asked) : NO_REFUSALS
  return drafts.map((draft, index) => {
    if (draft instanceof Refusal) return draft
    const name = names[index]!
    if (only_from !== undefined && name !== only_from) return wrongSender(name, only_from)
    const sender = known.get(name)
    return (must_be_verified ? senderFault(name, sender) : foreign.get(name)) ?? { ...draft, sender }
  })
}

const NO_ATTACHMENTS: readonly NewAttachment[] = []
const NONE: ReadonlyMap<string, unknown> = new Map()
const NO_SENDERS: ReadonlyMap<string, SendingDomain> = new Map()
const NO_REFUSALS: ReadonlyMap<string, Refusal> = new Map()

function unrefused([draft]: (DraftedEmail | Refusal)[]): DraftedEmail {
  if (draft instanceof Refusal) throw draft
  return draft!
}

function drafted(asked: EmailRequest, circumstances: NewEmailContext): DraftedEmail {
  const { body, rendered, origin, submitted, scheduled_by } = asked
  const email = newEmail(body, { ...circumstances, ...(rendered && { rendered }) })
  if (asked.contact_id !== undefined) email.contact_id = asked.contact_id
  const files =
    asked.attachments ?? (body.attachments ? newAttachments(body.attachments, contentBytes(email)) : NO_ATTACHMENTS)
  const attachments = submitted ? [...files, submittedFile(submitted)] : files
  return { email, origin, attachments, scheduled_by }
}

/**
 * Stores emails of one team, each with the job that delivers it. Returns what was used of the team's quotas, if it has any. If
 * a quota is exceeded, refuses (429) all emails before anything is written.
 */
export async function acceptDrafts(tx: Tx, drafts: readonly DraftedEmail[], now: Date): Promise<QuotaUse | undefined> {
  if (drafts.length === 0) return undefined
  const spending = spendEmails(
    tx,
    drafts.map(({ email }) => email),
    now,
  )
  const spent = spending && (await spending)
  for (const draft of drafts) {
    const { email, origin, attachments } = draft
    const { id, team_id, scheduled_at } = email
    await store.insertEmail(tx, email, origin)
    if (attachments.length > 0) await addAttachments({ tx, team_id, now }, id, attachments)
    const about = { team_id, at: now, email, origin }
    if (scheduled_at === null) {
      await enqueue(tx, 'deliver_email', jobOf(draft), now, now, id)
      await record(tx, { type: 'email.sent', ...about })
    } else {
      await enqueue(tx, 'deliver_email', jobOf(draft), now, new Date(scheduled_at), id)
      await record(tx, { type: 'email.scheduled', ...about, scheduled_at })
    }
  }
  const sendings = drafts.flatMap(({ email, sender }) => (sender ? { sender, scheduled_at: email.scheduled_at } : []))
  if (sendings.length > 0) recordDomainUse(tx, sendings, now)
  tx.counted('emails.accepted', drafts.length)
  return spent
}

function jobOf({ email, attachments, scheduled_by, content_bytes }: DraftedEmail): Jobs['deliver_email'] {
  const { team_id, id: email_id } = email
  const from = fetchHost(attachments)
  const files = attachments.length > 0 && { attachments: attachments.length, ...(from !== undefined && { from }) }
  const by = email.scheduled_at !== null && scheduled_by && { scheduled_by }
  const payload = { team_id, email_id, destination: destinationOf(email), ...files, ...by }
  // one part of an attachment is in memory at a time, but submitted content is in memory as a whole
  const submitted_bytes = attachments.find(({ is_submitted }) => is_submitted)?.content?.bytes ?? 0
  const large_bytes = (content_bytes ?? contentBytes(email)) + submitted_bytes + (files ? LARGE_CONTENT_BYTES : 0)
  return large_bytes > LARGE_CONTENT_BYTES ? { ...payload, large_bytes } : payload
}

/** The email of a delivery job. Jobs of an earlier version do not name the team. */
export async function findEmailToDeliver(
  tx: Tx,
  job: { team_id?: string; email_id: string },
): Promise<EmailInDelivery | undefined> {
  const team_id = job.team_id ?? (await store.findTeamOfEmail(tx, job.email_id))
  return team_id === undefined ? undefined : store.findEmailInDelivery(tx, team_id, job.email_id)
}

/** The states of those of these emails that exist, by id. */
export async function findEmailOutcomes(
  tx: Tx,
  team_id: string,
  ids: string[],
): Promise<ReadonlyMap<string, { id: string; last_event: LastEvent; recipients: RecipientState[] }>> {
  return new Map((await store.listEmailStates(tx, { team_id }, ids)).map(fate => [fate.id, fate]))
}

/** An email with its content. */
export async function findEmail(tx: Tx, team_id: string, id: string): Promise<EmailDetails | undefined> {
  const email = await store.findEmailDetails(tx, { team_id, id })
  return email && loadDisplayContent(tx, email)
}

/** An email with its content if that is small, otherwise `undefined`. */
export async function findSmallEmail(tx: Tx, team_id: string, id: string): Promise<EmailDetails | undefined> {
  const email = await store.findSmallEmailDetails(tx, { team_id, id })
  if (!email || email.broadcast_id === null) return email
  const bytes = await findStoredContentBytes(tx, { ...email, broadcast_id: email.broadcast_id })
  return bytes > LARGE_CONTENT_BYTES ? undefined : loadDisplayContent(tx, email)
}

/** The size of an email's content, without reading it. Filled-in values of a contact are not counted. */
export async function findContentBytes(tx: Tx, team_id: string, id: string): Promise<number | undefined> {
  const found = await store.measureContent(tx, { team_id, id })
  if (!found || found.broadcast_id === null) return found?.bytes
  return found.bytes + (await findStoredContentBytes(tx, { team_id, ...found, broadcast_id: found.broadcast_id }))
}

/** An email with its origin. */
type DeliveredEmail = Email & Pick<EmailInDelivery, 'origin'>
type ReadTransaction = DeliveredEmail & Pick<EmailInDelivery, 'recipients'>

/**
 * Stores a new state together with its events. Fails the transaction with `DeliveryConflict` if another one changed the state of
 * the email's recipients since it was read.
 */
export async function recordDelivery({ tx, now }: TimedTx, email: ReadTransaction, delivery: Delivery): Promise<void> {
  await recordProgress({ tx, now }, email, delivery)
  tx.counted(`emails.${delivery.last_event}`)
}

/** Stores a new state and its events without counting an outcome of the whole email. */
export async function recordProgress(
  { tx, now }: TimedTx,
  email: ReadTransaction,
  progress: Omit<Delivery, 'last_event'> & { last_event: LastEvent },
): Promise<void> {
  await store.saveDelivery(tx, email, progress)
  await recordEvents({ tx, now }, email, progress.events)
}

/** Stores events of an email and records them as signals. */
export async function recordEvents(
  { tx, now }: TimedTx,
  email: DeliveredEmail,
  events: readonly NewEvent[],
): Promise<void> {
  const { team_id, origin } = email
  for (const event of events) {
    await store.insertEmailEvent({ tx, now }, email, event)
    const { type, detail } = event
    await record(tx, { type: `email.${type}`, team_id, at: now, email, origin, detail })
  }
}
