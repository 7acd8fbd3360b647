// Parses a mail of any size that was submitted over SMTP.
import { readMail } from '../net/read-mail.ts'
import { refusal } from '../text/refusal.ts'
import { submittedRequest } from '../text/submitted-mail.ts'

export async function readSubmission(
  bytes: Uint8Array,
  recipients: readonly string[],
): Promise<{ body: Uint8Array; idempotency_key: string | undefined }> {
  const mail = await readMail(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!mail) throw refusal('validation_error', 'This is no mail that can be read.')
  const { body, idempotency_key } = submittedRequest(mail, recipients)
  return { body: new TextEncoder().encode(JSON.stringify(body)), idempotency_key }
}
