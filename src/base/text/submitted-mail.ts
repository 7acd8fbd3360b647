// Converts a message that a program submits over SMTP to the equivalent API request.
import { type Address, formatMailbox } from './addresses.ts'
import { refusal } from './refusal.ts'

/** The parsed message. */
interface SubmittedMail {
  headers: readonly { name: string; written: string; value: string }[]
  from: readonly Address[]
  to: readonly Address[]
  cc: readonly Address[]
  reply_to: readonly Address[]
  subject: string
  text: string
  html: string | null
  parts: readonly {
    type: string
    filename: string | null
    content_id: string | null
    is_inline: boolean
    content: Uint8Array
  }[]
}

/** The idempotency key of the request, in the header that clients of the API use. */
const IDEMPOTENCY = 'resend-idempotency-key'

/** Headers that have their own fields in the request, or that the server writes itself. */
const FIELDS = 'from to cc bcc reply-to subject sender date message-id mime-version'
const ON_THE_WAY = 'received return-path delivered-to dkim-signature authentication-results'
const NOT_FURTHER = new Set([...`${FIELDS} ${ON_THE_WAY}`.split(' '), IDEMPOTENCY])
const NOT_FURTHER_FAMILY = /^(?:content|resent|arc)-/

/**
 * The body of the request. The recipients are those of the envelope: those that the headers do not name receive the
 * email as blind copies.
 */
export function submittedRequest(
  mail: SubmittedMail,
  recipients: readonly string[],
): { body: object; idempotency_key: string | undefined } {
  const left = new Map(recipients.map(address => [address.toLowerCase(), address]))
  const named = (mailboxes: readonly Address[]): string[] =>
    mailboxes.flatMap(mailbox => (left.delete(mailbox.address.toLowerCase()) ? [formatMailbox(mailbox)] : []))
  const [to, cc, hidden] = [named(mail.to), named(mail.cc), [...left.values()]]
  if (to.length === 0 && (cc.length > 0 || hidden.length !== 1)) {
    throw refusal('validation_error', 'The `To` header must contain at least one envelope recipient.')
  }
  const body = {
    from: mail.from.map(formatMailbox).join(', '),
    to: to.length > 0 ? to : hidden,
    ...(cc.length > 0 && { cc }),
    ...(to.length > 0 && hidden.length > 0 && { bcc: hidden }),
    ...(mail.reply_to.length > 0 && { reply_to: mail.reply_to.map(formatMailbox) }),
    subject: mail.subject,
    ...(mail.html !== null && { html: mail.html }),
    ...(mail.text !== '' && { text: mail.text }),
    ...furtherHeaders(mail),
    ...(mail.parts.length > 0 && { attachments: mail.parts.map(attachment) }),
  }
  return { body, idempotency_key: mail.headers.find(({ name }) => name === IDEMPOTENCY)?.value }
}

function furtherHeaders({ headers }: SubmittedMail): { headers?: Record<string, string> } {
  const further = headers.filter(({ name }) => !NOT_FURTHER.has(name) && !NOT_FURTHER_FAMILY.test(name))
  if (further.length === 0) return {}
  // of several headers with one name, the request can only contain the last
  return { headers: Object.fromEntries(further.map(({ written: name, value }) => [name, value])) }
}

function attachment(part: SubmittedMail['parts'][number], index: number): object {
  const { type, filename, content_id, is_inline, content } = part
  return {
    filename: filename ?? `attachment-${index}`,
    content: Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('base64'),
    content_type: type,
    ...(is_inline && content_id !== null && { content_id }),
  }
}
