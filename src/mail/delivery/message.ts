// The message of an email (RFC 5322, MIME), and its envelope.
import type { Email } from '../emails/rules.ts'
import type { Envelope, MailMessage } from '../../base/net/mail-message.ts'
import { type Address, distinctAddresses, parseAddress } from '../../base/text/addresses.ts'
import {
  base64LinesLength,
  encodeBase64,
  type MailPart,
  type MailTexts,
  multipartHead,
  partBegin,
  partsEnd,
  textsPart,
} from '../../base/text/mail-content.ts'
import {
  addressesHeader,
  dateHeader,
  encodedHeader,
  messageIdsHeader,
  parametersHeader,
  textHeader,
} from '../../base/text/mail-head.ts'
import { plainText } from '../../base/text/plain-text.ts'

/** A file attached to an email. */
export interface MessageAttachment {
  /** `null`: no name is sent. */
  filename: string | null
  content_type: string
  /** Set: the file is inline, and the HTML refers to it by this id. */
  content_id: string | null
  bytes: number
  read: () => AsyncIterable<Buffer>
}

/** The bare addresses of an email's recipients, in the given order and without case-insensitive duplicates. */
export function recipientsOf(email: Pick<Email, 'to' | 'cc' | 'bcc'>): string[] {
  // an invalid address is kept: composing the message fails later, and that is recorded
  return distinctAddresses([...email.to, ...email.cc, ...email.bcc])
}

/** The SMTP envelope, the only place that names Bcc recipients. `recipients`: the unsettled ones of `recipientsOf`. */
export function envelopeOf(email: Pick<Email, 'from'>, recipients: readonly string[]): Envelope {
  return { from: addressOf(email.from).address, to: recipients }
}

/** The MIME boundary of an email. Authors of its content cannot know the id in advance, so they cannot forge a part. */
export function mimeBoundary({ id }: Pick<Email, 'id'>): string {
  return `=_${id}`
}

/** The texts of an email. Generating plain text from large HTML takes long. */
function textsOf({ html, text }: Pick<Email, 'html' | 'text'>): MailTexts {
  return { html, text: text ?? (html === null ? '' : plainText(html)) }
}

/** `texts`: encoded as one part. Encoding large texts takes long, so it runs in a thread. */
export function buildMessage(
  email: Email,
  attachments: readonly MessageAttachment[] = [],
  texts: MailPart = textsPart(textsOf(email), mimeBoundary(email)),
): MailMessage {
  const [content_head, pieces] = contentOf(texts, attachments, mimeBoundary(email))
  const head = Buffer.from(headOf(email) + content_head)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const [first] = pieces
  const body = pieces.length === 1 && Buffer.isBuffer(first) ? first : () => encodePieces(pieces)
  return { head, body, bytes: head.length + 2 + length }
}

/** The message of an email whose content is already in MIME form. */
export function messageWithContent(email: Email, content: { head: string; body: Buffer }): MailMessage {
  const head = Buffer.concat([Buffer.from(headOf(email)), Buffer.from(content.head, 'latin1')])
  return { head, body: content.body, bytes: head.length + 2 + content.body.length }
}

function headOf(email: Email): string {
  const lines = [
    dateHeader('Date', new Date(email.scheduled_at ?? email.created_at)),
    addressesHeader('From', [addressOf(email.from)]),
    addressesHeader('To', email.to.map(addressOf)),
    addressesHeader('Cc', email.cc.map(addressOf)),
    addressesHeader('Reply-To', email.reply_to.map(addressOf)),
    // a long run without a space cannot be folded, so the subject is sent as encoded words (RFC 2047)
    /[!-~]{900}/.test(email.subject) ? encodedHeader('Subject', email.subject) : textHeader('Subject', email.subject),
    `Message-ID: ${email.message_id}\r\n`,
    ...Object.entries(email.headers).map(([name, value]) =>
      IDS.has(name.toLowerCase()) ? messageIdsHeader(name, value) : textHeader(name, value),
    ),
    'MIME-Version: 1.0\r\n',
  ]
  return lines.join('')
}

const IDS = new Set(['in-reply-to', 'references'])

/** Bytes, or a file that is read and encoded while the message is sent. */
type Piece = Buffer | { length: number; read: MessageAttachment['read'] }

/** The texts with inline files (multipart/related), then attached files (multipart/mixed): the head, and the body's pieces. */
function contentOf(
  texts: MailPart,
  attachments: readonly MessageAttachment[],
  boundary: string,
): [head: string, pieces: readonly Piece[]] {
  const shown = attachments.filter(({ content_id }) => content_id !== null)
  const files = attachments.filter(({ content_id }) => content_id === null)
  const inner = multipartOf('related', [texts.head, [texts.body]], shown, `${boundary}_r`)
  return multipartOf('mixed', inner, files, `${boundary}_m`)
}

function multipartOf(
  subtype: 'related' | 'mixed',
  [head, pieces]: [head: string, pieces: readonly Piece[]],
  attachments: readonly MessageAttachment[],
  boundary: string,
): [head: string, pieces: readonly Piece[]] {
  if (attachments.length === 0) return [head, pieces]
  const others = attachments.flatMap(attachment => [
    partBegin(boundary, attachmentHead(attachment)),
    { length: base64LinesLength(attachment.bytes), read: attachment.read },
  ])
  return [multipartHead(subtype, boundary), [partBegin(boundary, head), ...pieces, ...others, partsEnd(boundary)]]
}

function attachmentHead({ filename, content_type, content_id }: MessageAttachment): string {
  // a part of type message/* must not be in base64 (RFC 2046 5.2)
  const type = /^message\//i.test(content_type) ? 'application/octet-stream' : content_type
  return [
    parametersHeader('Content-Type', type, filename === null ? {} : { name: filename }),
    parametersHeader(
      'Content-Disposition',
      content_id === null ? 'attachment' : 'inline',
      filename === null ? {} : { filename },
    ),
    'Content-Transfer-Encoding: base64\r\n',
    content_id === null ? '' : messageIdsHeader('Content-ID', content_id),
  ].join('')
}

async function* encodePieces(pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) yield piece
    else yield* encodeBase64(piece.read())
  }
}

function addressOf(text: string): Address {
  const address = parseAddress(text)
  // addresses are parsed before they are stored
  if (!address) throw new Error('A stored email has an address that cannot be parsed.')
  return address
}
