// Composes the stored form of a received mail from the parsed mail, the results of the checks, and our own header fields.
import type { SpamFound } from './apart/spam.ts'
import type { Checked } from './checking/findings.ts'
import type { ReadMailParts } from './reading/actions.ts'
import type { Authentication, Reading } from './rules.ts'
import { simpleText } from '../../base/text/plain-text.ts'
import type { Arrival } from './store.ts'

/** The parsed mail, with the blobs of its files. */
type Read = ReadMailParts & { blobs: readonly string[] }

interface Found {
  checked: Checked | undefined
  spam: SpamFound | undefined
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
  files: [],
  problems: ['It could not be read; all of it is in the original.'],
}

const UNCHECKED: Authentication = { spf: 'processing_failed', dkim: 'processing_failed', dmarc: 'processing_failed' }

const SNIPPET_MAX = 200
/** Characters of the text from which a snippet is made, so that making it takes no time for a large mail. */
const SNIPPET_OF_MAX = 5_000

/** `read` is `undefined` if nothing could be parsed. */
export function composed(
  { recipients, envelope_from }: Pick<Arrival, 'recipients' | 'envelope_from'>,
  read: Read | undefined,
  { checked, spam, trace }: Found,
): Reading {
  const { files, ...rest } = read ?? NOT_READ
  return {
    ...rest,
    state: read ? 'read' : 'unreadable',
    received_for: [...new Set([...recipients, ...rest.received_for])],
    snippet: snippetOf(rest),
    // a mail with an empty return path is a notification and must not be answered (RFC 5321 4.5.5)
    is_automatic: rest.is_automatic || envelope_from === '',
    verdict: spam?.isSpam || checked?.asks_to_reject ? 'spam' : 'ok',
    authentication: checked?.authentication ?? UNCHECKED,
    trace,
    html_blob_id: null,
    text_blob_id: null,
    files: files.flatMap((file, index) => {
      const blob_id = read?.blobs[index]
      return blob_id === undefined ? [] : [{ ...file, blob_id }]
    }),
  }
}

function snippetOf({ text, html }: Pick<ReadMailParts, 'text' | 'html'>): string | null {
  const words = text?.trim() ? text.slice(0, SNIPPET_OF_MAX) : simpleText((html ?? '').slice(0, SNIPPET_OF_MAX * 4))
  const line = words.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? null : line.slice(0, SNIPPET_MAX).toWellFormed()
}

/** Our own trace and result fields (RFC 5321 4.4, RFC 8601), which go before the bytes of the mail. */
export function traceOf(
  { id, envelope_from, recipients, peer, created_at }: Arrival,
  mail_host: string,
  checked: Checked | undefined,
  spam: SpamFound | undefined,
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
