// Takes the contents of files out of a body before anything is made of its JSON: they stand there as megabytes of base64
// or as a list of millions of numbers, of which each would become a value. What stands in their place is their hash, so
// that the rest is a small body like any other, and the same for the same files in whatever form they came.
import { hash } from 'node:crypto'
import { base64Content, listedContent } from './file-content.ts'
import { endOfText } from './json.ts'

/** The bytes of a file, and what tells them from others. */
export interface FileContent {
  /** SHA-256 in hexadecimal digits. */
  hash: string
  bytes: Buffer
}

interface Cut {
  /** The JSON without the contents. */
  rest: Buffer
  /** Each once. They are within the body that was given. */
  contents: FileContent[]
}

const LIST = 'attachments'
const FIELD = 'content'

const [QUOTE, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, COLON] = Buffer.from('"{}[],:')

/** Whether there can be anything to take out. */
export function mayHaveContents(body: Buffer): boolean {
  return body.includes(LIST) || body.includes('\\u')
}

/**
 * Takes out what stands in `attachments[].content` of an object, writing over the bytes of the body. What replaces it is
 * `"<hash>:<bytes>"`. Refuses (422) what is no file in any form. What is no JSON stays as it is, and so does what has
 * another form: validation refuses it later.
 */
export function cutContents(body: Buffer): Cut {
  return new Cutter(body).cut()
}

/** What was written in the place of a content: its hash and its length. `undefined` for anything else. */
export function contentRef(text: string): { hash: string; bytes: number } | undefined {
  const { hash, bytes } = /^(?<hash>[0-9a-f]{64}):(?<bytes>\d+)$/.exec(text)?.groups ?? {}
  return hash === undefined ? undefined : { hash, bytes: Number(bytes) }
}

class Cutter {
  readonly #body: Buffer
  readonly #kept: Buffer[] = []
  readonly #contents = new Map<string, FileContent>()
  #at = 0
  /** Up to where the body is kept already. */
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

  /** Stands at the bracket of the list. */
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

  /** `{"type":"Buffer","data":[...]}`: the list stands for all of it, when it is one. */
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

  /** Puts a reference in the place of what ends here. */
  #replace(start: number, bytes: Buffer): void {
    const of = hash('sha256', bytes, 'hex')
    this.#kept.push(this.#body.subarray(this.#done, start), Buffer.from(`"${of}:${bytes.length}"`))
    this.#done = this.#at
    this.#contents.set(of, { hash: of, bytes })
  }

  /** Goes through the members of the object that begins here, if one does; `member` stands at a value and passes it. */
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

  /** A name that can be one of those that are looked for, with its escapes seen through. */
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

  /** Passes the value that begins here. */
  #skip(): void {
    const first = this.#body[this.#at]
    if (first === QUOTE) return this.#text()
    if (first === BRACE || first === BRACKET) return this.#nested()
    const start = this.#at
    while (isPlain(this.#body[this.#at])) this.#at++
    if (this.#at === start) this.#break()
  }

  /** Passes the list or the object that begins here. */
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

  /** Passes the text that begins here. */
  #text(): void {
    this.#at = endOfText(this.#body, this.#at + 1) + 1
  }

  /** It is no JSON, and not looked at any more. */
  #break(): void {
    this.#at = this.#body.length + 1
  }

  get #isBroken(): boolean {
    return this.#at > this.#body.length
  }
}

/** The longest way to write a name that is looked for, each letter escaped, is shorter. */
const NAME_MAX = 100
const SPACES = new Set(Buffer.from(' \t\r\n'))
const MARKS = new Set([QUOTE, BRACE, BRACE_END, BRACKET, BRACKET_END, COMMA, COLON])

/** Whether it is a part of a number or a word. */
function isPlain(byte: number | undefined): boolean {
  return byte !== undefined && byte > 0x20 && !MARKS.has(byte)
}
