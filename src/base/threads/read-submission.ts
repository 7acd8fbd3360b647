// Parses a message of any size that was submitted over SMTP.
import { hash } from 'node:crypto'
import { readMail } from '../net/read-mail.ts'
import { refusal } from '../text/refusal.ts'
import { submittedContent } from '../text/submitted-content.ts'
import { submittedRequest } from '../text/submitted-mail.ts'

/** The request that sends a submitted message. */
interface SubmittedRequest {
  body: Uint8Array
  idempotency_key: string | undefined
  /** The MIME content to send, unless the email is composed in the same tree; with its SHA-256 in hexadecimal digits. */
  content: { hash: string; bytes: Uint8Array } | undefined
}

/** Parses a submitted message. Throws a refusal if it cannot be parsed or sent. `recipients`: those of the envelope. */
export async function readSubmission(bytes: Uint8Array, recipients: readonly string[]): Promise<SubmittedRequest> {
  const mail = await readMail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!mail) throw refusal('validation_error', 'The message cannot be parsed.')
  const { body, idempotency_key } = submittedRequest(mail, recipients)
  const content = submittedContent(bytes)
  return {
    body: new TextEncoder().encode(JSON.stringify(body)),
    idempotency_key,
    content: content && { hash: hash('sha256', content, 'hex'), bytes: new Uint8Array(content) },
  }
}
