// Delivery for other modules: reading an email with its timeline, composing its message, captured email, and pausing.
import { Readable } from 'node:stream'
import { readBlobBytes, readContent } from '../attachments/actions.ts'
import {
  type AttachmentRecord,
  listAttachments,
  listContents,
  SUBMITTED_NUMBER,
} from '../attachments/store/attachments.ts'
import { findEmailToDeliver, findContentBytes, findEmail, recordDelivery } from '../emails/actions.ts'
import { loadContent } from '../content/actions.ts'
import { type Origin, listLatestEvents, type EmailInDelivery, type EmailDetails } from '../emails/store.ts'
import type { MailSigner } from '../../identity/domains/keys/actions.ts'
import { type LastEvent, isFinalEvent, type Email } from '../emails/rules.ts'
import { type MailMessage, messagePieces } from '../../base/net/mail-message.ts'
import { enqueue } from '../../base/queue/enqueue.ts'
import { waitingNameOf } from '../../base/queue/waiting-names.ts'
import { hastenJobs, listJobsAbout } from '../../base/queue/waiting.ts'
import { refusal } from '../../base/text/refusal.ts'
import type { Database, TimedTx, TeamUnit, Tx } from '../../base/store/database.ts'
import { domainOf, parseAddress } from '../../base/text/addresses.ts'
import { findVisits, type VisitRecord } from '../tracking/visits/store.ts'
import { htmlToText, writeTexts } from '../../base/threads/mails.ts'
import { ThreadFailed } from '../../base/threads/pool.ts'
import { contentToSend, readSubmittedContent } from '../../base/text/submitted-content.ts'
import { mimeBoundary, type MessageAttachment, buildMessage, messageWithContent, recipientsOf } from './message.ts'
import { composeFailure } from './after-attempt.ts'
import { pauseDelivery } from './routes/overview/actions.ts'
import { parsePause, findPauseReason } from './routes/pauses.ts'
import { isPauseScope } from './routes/gates.ts'
import { listPauses } from './routes/store.ts'
import * as store from './store.ts'
import { type TimelineEntry, timelineOf, type PendingJob } from './timeline.ts'

/** An email with its captured message, if there is one. */
export interface StoredEmail {
  email: EmailDetails
  captured: Pick<store.CapturedMail, 'id' | 'created_at' | 'raw'> | undefined
  attachments: AttachmentRecord[]
}

/** Finds an email by its own id or by the id of its captured message. */
export async function findStoredEmail(tx: Tx, team_id: string, id: string): Promise<StoredEmail | undefined> {
  const captured = await store.findCaptured(tx, team_id, id)
  const email = await findEmail(tx, team_id, captured?.email_id ?? id)
  if (!email) return undefined
  return { email, captured, attachments: await listAttachments(tx, { team_id, email_id: email.id }) }
}

/** The size of the result of `findStoredEmail`, without reading it. */
export async function findStoredEmailBytes(tx: Tx, team_id: string, id: string): Promise<number | undefined> {
  const captured = await store.findCapturedBytes(tx, team_id, id)
  const content_bytes = await findContentBytes(tx, team_id, captured?.email_id ?? id)
  return content_bytes === undefined ? undefined : content_bytes + (captured?.bytes ?? 0)
}

/**
 * Composes the message of an email; its files are read while it is sent. Throws if the email cannot become a message, and
 * `ThreadFailed` if a retry may succeed. `html`: replaces the email's HTML; a missing text is still generated from the original
 * HTML.
 */
async function composeMessage(
  read: Database['read'],
  email: Email,
  hasFiles: boolean,
  html: string | null = email.html,
): Promise<MailMessage> {
  const records = hasFiles ? await read(tx => listContents(tx, { team_id: email.team_id, email_id: email.id })) : []
  const submitted = records.find(({ number }) => number === SUBMITTED_NUMBER)
  if (submitted) return submittedMessage(read, email, submitted, html)
  const text = email.text ?? (email.html === null ? '' : await htmlToText(email.html, email.team_id))
  const texts = await writeTexts({ html, text }, mimeBoundary(email), email.team_id)
  return buildMessage(email, filesOf(read, records), texts)
}

/** The message of a submitted email: its content as received, with the HTML replaced if it differs from the email's. */
async function submittedMessage(
  read: Database['read'],
  email: Email,
  { team_id, blob_id }: AttachmentRecord,
  html: string | null,
): Promise<MailMessage> {
  const stored = await read(tx => readBlobBytes({ tx, team_id }, blob_id!))
  const changed = html === null || html === email.html ? undefined : html
  return messageWithContent(email, contentToSend(readSubmittedContent(stored), changed))
}

/** Composes the message, with a DKIM signature if the sending domain has keys. */
export async function composeSigned(
  read: Database['read'],
  email: Email,
  { hasFiles, html, sign, now }: { hasFiles: boolean; html: string | null; sign: MailSigner; now: Date },
): Promise<MailMessage> {
  const message = await composeMessage(read, email, hasFiles, html)
  try {
    return await sign(
      read,
      { team_id: email.team_id, domain: domainOf(parseAddress(email.from)!.address), now },
      message,
    )
  } catch (error) {
    // the email is valid: it is retried, and never sent without its signature
    throw new ThreadFailed('broke', `Signing failed: ${(error as Error).message}`)
  }
}

function filesOf(read: Database['read'], attachments: readonly AttachmentRecord[]): MessageAttachment[] {
  return attachments.map(({ team_id, filename, content_type, content_id, blob_id, bytes }) => {
    if (blob_id === null || bytes === null) throw new Error('An attachment of this email could not be fetched.')
    const file = { team_id, blob_id, bytes }
    return { filename, content_type, content_id, bytes, read: () => readContent(read, file) }
  })
}

/** Fails an email for its unsettled recipients, because something required for sending is missing. */
export async function failEmail({ tx, now }: TimedTx, email: EmailInDelivery, reason: string): Promise<void> {
  const open = recipientsOf(email).filter(address => !Object.hasOwn(email.settled, address))
  const last = await store.findLastAttempt(tx, { team_id: email.team_id, email_id: email.id })
  await recordDelivery({ tx, now }, email, composeFailure(email, open, last?.number ?? 0, reason))
}

/** The message as it would have been sent: as stored, or composed again in pieces if it was too large to store. */
export async function readCaptured(
  read: Database['read'],
  { team_id, id: email_id }: { team_id: string; id: string },
  { raw }: Pick<store.CapturedMail, 'raw'>,
): Promise<string | Readable> {
  if (!isHeadAlone(raw)) return raw
  const email = await read(async tx => {
    const kept = await findEmailToDeliver(tx, { team_id, email_id })
    return kept && loadContent(tx, kept)
  })
  return email ? Readable.from(messagePieces(await composeMessage(read, email, true)), { objectMode: false }) : raw
}

/** Whether the message ends after the empty line that closes its header. */
function isHeadAlone(raw: string): boolean {
  return raw.indexOf('\r\n\r\n') === raw.length - 4
}

/** Removes the email of a team captured until now: some immediately, the rest in jobs. */
export async function removeCaptured(tx: Tx, team_id: string, now: Date): Promise<void> {
  const until = now.toISOString()
  if (await store.removeCapturedUntil(tx, team_id, until)) await enqueue(tx, 'clear_mailbox', { team_id, until }, now)
}

/** Maximum attempts, and maximum events, in a timeline. */
const SHOWN_MAX = 100

interface TimelineEmail {
  id: string
  team_id: string
  created_at: string
  scheduled_at: string | null
  last_event: LastEvent
  origin_kind: Origin['kind'] | null
}

/** The history of an email in chronological order, and the time of its next attempt. */
export async function findTimeline(tx: Tx, email: TimelineEmail): Promise<TimelineEntry[]> {
  const { id, team_id, last_event } = email
  const [attempts, events, waiting] = await Promise.all([
    store.listLatestAttempts(tx, { team_id, email_id: id }, SHOWN_MAX + 1),
    listLatestEvents(tx, { team_id, email_id: id, limit: SHOWN_MAX + 1 }),
    isFinalEvent(last_event) ? [] : listJobsAbout(tx, team_id, id),
  ])
  const visited = events.flatMap(event => (/^(?:opened|clicked)/.test(event.type) ? event.id : []))
  const visits = visited.length > 0 ? await findVisits(tx, team_id, visited) : new Map<string, VisitRecord>()
  // a pause has no effect before the scheduled time
  const pauses = waiting.length > 0 && last_event !== 'scheduled' ? await listPauses(tx) : []
  return timelineOf({
    email,
    attempts: attempts.slice(-SHOWN_MAX),
    events: events.slice(-SHOWN_MAX),
    left_out: attempts.length > SHOWN_MAX || events.length > SHOWN_MAX,
    waiting: waiting.map(job =>
      Object.assign(job, { waits_for: waitsFor(job.kind), paused: findPauseReason(pauses, waitingNameOf(job.kind)) }),
    ),
    visits: new Map([...visits].map(([event, { user_agent, network }]) => [event, { user_agent, network }])),
  })
}

/** A job that was set aside has a kind that contains the name it waits for. Fetching files is a separate job. */
function waitsFor(kind: string): PendingJob['waits_for'] {
  if (kind.startsWith('fetch_attachments')) return 'files'
  return kind === 'deliver_email' ? 'time' : 'room'
}

/** Makes the next attempt of a pending email due now. Returns whether there was a job to run earlier. */
export async function retryNow(unit: TeamUnit, email_id: string): Promise<boolean> {
  const offers = await hastenJobs(unit, 'deliver_email', email_id)
  return offers + (await hastenJobs(unit, 'fetch_attachments', email_id)) > 0
}

/** Pauses email at the request of a person. Refuses an invalid scope, name or reason. */
export async function createPause(
  tx: Tx,
  { scope, name, reason }: { scope: string; name?: string; reason?: string },
  now: Date,
): Promise<void> {
  if (!isPauseScope(scope)) throw refusal('validation_error', 'Select what to pause.')
  const asked = { scope, ...(name !== undefined && { name }), ...(reason !== undefined && { reason }) }
  await pauseDelivery(tx, parsePause(asked), now)
}
