// Composes the stored form of a received email from the parsed email, the results of the checks, and our own header fields.
import type { SpamVerdict } from './in-threads/spam.ts'
import type { AuthenticationFindings } from './checking/findings.ts'
import type { ReadMailParts, StreamedPart } from './reading/actions.ts'
import type { Authentication, ReadEmail } from './rules.ts'
import type { Arrival } from './store.ts'

/** The parsed email, with the blobs of its files and long bodies. */
export type StoredParts = ReadMailParts & { blobs: ReadonlyMap<StreamedPart, string> }

interface MailFindings {
  checked: AuthenticationFindings | undefined
  spam: SpamVerdict | undefined
  trace: string
}

const NOT_READ: ReadMailParts = {
  headers: [],
  from_address: null,
  from_name: null,
  to: [],
  cc: [],
  bcc: [],
  reply_to: [],
  received_for: [],
  subject: null,
  message_id: null,
  in_reply_to: [],
  references: [],
  is_automatic: true,
  html: null,
  text: null,
  snippet: null,
  words: '',
  files: [],
  problems: ['The email could not be parsed. See the original.'],
}

const UNCHECKED: Authentication = { spf: 'processing_failed', dkim: 'processing_failed', dmarc: 'processing_failed' }

/** `read` is `undefined` if nothing could be parsed. */
export function composeReceived(
  { recipients, envelope_from }: Pick<Arrival, 'recipients' | 'envelope_from'>,
  read: StoredParts | undefined,
  { checked, spam, trace }: MailFindings,
): ReadEmail {
  const { files, blobs, ...rest } = read ?? { ...NOT_READ, blobs: undefined }
  return {
    ...rest,
    state: read ? 'read' : 'unreadable',
    received_for: [...new Set([...recipients, ...rest.received_for])],
    // an email with an empty return path is a notification and must not be answered (RFC 5321 4.5.5)
    is_automatic: rest.is_automatic || envelope_from === '',
    verdict: spam?.isSpam || checked?.asks_to_reject ? 'spam' : 'ok',
    authentication: checked?.authentication ?? UNCHECKED,
    trace,
    html_blob_id: blobs?.get('html') ?? null,
    text_blob_id: blobs?.get('text') ?? null,
    files: files.flatMap((file, index) => {
      const blob_id = blobs?.get(index)
      return blob_id === undefined ? [] : [{ ...file, blob_id }]
    }),
  }
}

/** Our own trace and result fields (RFC 5321 4.4, RFC 8601), which precede the bytes of the email. */
export function traceHeaders(
  { id, envelope_from, recipients, peer, created_at }: Arrival,
  mail_host: string,
  checked: AuthenticationFindings | undefined,
  spam: SpamVerdict | undefined,
): string {
  const only = recipients.length === 1 ? `\r\n\tfor <${recipients[0]}>` : ''
  const date = new Date(created_at).toUTCString().replace('GMT', '+0000')
  const by = `by ${mail_host} with ${peer.protocol} id ${id}`
  return [
    `Return-Path: <${envelope_from}>\r\n`,
    `Received: from ${peer.helo.replaceAll(/[^\w.:[\]-]/g, '?')} ([${peer.ip}])\r\n\t${by}${only};\r\n\t${date}\r\n`,
    checked?.results ?? '',
    spam?.score == null ? '' : `X-Spam-Score: ${spam.score}\r\n`,
  ].join('')
}
