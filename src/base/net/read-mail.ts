// Parses a received message: header, text and parts. Invalid parts are omitted rather than reported as errors.
import type * as PostalMime from 'postal-mime'
import { lazy } from '../runtime/lazy.ts'

const postalMime = lazy<typeof PostalMime>('postal-mime')

interface ReceivedPart {
  /** The media type in lower case. */
  type: string
  filename: string | null
  content_id: string | null
  is_inline: boolean
  content: Buffer
}

interface ReadMailbox {
  name: string
  address: string
}

interface ReadMail {
  /** In their original order; `name` in lower case, `written` as in the message. */
  headers: readonly { name: string; written: string; value: string }[]
  from: readonly ReadMailbox[]
  to: readonly ReadMailbox[]
  cc: readonly ReadMailbox[]
  reply_to: readonly ReadMailbox[]
  subject: string
  text: string
  html: string | null
  /** Everything except the text; an attached message is one part. */
  parts: readonly ReceivedPart[]
}

/**
 * Parsing a line takes 10 µs and blocks the event loop, so a message of which only the beginning is needed is truncated
 * here.
 */
const LINES_MAX = 2500

/** The first lines of a message. */
export function firstLines(raw: Buffer): Buffer {
  let end = -1
  for (let lines = 0; lines < LINES_MAX; lines++) {
    end = raw.indexOf(10, end + 1)
    if (end === -1) return raw
  }
  return raw.subarray(0, end + 1)
}

/**
 * Collects the lines of a part without encoding in one buffer. The parser's own decoder allocates two buffers for each line,
 * which takes 7 µs and a kilobyte: 5 MB of empty lines took half a minute.
 */
class PlainLines {
  #bytes = new Uint8Array(4096)
  #length = 0

  update(line: Uint8Array): void {
    const needed = this.#length + line.length + 1
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(line, this.#length)
    this.#bytes[needed - 1] = 10
    this.#length = needed
  }

  finalize(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.buffer.slice(0, this.#length))
  }
}

interface MailNode {
  contentDecoder: unknown
  setupContentDecoder: (this: MailNode, encoding: string) => void
}

let patched = false

/** Patches the class for message parts. The parser does not export it, and has no setting for its decoders. */
function usePlainLines(): void {
  if (patched) return
  patched = true
  const Parser = postalMime().default
  const parts = Object.getPrototypeOf((new Parser() as unknown as { root: MailNode }).root) as MailNode
  const { setupContentDecoder } = parts
  parts.setupContentDecoder = function (encoding) {
    if (/base64|quoted-printable/i.test(encoding)) setupContentDecoder.call(this, encoding)
    else this.contentDecoder = new PlainLines()
  }
}

const NESTING_MAX = 30
/** Maximum bytes of a header parsed in a thread; parsing an address takes a microsecond per letter. */
const HEADERS_BYTES_MAX = 128 * 1024
/** Maximum bytes of a header parsed in the event loop; mail servers send some KB. */
export const FEW_HEADERS_BYTES = 24 * 1024

/** `undefined`: the input is not a message, or exceeds the limits on nesting and header size. */
export async function readMail(raw: Buffer, headers_bytes_max = HEADERS_BYTES_MAX): Promise<ReadMail | undefined> {
  usePlainLines()
  try {
    const mail = await postalMime().default.parse(raw, {
      forceRfc822Attachments: true,
      attachmentEncoding: 'arraybuffer',
      maxNestingDepth: NESTING_MAX,
      maxHeadersSize: headers_bytes_max,
    })
    return {
      headers: mail.headers.map(({ key, originalKey, value }) => ({ name: key, written: originalKey, value })),
      from: senders(mail),
      to: mailboxes(mail.to),
      cc: mailboxes(mail.cc),
      reply_to: mailboxes(mail.replyTo),
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? null,
      parts: mail.attachments.map(({ mimeType, filename, contentId, disposition, related, content }) => ({
        type: mimeType.toLowerCase(),
        filename,
        content_id: contentId?.replace(/^<(.*)>$/, '$1') ?? null,
        is_inline: disposition === 'inline' || related === true,
        content: Buffer.from(content as ArrayBuffer),
      })),
    }
  } catch {
    return undefined
  }
}

/** All `From` fields. The parser would use the first of several; here the caller decides. */
function senders({ from, headers }: PostalMime.Email): ReadMailbox[] {
  const all = headers
    .filter(({ key }) => key === 'from')
    .flatMap(({ value }) => mailboxes(postalMime().addressParser(value)))
  return all.length > 1 ? all : mailboxes(from ? [from] : [])
}

/** All mailboxes; a group is replaced by its members. */
function mailboxes(addresses: readonly PostalMime.Address[] = []): ReadMailbox[] {
  return addresses.flatMap(each => (each.group ? mailboxes(each.group) : [{ name: each.name, address: each.address }]))
}
