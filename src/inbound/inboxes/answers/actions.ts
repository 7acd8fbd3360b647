// Sends emails from an inbox: replies and forwarded emails. An email is accepted like one of `POST /emails`, and joins its
// thread in the same transaction.
import type { InSchemas } from '../../../../generated/api.ts'
import type { Spent } from '../../../engagement/quotas/rules.ts'
import type { InTeam, TeamUnit } from '../../../base/store/database.ts'
import { mailboxText, parsedAddress } from '../../../base/text/addresses.ts'
import { simpleText } from '../../../base/text/plain-text.ts'
import { refusal } from '../../../base/text/refusal.ts'
import { distinctWords } from '../../../base/text/search-words.ts'
import { findAttachmentsAgain } from '../../../mail/attachments/actions.ts'
import { askedAttachments, type NewAttachment } from '../../../mail/attachments/rules.ts'
import { findHashes } from '../../../mail/attachments/store/blobs.ts'
import { listAttachments } from '../../../mail/attachments/store/attachments.ts'
import { acceptEmail, emailToDeliver, findEmail } from '../../../mail/emails/actions.ts'
import { contentBytes, type Email } from '../../../mail/emails/rules.ts'
import { beginningsOf, bodiesOf } from '../../receiving/actions.ts'
import {
  findListed as findReceived,
  findBodies as findStoredBodies,
  listOfReceived as listReceivedAttachments,
} from '../../receiving/store.ts'
import { findThreadOf } from '../actions.ts'
import { shownSender } from '../present.ts'
import type { InboxRecord } from '../store/inboxes.ts'
import { findMessage, type MessageRecord } from '../store/messages.ts'
import type { ThreadRecord } from '../store/threads.ts'
import { guardInbox, type InboxEmail, joinEmail } from '../threads/actions.ts'
import { fileAgain, refuseEmpty, refuseAnswerFiles } from './files.ts'
import { forwardedTexts, type Original } from './forwarded.ts'
import { forwardSubject, furtherHeaders, threadHeaders } from './headers.ts'
import { type AnsweredMail, givenAddresses, type Recipients, refuseTooMany } from './recipients.ts'

/** An email to send from an inbox. */
export interface Outgoing extends Recipients {
  subject: string | null
  html?: string | null | undefined
  text?: string | null | undefined
  headers: Readonly<Record<string, string>> | null | undefined
  attachments: readonly NewAttachment[]
}

/** The email to reply to or to forward, and its thread. */
export interface AnsweredIn {
  thread: ThreadRecord
  mail: AnsweredMail
}

export interface SentFrom {
  id: string
  spent: Spent | undefined
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
  { to, cc, bcc, subject, html, text, headers: asked, attachments }: Outgoing,
  { answered, only_from }: { answered?: AnsweredIn | undefined; only_from?: string | undefined },
): Promise<SentFrom> {
  const { tx, team_id, now } = unit
  refuseTooMany({ to, cc, bcc })
  const headers = { ...furtherHeaders(asked), ...(answered && threadHeaders(answered.mail)) }
  const from = mailboxText({ name: inbox.from_name ?? '', address: inbox.email_address })
  const body: InSchemas['SendEmail'] = { from, to, cc, bcc, subject, headers }
  if (html !== null && html !== undefined) body.html = html
  if (text !== null && text !== undefined) body.text = text
  const accepted = await acceptEmail(tx, { team_id, body, attachments, only_from }, now)
  const email = await inboxEmailOf(unit, accepted.email, attachments.length > 0)
  const thread = await joinEmail(unit, inbox, email, answered?.thread)
  return { id: accepted.id, spent: accepted.spent, thread, email }
}

/** Maximum characters of HTML that are converted to text for the search index. */
const INDEXED_HTML = 100_000

async function inboxEmailOf({ tx, team_id }: InTeam, email: Email, has_attachment: boolean): Promise<InboxEmail> {
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
    people: [...to, ...cc, ...bcc].flatMap(address => parsedAddress(address)?.address ?? []),
    attachments: files.map(file => ({ id: file.id, filename: file.filename, size: file.bytes })),
    // both, so that a search finds words that only one of them contains
    words: distinctWords([text ?? '', html === null ? '' : simpleText(html.slice(0, INDEXED_HTML))].join('\n')),
  }
}

/** The ids in a header that `threadHeaders` wrote. */
function idsIn(headers: Email['headers'], name: 'In-Reply-To' | 'References'): string[] {
  return headers[name]?.split(' ') ?? []
}

const unknownEmail = (): Error => refusal('not_found', 'Email not found')

/** Finds a message and its thread; refuses (404) an unknown one. */
export async function findMessageOf(
  { tx, team_id }: InTeam,
  inbox: InboxRecord,
  { thread_id, email_id }: { thread_id: string; email_id: string },
): Promise<{ thread: ThreadRecord; message: MessageRecord }> {
  const thread = await findThreadOf({ tx, team_id }, inbox, thread_id)
  const message = await findMessage(tx, { team_id, inbox_id: inbox.id, thread_id: thread.id, id: email_id })
  if (!message) throw unknownEmail()
  return { thread, message }
}

/** The data of a message that a reply needs; refuses (404) a message whose email was removed. */
export async function findAnswered({ tx, team_id }: InTeam, { direction, id }: MessageRecord): Promise<AnsweredMail> {
  if (direction === 'inbound') {
    const mail = await findReceived(tx, { team_id, id })
    if (!mail) throw unknownEmail()
    const { to, cc, reply_to, subject, message_id, in_reply_to, above_quota } = mail
    // In-Reply-To replaces missing References of the original (RFC 5322 3.6.4)
    const references = mail.references.length > 0 ? mail.references : in_reply_to
    const from = shownSender(mail.from_name, mail.from_address)
    return { direction, from, to, cc, reply_to, subject, message_id, references, above_quota }
  }
  const email = await emailToDeliver(tx, { team_id, email_id: id })
  if (!email) throw unknownEmail()
  const { from, to, cc, reply_to, subject, message_id, headers } = email
  return { direction, from, to, cc, reply_to, subject, message_id, references: idsIn(headers, 'References') }
}

/** The original of a forwarded or quoted email. `length_max`: the required characters of its bodies. */
async function findOriginal(
  { tx, team_id }: InTeam,
  { id, direction, created_at: received_at }: MessageRecord,
  { from, to, cc, subject }: AnsweredMail,
  length_max?: number,
): Promise<Original> {
  const findReceivedBodies = async () => {
    if (length_max === undefined) return bodiesOf({ tx, team_id }, id)
    const stored = await findStoredBodies(tx, { team_id, id })
    return stored && beginningsOf({ tx, team_id }, stored, length_max)
  }
  const bodies = direction === 'inbound' ? await findReceivedBodies() : await findEmail(tx, team_id, id)
  return { from, to, cc, subject, received_at, html: bodies?.html ?? null, text: bodies?.text ?? null }
}

/** Much more than is quoted, because most of HTML is markup. */
const READ_MAX = 100_000

/** The quotation for a reply to a message; `undefined` if the message was received above the quota. */
export async function findQuoted(
  unit: InTeam,
  inbox: InboxRecord,
  asked: { thread_id: string; email_id: string },
): Promise<Original | undefined> {
  const { message } = await findMessageOf(unit, inbox, asked)
  const mail = await findAnswered(unit, message)
  return mail.above_quota ? undefined : findOriginal(unit, message, mail, READ_MAX)
}

type AskedFiles = InSchemas['EmailAttachment'][]

/** The checked files of an email to send. `originals`: files of the forwarded email. */
export function answerFiles(
  asked: AskedFiles | null | undefined,
  texts: { html?: string | null | undefined; text?: string | null | undefined },
  originals: AskedFiles = [],
): NewAttachment[] {
  const files = askedAttachments([...(asked ?? []), ...originals], contentBytes(texts))
  refuseEmpty(files.slice(0, asked?.length ?? 0))
  refuseAnswerFiles(files)
  return files
}

/**
 * The files of a message in the form of a request. Refuses files from a `path`, because the content at the URL may have
 * changed.
 */
async function findFilesAgain({ tx, team_id }: InTeam, message: MessageRecord): Promise<AskedFiles> {
  if (!message.has_attachment) return []
  const of = { team_id, email_id: message.id }
  if (message.direction === 'outbound') {
    const records = await listAttachments(tx, of)
    if (records.some(({ path }) => path !== null))
      throw refusal(
        'validation_error',
        'This email cannot be forwarded, because it was sent with a file from a `path`.',
      )
    const again = await findAttachmentsAgain(tx, of)
    return again.map(({ content, ...file }) => fileAgain({ ...file, size: content!.bytes }, content!.hash))
  }
  const files = await listReceivedAttachments(tx, of)
  const hashes = await findHashes(tx, team_id, [...new Set(files.map(({ blob_id }) => blob_id))])
  return files.map(file => {
    const hash = hashes.get(file.blob_id)
    if (hash === undefined) throw refusal('validation_error', 'A file of this email was deleted.')
    return fileAgain(file, hash)
  })
}

/** Forwards an email of a thread with its files. The forwarded email joins the thread. */
export async function forwardMessage(
  unit: TeamUnit,
  inbox: InboxRecord,
  asked: { thread_id: string; email_id: string; body: InSchemas['ForwardInboxEmail']; only_from: string | undefined },
): Promise<SentFrom> {
  guardInbox(unit.tx, inbox)
  const { thread, message } = await findMessageOf(unit, inbox, asked)
  const { headers, subject, ...body } = asked.body
  const mail = await findAnswered(unit, message)
  if (mail.above_quota)
    throw refusal('validation_error', 'This email cannot be forwarded, because it was received above the quota.')
  const texts = forwardedTexts(body, await findOriginal(unit, message, mail))
  const attachments = answerFiles(body.attachments, texts, await findFilesAgain(unit, message))
  const [to, cc, bcc] = [givenAddresses(body.to), givenAddresses(body.cc), givenAddresses(body.bcc)]
  const outgoing = { to, cc, bcc, subject: subject || forwardSubject(mail.subject), ...texts, headers }
  const { only_from } = asked
  return sendFromInbox(unit, inbox, { ...outgoing, attachments }, { answered: { thread, mail }, only_from })
}
