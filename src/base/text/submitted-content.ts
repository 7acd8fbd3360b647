// The MIME tree of a message that a program submits over SMTP (RFC 2045, 2046). Its parts, types and parameters are
// sent as received. Only contents that some servers refuse are re-encoded.
import type * as MimeFuncs from 'nodemailer/lib/mime-funcs'
import { lazy } from '../runtime/lazy.ts'
import { base64Lines, isShorterInBase64, quotedPrintable, textPart } from './mail-content.ts'

const mimeFuncs = lazy<typeof MimeFuncs>('nodemailer/lib/mime-funcs')

/** A range of bytes. */
interface Range {
  start: number
  end: number
}

/** The content of a submitted message in memory. */
export interface SubmittedContent {
  /** The `Content-*` header lines, an empty line, and the body. */
  bytes: Buffer
  /** The only HTML part, with its header; absent if there is none or more than one, or if it is signed. */
  html: Range | undefined
}

/** RFC 5322 2.1.1: an octet that servers may refuse, or a line longer than servers have to accept. */
const UNSENDABLE = /[\0\x80-\xff]|^[^\r\n]{999}/m
/** Trees that composing an email creates anyway: its text, its text and HTML, and either of them with attached files. */
const COMPOSED = /^(?:p|a\(ph\)|m\((?:p|a\(ph\))f+\))$/
const NESTING_MAX = 30

/**
 * The content of the message in the form in which it is stored; `undefined` if composing the email from its text, HTML
 * and attachments creates the same tree. `raw`: the whole message, with any line breaks.
 */
export function submittedContent(raw: Uint8Array): Buffer | undefined {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  const { head, body } = split(text.replaceAll(/\r\n|\r|\n/g, '\r\n'))
  const fields = fieldsOf(head).filter(line => /^content-/i.test(line))
  const writer = new TreeWriter()
  const shape = writer.write({ head: fields.join(''), body })
  if (COMPOSED.test(shape)) return undefined
  const [html = { start: 0, end: 0 }, ...others] = writer.html
  const place = others.length > 0 ? '0 0' : `${html.start} ${html.end}`
  return Buffer.from(`${place}\r\n${writer.pieces.join('')}`, 'latin1')
}

/** Reads what `submittedContent` returned. */
export function readSubmittedContent(stored: Buffer): SubmittedContent {
  const first = stored.indexOf('\r\n')
  const [start = 0, end = 0] = stored.toString('latin1', 0, first).split(' ').map(Number)
  return { bytes: stored.subarray(first + 2), html: end === 0 ? undefined : { start, end } }
}

/** The content as the header lines and the body of a message. `html`: replaces the HTML; the part keeps its other fields. */
export function contentToSend(
  { bytes, html: range }: SubmittedContent,
  html: string | undefined,
): { head: string; body: Buffer } {
  const content = html === undefined || !range ? bytes : withHtml(bytes, range, html)
  // without header lines the empty line comes first
  if (content[0] === CR) return { head: '', body: content.subarray(2) }
  const end = content.indexOf('\r\n\r\n')
  return { head: content.toString('latin1', 0, end + 2), body: content.subarray(end + 4) }
}

const CR = 13

function withHtml(bytes: Buffer, { start, end }: Range, html: string): Buffer {
  const { head } = split(bytes.toString('latin1', start, end))
  const others = fieldsOf(head).filter(line => !/^content-(?:type|transfer-encoding):/i.test(line))
  const before = bytes.toString('latin1', 0, start)
  const boundaries = [...before.matchAll(/boundary\s*=\s*"?([^\r\n";]+)/gi)].map(([, boundary]) => `--${boundary}`)
  const part = textPart('html', html, boundaries)
  const lines = Buffer.from(`${others.join('')}${part.head}\r\n`, 'latin1')
  return Buffer.concat([bytes.subarray(0, start), lines, part.body, bytes.subarray(end)])
}

/** A part, or the whole content. */
interface Entity {
  /** Lines with their line breaks, without the empty line after them. */
  head: string
  body: string
}

/** The surroundings of a part. */
interface Within {
  depth: number
  /** The default type of a part. */
  type: string
  /** Within an attached message, whose HTML is not that of this message. */
  isAttached: boolean
}

class TreeWriter {
  readonly pieces: string[] = []
  readonly html: Range[] = []
  #length = 0

  /** Writes a part. Returns its shape for `COMPOSED`; `x`: a shape that is not composed. */
  write({ head, body }: Entity, within: Within = { depth: 0, type: 'text/plain', isAttached: false }): string {
    const { value: given, params } = parsedField(head, 'content-type')
    const type = given === '' ? within.type : given
    const inner = { ...within, depth: within.depth + 1, type: 'text/plain' }
    const isDeep = within.depth >= NESTING_MAX
    // any changed byte would invalidate the signature
    if (type === 'multipart/signed' || isDeep) return this.#add(head, '\r\n', body)
    if (type.startsWith('multipart/') && params['boundary'] !== undefined) {
      this.#add(head, '\r\n')
      if (type === 'multipart/digest') inner.type = 'message/rfc822'
      const parts = this.#multipart(body, params['boundary'], inner)
      const letter = { 'multipart/mixed': 'm', 'multipart/alternative': 'a' }[type]
      return letter !== undefined && Object.keys(params).length === 1 ? `${letter}(${parts})` : 'x'
    }
    if (type === 'message/rfc822' && !isEncoded(encodingOf(head))) {
      this.#add(head, '\r\n')
      this.write(split(body), { ...inner, isAttached: true })
      return 'x'
    }
    return this.#leaf({ head, body }, type, within)
  }

  /** Writes the parts and everything between them. Returns their shapes. */
  #multipart(body: string, boundary: string, inner: Within): string {
    const text = `\r\n${body}`
    const mark = `\r\n--${boundary}`
    let shapes = ''
    let done = 2
    let start: number | undefined
    for (let at = text.indexOf(mark); at !== -1;) {
      const line_end = text.indexOf('\r\n', at + mark.length)
      const rest = text.slice(at + mark.length, line_end === -1 ? undefined : line_end)
      if (!/^(?:--)?[ \t]*$/.test(rest)) {
        at = text.indexOf(mark, at + mark.length)
        continue
      }
      if (start !== undefined && at >= start) {
        this.#add(text.slice(done, start))
        shapes += this.write(split(text.slice(start, at)), inner)
        done = at
      }
      if (rest.startsWith('--') || line_end === -1) {
        start = undefined
        break
      }
      start = line_end + 2
      at = text.indexOf(mark, line_end)
    }
    // the end of the last part is missing
    if (start !== undefined) {
      this.#add(text.slice(done, start))
      shapes += this.write(split(text.slice(start)), inner)
      done = text.length
    }
    this.#add(text.slice(done))
    return shapes
  }

  #leaf(entity: Entity, type: string, { isAttached }: Within): string {
    const start = this.#length
    const { head, body } = sendable(entity, type)
    this.#add(head, '\r\n', body)
    const shape = shapeOf(head, type)
    const isShown = !isAttached && parsedField(head, 'content-disposition').value !== 'attachment'
    if (type === 'text/html' && isShown) this.html.push({ start, end: this.#length })
    return shape
  }

  #add(...pieces: string[]): string {
    for (const piece of pieces) {
      this.pieces.push(piece)
      this.#length += piece.length
    }
    return 'x'
  }
}

/** The part with another transfer encoding, if a server may refuse it unchanged. */
function sendable({ head, body }: Entity, type: string): Entity {
  const encoding = encodingOf(head)
  if (!UNSENDABLE.test(body) || encoding === 'quoted-printable' || type.startsWith('message/')) return { head, body }
  const bytes = Buffer.from(body, encoding === 'base64' ? 'base64' : 'latin1')
  const isText = type.startsWith('text/') && encoding !== 'base64' && !isShorterInBase64(bytes)
  const others = fieldsOf(head).filter(line => !/^content-transfer-encoding:/i.test(line))
  const encoded = isText ? quotedPrintable(bytes) : base64Lines(bytes)
  return {
    head: `${others.join('')}Content-Transfer-Encoding: ${isText ? 'quoted-printable' : 'base64'}\r\n`,
    body: encoded.toString('latin1'),
  }
}

/** `p`: plain text, `h`: HTML, `f`: an attached file, each as the server writes them. `x`: anything else. */
function shapeOf(head: string, type: string): string {
  const names = fieldsOf(head).map(line => line.slice(0, line.indexOf(':')).trim().toLowerCase())
  const others = names.filter(name => name !== 'content-type' && name !== 'content-transfer-encoding')
  const params = Object.keys(parsedField(head, 'content-type').params)
  if (others.length === 0 && params.every(name => name === 'charset')) {
    return { 'text/plain': 'p', 'text/html': 'h' }[type] ?? 'x'
  }
  const { value, params: file } = parsedField(head, 'content-disposition')
  const isFile = value === 'attachment' && file['filename'] !== undefined && !type.startsWith('message/')
  return isFile && others.length === 1 && params.every(name => name === 'name') ? 'f' : 'x'
}

const isEncoded = (encoding: string): boolean => encoding === 'base64' || encoding === 'quoted-printable'

const encodingOf = (head: string): string => parsedField(head, 'content-transfer-encoding').value

/** The value of a header field in lower case, and its parameters. */
function parsedField(head: string, name: string): { value: string; params: Record<string, string> } {
  const line = fieldsOf(head).find(each => each.slice(0, each.indexOf(':')).trim().toLowerCase() === name)
  if (line === undefined) return { value: '', params: {} }
  const { value, params } = mimeFuncs().parseHeaderValue(line.slice(line.indexOf(':') + 1).replaceAll('\r\n', ''))
  return { value: value.trim().toLowerCase(), params }
}

/** The fields of a header, each with its folded lines and line breaks. */
function fieldsOf(head: string): string[] {
  const fields = head.split(/\r\n(?![ \t])/)
  return fields.filter(field => field !== '').map(field => `${field}\r\n`)
}

function split(text: string): Entity {
  if (text.startsWith('\r\n')) return { head: '', body: text.slice(2) }
  const end = text.indexOf('\r\n\r\n')
  if (end === -1) return { head: text === '' || text.endsWith('\r\n') ? text : `${text}\r\n`, body: '' }
  return { head: text.slice(0, end + 2), body: text.slice(end + 4) }
}
