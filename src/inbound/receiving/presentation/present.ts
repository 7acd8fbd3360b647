// Received emails and their files in the form of the API.
import type { Schemas } from '../../../../generated/api.ts'
import type { ListedReceived, ReceivedAttachment, ReceivedRecord } from '../store.ts'

type PresentedEmail = Schemas['ReceivedEmail']
/** All fields except those that may be large. */
type PresentedHead = Omit<PresentedEmail, 'html' | 'text' | 'attachments'>

export function receivedAttachmentItem(file: ReceivedAttachment): Schemas['ReceivedAttachment'] {
  const { id, filename, size, content_type, content_id, content_disposition } = file
  return { id, filename, size, content_type, content_id, content_disposition }
}

/** An item in the response of listReceivedEmails. */
export function receivedItem(
  email: ListedReceived,
  files: readonly ReceivedAttachment[],
): Schemas['ReceivedEmailItem'] {
  return { ...presentedCore(email), attachments: files.map(receivedAttachmentItem) }
}

/** Clients expect no `null` in these fields, so missing values become empty strings. */
function presentedCore(email: ListedReceived): Omit<Schemas['ReceivedEmailItem'], 'attachments'> {
  const { id, to, from_address, envelope_from, created_at, subject, bcc, cc, reply_to, received_for, message_id } =
    email
  return {
    id,
    to,
    from: from_address ?? envelope_from,
    created_at,
    subject: subject ?? '',
    bcc,
    cc,
    reply_to,
    received_for,
    message_id: message_id ?? '',
  }
}

export function receivedHead(
  email: ReceivedRecord,
  { url, expires_at }: { url: string; expires_at: Date },
  html_format: PresentedEmail['html_format'],
): PresentedHead {
  return {
    object: 'email',
    ...presentedCore(email),
    html_format,
    headers: joinedHeaders(email.headers),
    raw: { download_url: url, expires_at: expires_at.toISOString() },
    authentication: email.authentication,
    spam: email.verdict === 'spam',
    problems: email.problems,
  }
}

/** Header fields by name. Values of one name are joined by line breaks, which no single value contains. */
function joinedHeaders(headers: ReceivedRecord['headers']): Record<string, string> {
  const byName = Map.groupBy(headers, ([name]) => name)
  return Object.fromEntries(Array.from(byName, ([name, fields]) => [name, fields.map(([, value]) => value).join('\n')]))
}

/** A file with a link to it. */
export function receivedLink(
  file: ReceivedAttachment,
  { url, expires_at }: { url: string; expires_at: Date },
): Schemas['Attachment'] {
  return {
    ...receivedAttachmentItem(file),
    content_disposition: isInline(file) ? 'inline' : 'attachment',
    download_url: url,
    expires_at: expires_at.toISOString(),
  }
}

function isInline({ content_disposition, content_id }: ReceivedAttachment): boolean {
  return content_disposition === null ? content_id !== null : /^inline\b/i.test(content_disposition)
}
