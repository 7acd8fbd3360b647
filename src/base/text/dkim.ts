// Generates the text for a DKIM signature (RFC 6376): headers and body in relaxed form, and the signature header itself.

interface DkimTags {
  domain: string
  selector: string
  algorithm: 'rsa' | 'ed25519'
  /** The hash of the body, in base64. */
  body_hash: string
  signed: Date
}

/** Signed if present; those with `over` are listed once more (oversigning), so that none can be added later. */
const SIGNED: readonly { name: string; over: boolean }[] = [
  ...['from', 'reply-to', 'subject', 'date', 'to', 'cc', 'message-id', 'mime-version', 'content-type'].map(name => ({
    name,
    over: true,
  })),
  ...[
    'content-transfer-encoding',
    'in-reply-to',
    'references',
    'list-id',
    'list-unsubscribe',
    'list-unsubscribe-post',
  ].map(name => ({ name, over: false })),
]
const SIGNED_NAMES = new Set(SIGNED.map(({ name }) => name))

const LINE_LENGTH = 72

/** The part that all signatures of a message share. */
interface SignedHeaders {
  /** The value of `h=`, folded. */
  names: string
  /** The lines of those names in their relaxed form. */
  relaxed: string
}

/** `head`: the header lines of the message as sent, in latin1. */
export function selectSignedHeaders(head: string): SignedHeaders {
  const headers = relaxedHeaders(head)
  const names: string[] = []
  let relaxed = ''
  for (const { name, over } of SIGNED) {
    const found = headers.get(name) ?? []
    // several lines with one name are taken from the last one upwards (5.4.2)
    for (const line of found.toReversed()) {
      names.push(name)
      relaxed += `${line}\r\n`
    }
    if (over) names.push(name)
  }
  return { names: folded(names, ':'), relaxed }
}

/** The lines that are signed, by name, in their order. */
function relaxedHeaders(head: string): Map<string, string[]> {
  const headers = new Map<string, string[]>()
  for (let start = 0; start < head.length;) {
    const end = lineEnd(head, start)
    const at = head.indexOf(':', start)
    const name = at === -1 || at > end ? '' : withoutSpaces(head.slice(start, at)).toLowerCase()
    if (SIGNED_NAMES.has(name)) {
      const line = `${name}:${relaxedValue(head.slice(at + 1, end))}`
      const others = headers.get(name)
      if (others) others.push(line)
      else headers.set(name, [line])
    }
    start = end + 2
  }
  return headers
}

/** The end of the header line that starts at `start`, including folded lines. */
function lineEnd(head: string, start: number): number {
  let end = head.indexOf('\r\n', start)
  while (end !== -1 && isSpace(head.charCodeAt(end + 2))) end = head.indexOf('\r\n', end + 2)
  return end === -1 ? head.length : end
}

/** 3.4.2 */
function relaxedValue(value: string): string {
  const unfolded = FOLDED.test(value) ? value.replaceAll(/\r\n(?=[\t ])/g, '').replaceAll(/[\t ]+/g, ' ') : value
  return withoutSpaces(unfolded)
}

const FOLDED = /\r\n|\t| {2}/

/** Removes spaces and tabs only: bytes of a letter can look like a space to `trim` in latin1. */
function withoutSpaces(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isSpace(text.charCodeAt(start))) start++
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32]

const isSpace = (code: number): boolean => code === SPACE || code === TAB

interface ToSign {
  /** The data to be signed. */
  data: string
  /** The header with this signature, with its CRLF. */
  finish(signature: string): string
}

export function dkimSignatureOf(
  { names, relaxed }: SignedHeaders,
  { domain, selector, algorithm, body_hash, signed }: DkimTags,
): ToSign {
  const value = [
    ` v=1; a=${algorithm}-sha256; c=relaxed/relaxed; d=${domain};`,
    ` s=${selector}; t=${Math.floor(signed.getTime() / 1000)};`,
    ` h=${names};`,
    ` bh=${body_hash};`,
    ' b=',
  ].join('\r\n')
  return {
    data: `${relaxed}dkim-signature:${relaxedValue(value)}`,
    finish: signature => `DKIM-Signature:${value}${signature.match(/.{1,64}/g)!.join('\r\n ')}\r\n`,
  }
}

function folded(names: readonly string[], by: string): string {
  let length = 0
  return names
    .map((name, index) => {
      const text = index === names.length - 1 ? name : name + by
      length += text.length
      if (length <= LINE_LENGTH) return text
      length = text.length
      return `\r\n  ${text}`
    })
    .join('')
}

/** Whether a whole body is already in relaxed form, which most are. Checking that is faster than converting it. */
export function isRelaxed(body: Buffer): boolean {
  const text = body.toString('latin1')
  return !SPACES.test(text) && text.endsWith('\r\n') && text !== '\r\n' && !text.endsWith('\r\n\r\n')
}

const SPACES = /\t| {2}| \r\n/

/** Whether a byte after a letter is copied unchanged, which most are. */
function isAsItIs(bytes: Buffer, index: number): boolean {
  const byte = bytes[index]!
  return byte > SPACE || (byte === SPACE && bytes[index + 1]! > SPACE)
}

/** Converts a body to its relaxed form (3.4.4), chunk by chunk. */
export class RelaxedBody {
  /** Line breaks that are added only if something follows. */
  #lines = 0
  /** Spaces and tabs that are added only if something follows in their line. */
  #space = false
  /** The last chunk ended with a CR, which may start a line break. */
  #cr = false
  #isEmpty = true

  /** The relaxed form of the next chunk. */
  take(piece: Buffer, isLast: boolean): Buffer {
    const relaxed = Buffer.allocUnsafe(piece.length + 2 * this.#lines + 4)
    let at = 0
    const add = (byte: number): void => {
      at = this.#addWaiting(relaxed, at)
      relaxed[at++] = byte
    }
    for (let index = 0; index < piece.length; index++) {
      const byte = piece[index]!
      if (this.#cr) {
        this.#cr = false
        if (byte === LF) {
          this.#lines++
          this.#space = false
          continue
        }
        add(CR)
      }
      if (byte === CR) this.#cr = true
      else if (isSpace(byte)) this.#space = true
      else {
        add(byte)
        for (; isAsItIs(piece, index + 1); index++) relaxed[at++] = piece[index + 1]!
      }
    }
    if (isLast && this.#cr) add(CR)
    if (isLast && !this.#isEmpty) at += relaxed.write('\r\n', at)
    return relaxed.subarray(0, at)
  }

  #addWaiting(relaxed: Buffer, start: number): number {
    let at = start
    for (; this.#lines > 0; this.#lines--) {
      relaxed[at++] = CR
      relaxed[at++] = LF
    }
    if (this.#space) relaxed[at++] = SPACE
    this.#space = false
    this.#isEmpty = false
    return at
  }
}
