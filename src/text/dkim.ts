// What a DKIM signature is made of (RFC 6376): headers and bodies in their relaxed form, and the header that it is.
import { createHash, type Hash } from 'node:crypto'

export interface DkimTags {
  domain: string
  selector: string
  algorithm: 'rsa' | 'ed25519'
  /** Of the body, in base64. */
  body_hash: string
  signed: Date
}

/** Signed when they are there; those with `over` once more than that, so that nobody adds another one. */
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

const LINE_LENGTH = 72

interface HeaderLine {
  name: string
  relaxed: string
}

/** 3.4.2, of header lines that end with CRLF. */
function headersOf(head: string): HeaderLine[] {
  return head.split(/\r\n(?![\t ])/).flatMap(line => {
    const at = line.indexOf(':')
    return at === -1 ? [] : { name: line.slice(0, at).trim().toLowerCase(), relaxed: relaxedHeader(line) }
  })
}

function relaxedHeader(line: string): string {
  const at = line.indexOf(':')
  const value = line
    .slice(at + 1)
    .replaceAll(/\r\n(?=[\t ])/g, '')
    .replaceAll(/[\t ]+/g, ' ')
    .trim()
  return `${line.slice(0, at).trim().toLowerCase()}:${value}`
}

export interface ToSign {
  /** What the signature is of. */
  data: string
  /** The header that it makes, with its CRLF. */
  finish(signature: string): string
}

/** `head`: the header lines of the message, as they go over the wire. */
export function dkimOf(head: string, { domain, selector, algorithm, body_hash, signed }: DkimTags): ToSign {
  const headers = headersOf(head)
  const names: string[] = []
  const parts: string[] = []
  for (const { name, over } of SIGNED) {
    // several of a name are taken from the last one up (5.4.2)
    const found = headers.filter(each => each.name === name).toReversed()
    for (const { relaxed } of found) parts.push(relaxed)
    names.push(...found.map(() => name), ...(over ? [name] : []))
  }
  const open = [
    `DKIM-Signature: v=1; a=${algorithm}-sha256; c=relaxed/relaxed; d=${domain};`,
    ` s=${selector}; t=${Math.floor(signed.getTime() / 1000)};`,
    ` h=${folded(names, ':')};`,
    ` bh=${body_hash};`,
    ' b=',
  ].join('\r\n')
  return {
    data: [...parts, relaxedHeader(open)].join('\r\n'),
    finish: signature => `${open}${signature.replaceAll(/(.{64})(?=.)/g, '$1\r\n ')}\r\n`,
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

/** The hash of a body in its relaxed form (3.4.4), piece by piece. The lines of the body end with CRLF. */
export class RelaxedBodyHash {
  readonly #hash: Hash = createHash('sha256')
  /** A line that has not ended yet. */
  #rest = ''
  /** Empty lines, which count when something follows. */
  #empty = 0

  update(piece: Buffer): void {
    const text = this.#rest + piece.toString('latin1')
    const end = text.lastIndexOf('\n') + 1
    this.#rest = text.slice(end)
    this.#take(text.slice(0, end))
  }

  /** In base64. */
  digest(): string {
    if (this.#rest !== '') this.#take(`${this.#rest}\r\n`)
    return this.#hash.digest('base64')
  }

  #take(lines: string): void {
    const relaxed = SPACES.test(lines)
      ? lines.replaceAll(RUNS, (_, end?: string, other?: string) => end ?? other ?? ' ')
      : lines
    let end = relaxed.length
    while (end >= 2 && relaxed.endsWith('\r\n', end)) end -= 2
    const empty = (relaxed.length - end) / 2
    if (end === 0) {
      this.#empty += empty
      return
    }
    this.#hash.update('\r\n'.repeat(this.#empty) + relaxed.slice(0, end + 2), 'latin1')
    this.#empty = empty - 1
  }
}

/** Most bodies have none of these, and each looks at a character once. */
const SPACES = /\t| {2}| \r\n/
const RUNS = /(?:\t[\t ]*| [\t ]+)(\r\n)?| (\r\n)/g
