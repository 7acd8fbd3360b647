// Sends emails from an inbox: replies and forwarded emails. An email is accepted like one of `POST /emails`, and joins its
// thread in the same transaction.
import type { InSchemas } from '../../../../generated/api.ts'
import type { QuotaUse } from '../../../engagement/quotas/rules.ts'
import type { TeamTx, TeamUnit } from '../../../base/store/database.ts'
import { formatMailbox, parseAddress } from '../../../base/text/addresses.ts'
import { quickText } from '../../../base/text/plain-text.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { distinctWords } from '../../../base/text/search-words.ts'
import { copyAttachments } from '../../../mail/attachments/actions.ts'
import { newAttachments, type NewAttachment } from '../../../mail/attachments/rules.ts'
import { findHashes } from '../../../mail/attachments/store/blobs.ts'
import { listAttachments } from '../../../mail/attachments/store/attachments.ts'
import { acceptEmail, findEmailToDeliver, findEmail } from '../../../mail/emails/actions.ts'
import { contentBytes, type Email } from '../../../mail/emails/rules.ts'
import { findBodyStarts, findBodiesOf } from '../../receiving/actions.ts'
import { findReceivedEmail, findStoredBodies, listReceivedAttachments } from '../../receiving/store.ts'
import { requireThread } from '../actions.ts'
import { formatSender } from '../present.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import { findMessage, type MessageRecord } from '../store/messages.ts'
import type { ThreadRecord } from '../store/threads.ts'
import { guardInbox, type InboxEmail, addEmailToThread } from '../threads/actions.ts'
import { fileAsRequest, refuseEmpty, refuseReplyFiles } from './files.ts'
import { forwardedBodies, type ForwardedOriginal } from './forwarded.ts'
import { forwardSubject, additionalHeaders, threadHeaders } from './headers.ts'
import { type EmailToReplyTo, givenAddresses, type Recipients, refuseTooMany } from './recipients.ts'

/** An email to send from an inbox. */
export interface OutgoingEmail extends Recipients {
  subject: string | null
  html?: string | null | undefined
  text?: string | null | undefined
  headers: Readonly<Record<string, string>> | null | undefined
  attachments: readonly NewAttachment[]
}

/** The email to reply to or to forward, and its thread. */
export interface MessageToReplyTo {
  thread: ThreadRecord
  mail: EmailToReplyTo
}

export interface SentEmail {
  id: string
  spent: QuotaUse | undefined
  thread: ThreadRecord
  email: InboxEmail
}

/** The addresses of an inbox. Its own replies must not be sent to them. */
export function ownAddresses({ email_address, receiving_address }: InboxRecord): string[] {
  return receiving_address === null ? [email_address] : [email_address, receiving_address]
}

/**
 * Accepts an email from the inbox and adds it to the thread of the email that it replies to, or to a new one. The transaction
 * must have acquired the guard of the inbox.
 */
export async function sendFromInbox(
  unit: TeamUnit,
  inbox: InboxRecord,
  { to, cc, bcc, subject, html, text, headers: asked, attachments }: OutgoingEmail,
  { answered, only_from }: { answered?: MessageToReplyTo | undefined; only_from?: string | undefined },
): Promise<SentEmail> {
  const { tx, team_id, now } = unit
  refuseTooMany({ to, cc, bcc })
  const headers = { ...additionalHeaders(asked), ...(answered && threadHeaders(answered.mail)) }
  const from = formatMailbox({ name: inbox.from_name ?? '', address: inbox.email_address })
  const body: InSchemas['SendEmail'] = { from, to, cc, bcc, subject, headers }
  if (html !== null && html !== undefined) body.html = html
  if (text !== null && text !== undefined) body.text = text
  const accepted = await acceptEmail(tx, { team_id, body, attachments, only_from }, now)
  const email = await inboxEmailOf(unit, accepted.email, attachments.length > 0)
  const thread = await addEmailToThread(unit, inbox, email, answered?.thread)
  return { id: accepted.id, spent: accepted.spent, thread, email }
}

/** Maximum characters of HTML that are converted to text for the search index. */
const INDEXED_HTML = 100_000

async function inboxEmailOf({ tx, team_id }: TeamTx, email: Email, has_attachment: boolean): Promise<InboxEmail> {
  const { id, from, to, cc, bcc, reply_to, subject, message_id, headers, html, text, created_at } = email
  const files = has_attachment ? await listAttachments(tx, { team_id, email_id: id }) : []
  return {
    id,
    direction: 'outbound',
    from,
    to,
    cc,
    bcc,
    reply_to,
    subject,
    message_id,
    created_at,
    has_attachment,
    in_reply_to: idsIn(headers, 'In-Reply-To'),
    references: idsIn(headers, 'References'),
    people: [...to, ...cc, ...bcc].flatMap(address => parseAddress(address)?.address ?? []),
    attachments: files.map(file => ({ id: file.id, filename: file.filename, size: file.bytes })),
    // both, so that a search finds words that only one of them contains
    words: distinctWords([text ?? '', html === null ? '' : quickText(html.slice(0, INDEXED_HTML))].join('\n')),
  }
}

/** The ids in a header that `threadHeaders` wrote. */
function idsIn(headers: Email['headers'], name: 'In-Reply-To' | 'References'): string[] {
  return headers[name]?.split(' ') ?? []
}

const unknownEmail = (): Error => refusal('not_found', 'Email not found')

/** Finds a message and its thread; refuses (404) an unknown one. */
export async function requireMessage(
  { tx, team_id }: TeamTx,
  inbox: InboxRecord,
  { thread_id, email_id }: { thread_id: string; email_id: string },
): Promise<{ thread: ThreadRecord; message: MessageRecord }> {
  const thread = await requireThread({ tx, team_id }, inbox, thread_id)
  const message = await findMessage(tx, { team_id, inbox_id: inbox.id, thread_id: thread.id, id: email_id })
  if (!message) throw unknownEmail()
  return { thread, message }
}

/** The data of a message that a reply needs; refuses (404) a message whose email was removed. */
export async function findEmailToReplyTo(
  { tx, team_id }: TeamTx,
  { direction, id }: MessageRecord,
): Promise<EmailToReplyTo> {
  if (direction === 'inbound') {
    const mail = await findReceivedEmail(tx, { team_id, id })
    if (!mail) throw unknownEmail()
    const { to, cc, reply_to, subject, message_id, in_reply_to, above_quota } = mail
    // In-Reply-To replaces missing References of the original (RFC 5322 3.6.4)
    const references = mail.references.length > 0 ? mail.references : in_reply_to
    const from = formatSender(mail.from_name, mail.from_address)
    return { direction, from, to, cc, reply_to, subject, message_id, references, above_quota }
  }
  const email = await findEmailToDeliver(tx, { team_id, email_id: id })
  if (!email) throw unknownEmail()
  const { from, to, cc, reply_to, subject, message_id, headers } = email
  return { direction, from, to, cc, reply_to, subject, message_id, references: idsIn(headers, 'References') }
}

/** The original of a forwarded or quoted email. `length_max`: the required characters of its bodies. */
async function findOriginal(
  { tx, team_id }: TeamTx,
  { id, direction, created_at: received_at }: MessageRecord,
  { from, to, cc, subject }: EmailToReplyTo,
  length_max?: number,
): Promise<ForwardedOriginal> {
  const findReceivedBodies = async () => {
    if (length_max === undefined) return findBodiesOf({ tx, team_id }, id)
    const stored = await findStoredBodies(tx, { team_id, id })
    return stored && findBodyStarts({ tx, team_id }, stored, length_max)
  }
  const bodies = direction === 'inbound' ? await findReceivedBodies() : await findEmail(tx, team_id, id)
  return { from, to, cc, subject, received_at, html: bodies?.html ?? null, text: bodies?.text ?? null }
}

/** Much more than is quoted, because most of HTML is markup. */
const READ_MAX = 100_000

/** The quotation for a reply to a message; `undefined` if the message was received above the quota. */
export async function findQuoted(
  unit: TeamTx,
  inbox: InboxRecord,
  asked: { thread_id: string; email_id: string },
): Promise<ForwardedOriginal | undefined> {
  const { message } = await requireMessage(unit, inbox, asked)
  const mail = await findEmailToReplyTo(unit, message)
  return mail.above_quota ? undefined : findOriginal(unit, message, mail, READ_MAX)
}

type AskedFiles = InSchemas['EmailAttachment'][]

/** The checked files of an email to send. `originals`: files of the forwarded email. */
export function replyFiles(
  asked: AskedFiles | null | undefined,
  texts: { html?: string | null | undefined; text?: string | null | undefined },
  originals: AskedFiles = [],
): NewAttachment[] {
  const files = newAttachments([...(asked ?? []), ...originals], contentBytes(texts))
  refuseEmpty(files.slice(0, asked?.length ?? 0))
  refuseReplyFiles(files)
  return files
}

/**
 * The files of a message in the form of a request. Refuses files from a `path`, because the content at the URL may have
 * changed.
 */
async function findFilesAgain({ tx, team_id }: TeamTx, message: MessageRecord): Promise<AskedFiles> {
  if (!message.has_attachment) return []
  const of = { team_id, email_id: message.id }
  if (message.direction === 'outbound') {
    const records = await listAttachments(tx, of)
    if (records.some(({ path }) => path !== null))
      throw refusal(
        'validation_error',
        'This email cannot be forwarded, because it was sent with a file from a `path`.',
      )
    const again = await copyAttachments(tx, of)
    return again.map(({ content, ...file }) => fileAsRequest({ ...file, size: content!.bytes }, content!.hash))
  }
  const files = await listReceivedAttachments(tx, of)
  const hashes = await findHashes(tx, team_id, [...new Set(files.map(({ blob_id }) => blob_id))])
  return files.map(file => {
    const hash = hashes.get(file.blob_id)
    if (hash === undefined) throw refusal('validation_error', 'A file of this email was deleted.')
    return fileAsRequest(file, hash)
  })
}

/** Forwards an email of a thread with its files. The forwarded email joins the thread. */
export async function forwardInboxEmail(
  unit: TeamUnit,
  inbox: InboxRecord,
  asked: { thread_id: string; email_id: string; body: InSchemas['ForwardInboxEmail']; only_from: string | undefined },
): Promise<SentEmail> {
  guardInbox(unit.tx, inbox)
  const { thread, message } = await requireMessage(unit, inbox, asked)
  const { headers, subject, ...body } = asked.body
  const mail = await findEmailToReplyTo(unit, message)
  if (mail.above_quota)
    throw refusal('validation_error', 'This email cannot be forwarded, because it was received above the quota.')
  const texts = forwardedBodies(body, await findOriginal(unit, message, mail))
  const attachments = replyFiles(body.attachments, texts, await findFilesAgain(unit, message))
  const [to, cc, bcc] = [givenAddresses(body.to), givenAddresses(body.cc), givenAddresses(body.bcc)]
  const outgoing = { to, cc, bcc, subject: subject || forwardSubject(mail.subject), ...texts, headers }
  const { only_from } = asked
  return sendFromInbox(unit, inbox, { ...outgoing, attachments }, { answered: { thread, mail }, only_from })
}
