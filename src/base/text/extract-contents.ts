// Extracts the contents of files from a body before its JSON is parsed: they are megabytes of base64, or lists of
// millions of numbers, each of which would become a value. Each is replaced with its hash, so the rest is a small body
// like any other. The result is the same for the same files in either form.
import { hash } from 'node:crypto'
import { base64Content, listedContent } from './file-content.ts'
import { endOfString } from './json.ts'

/** The bytes of a file, and their hash. */
export interface FileContent {
  /** SHA-256 in hexadecimal digits. */
  hash: string
  bytes: Buffer
}

interface Cut {
  /** The JSON without the contents. */
  rest: Buffer
  /** Each distinct content. Its bytes are within the given body. */
  contents: FileContent[]
}

const LIST = 'attachments'
const FIELD = 'content'

const [QUOTE, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, COLON] = Buffer.from('"{}[],:')

/** Whether there can be any content to extract. */
export function mayContainFiles(body: Buffer): boolean {
  return body.includes(LIST) || body.includes('\\u')
}

/**
 * Extracts `attachments[].content` of an object, overwriting bytes of the body. The replacement is `"<hash>:<bytes>"`.
 * Refuses (422) a content that is not a file in any form. Text that is not JSON, or JSON of another shape, is
 * unchanged: validation refuses it later.
 */
export function extractContents(body: Buffer): Cut {
  return new Cutter(body).cut()
}

/** The hash and length in a replacement of `extractContents`; `undefined` for any other text. */
export function contentRef(text: string): { hash: string; bytes: number } | undefined {
  const { hash, bytes } = /^(?<hash>[0-9a-f]{64}):(?<bytes>\d+)$/.exec(text)?.groups ?? {}
  return hash === undefined ? undefined : { hash, bytes: Number(bytes) }
}

class Cutter {
  readonly #body: Buffer
  readonly #kept: Buffer[] = []
  readonly #contents = new Map<string, FileContent>()
  #at = 0
  /** The body up to here is in `#kept`. */
  #done = 0

  constructor(body: Buffer) {
    this.#body = body
  }

  cut(): Cut {
    this.#members(name => {
      if (name === LIST && this.#body[this.#at] === BRACKET) this.#list()
      else this.#skip()
    })
    if (this.#contents.size === 0 && this.#kept.length === 0) return { rest: this.#body, contents: [] }
    this.#kept.push(this.#body.subarray(this.#done))
    return { rest: Buffer.concat(this.#kept), contents: [...this.#contents.values()] }
  }

  /** Reads the list whose bracket is at the current position. */
  #list(): void {
    this.#at++
    for (let index = 0; this.#at < this.#body.length; index++) {
      this.#spaces()
      if (this.#body[this.#at] === BRACKET_END) return void this.#at++
      this.#members(name => {
        const field = `${LIST}[${index}].${FIELD}`
        if (name !== FIELD) this.#skip()
        else if (this.#body[this.#at] === BRACE) this.#buffer(field)
        else this.#content(field)
      })
      this.#spaces()
      if (this.#body[this.#at] === COMMA) this.#at++
    }
  }

  /** `{"type":"Buffer","data":[...]}`: the bytes in `data` replace the whole object, if it is one. */
  #buffer(field: string): void {
    const start = this.#at
    let data: { start: number; end: number } | undefined
    let isBuffer = false
    this.#members(name => {
      const from = this.#at
      const isList = this.#body[from] === BRACKET
      this.#skip()
      if (name === 'data' && isList) data = { start: from, end: this.#at }
      if (name === 'type') isBuffer = this.#body.toString('latin1', from, this.#at) === '"Buffer"'
    })
    if (data && isBuffer && !this.#isBroken)
      this.#replace(start, listedContent({ body: this.#body, ...data, field: `${field}.data` }))
  }

  #content(field: string): void {
    const body = this.#body
    const start = this.#at
    this.#skip()
    const end = this.#at
    if (this.#isBroken) return
    if (body[start] === QUOTE) this.#replace(start, base64Content({ body, start: start + 1, end: end - 1, field }))
    else if (body[start] === BRACKET) this.#replace(start, listedContent({ body, start, end, field }))
  }

  /** Replaces the value from `start` to the current position with a reference. */
  #replace(start: number, bytes: Buffer): void {
    const of = hash('sha256', bytes, 'hex')
    this.#kept.push(this.#body.subarray(this.#done, start), Buffer.from(`"${of}:${bytes.length}"`))
    this.#done = this.#at
    this.#contents.set(of, { hash: of, bytes })
  }

  /** Reads the members of the object at the current position, if any. `member` is called at each value and must skip it. */
  #members(member: (name: string) => void): void {
    this.#spaces()
    if (this.#body[this.#at] !== BRACE) return this.#skip()
    this.#at++
    while (this.#at < this.#body.length) {
      this.#spaces()
      if (this.#body[this.#at] === BRACE_END) return void this.#at++
      const name = this.#name()
      this.#spaces()
      if (name === undefined || this.#body[this.#at] !== COLON) return this.#break()
      this.#at++
      this.#spaces()
      member(name)
      this.#spaces()
      if (this.#body[this.#at] === COMMA) this.#at++
    }
  }

  /** Reads a name with its escapes decoded. A long one is truncated, because it cannot be one of the wanted names. */
  #name(): string | undefined {
    if (this.#body[this.#at] !== QUOTE) return undefined
    const start = this.#at
    this.#text()
    const written = this.#body.toString('latin1', start, Math.min(this.#at, start + NAME_MAX))
    if (!written.includes('\\')) return written.slice(1, -1)
    try {
      return JSON.parse(written) as string
    } catch {
      return ''
    }
  }

  #spaces(): void {
    while (SPACES.has(this.#body[this.#at]!)) this.#at++
  }

  /** Skips the value at the current position. */
  #skip(): void {
    const first = this.#body[this.#at]
    if (first === QUOTE) return this.#text()
    if (first === BRACE || first === BRACKET) return this.#nested()
    const start = this.#at
    while (isPlain(this.#body[this.#at])) this.#at++
    if (this.#at === start) this.#break()
  }

  /** Skips the list or the object at the current position. */
  #nested(): void {
    let depth = 0
    while (this.#at < this.#body.length) {
      const byte = this.#body[this.#at]
      if (byte === QUOTE) {
        this.#text()
        continue
      }
      this.#at++
      if (byte === BRACE || byte === BRACKET) depth++
      else if ((byte === BRACE_END || byte === BRACKET_END) && --depth === 0) return
    }
    this.#break()
  }

  /** Skips the text at the current position. */
  #text(): void {
    this.#at = endOfString(this.#body, this.#at + 1) + 1
  }

  /** Stops reading: the body is not JSON. */
  #break(): void {
    this.#at = this.#body.length + 1
  }

  get #isBroken(): boolean {
    return this.#at > this.#body.length
  }
}

/** Longer than the wanted names with every letter escaped. */
const NAME_MAX = 100
const SPACES = new Set(Buffer.from(' \t\r\n'))
const MARKS = new Set([QUOTE, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, COLON])

/** Whether it is a part of a number or a word. */
function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && !MARKS.has(byte)
}
