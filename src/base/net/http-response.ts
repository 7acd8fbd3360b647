// Parses an HTTP/1.1 response as it arrives (RFC 9112), for kept connections. Any deviation from the standard is an
// error: if two readers disagree about the end of a response, a server could insert another one (response smuggling).

/** The parsed head of a response. */
export interface ParsedHead {
  status: number
  /** By lower-case name; the values of a repeated field are joined with commas. */
  headers: ReadonlyMap<string, string>
}

export class InvalidResponse extends Error {}

const END_OF_HEAD = '\r\n\r\n'
const CR = 13
const LF = 10
/** Maximum bytes of the line before a chunk; the length has at most eight digits. */
const CHUNK_LINE_MAX = 256
const TRAILER_BYTES_MAX = 16_384
const TOKEN = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/
const VALUE = /^[\t\x20-\x7E\x80-\xFF]*$/
const STATUS_LINE = /^HTTP\/1\.([01]) (\d{3})(?: [\t\x20-\x7E\x80-\xFF]*)?$/

type State = 'head' | 'length' | 'until_close' | 'chunk_line' | 'chunk' | 'chunk_end' | 'trailer' | 'over'

export class ResponseReader {
  readonly #head_bytes_max: number
  readonly #body_bytes_max: number
  #state: State = 'head'
  #left: Buffer | undefined
  /** Bytes of the body or the chunk that have not arrived yet. */
  #length = 0
  #trailer_bytes = 0
  #body_bytes = 0
  #pieces: Buffer[] = []
  #head: ParsedHead | undefined
  #isKept = false
  /** The body was longer than `body_bytes_max`. */
  truncated = false

  constructor(head_bytes_max: number, body_bytes_max: number) {
    this.#head_bytes_max = head_bytes_max
    this.#body_bytes_max = body_bytes_max
  }

  get isOver(): boolean {
    return this.#state === 'over'
  }

  /** Whether any byte of the response has arrived. */
  get hasBegun(): boolean {
    return this.#head !== undefined || this.#left !== undefined
  }

  /** Whether another request can follow on the connection after the response. */
  get isKept(): boolean {
    return this.#isKept && !this.truncated && this.#left === undefined
  }

  get head(): ParsedHead {
    return this.#head!
  }

  get body(): Buffer {
    const whole = this.#pieces.length === 1 ? this.#pieces[0]! : Buffer.concat(this.#pieces)
    return whole.subarray(0, this.#body_bytes_max)
  }

  /** Parses the next bytes. Throws if they cannot belong to a response. */
  feed(piece: Buffer): void {
    let rest: Buffer | undefined = this.#left ? Buffer.concat([this.#left, piece]) : piece
    this.#left = undefined
    while (rest && rest.length > 0 && this.#state !== 'over') rest = this.#step(rest)
    if (rest && rest.length > 0) this.#left = rest
  }

  /** Reports that the connection has ended. Returns whether the response is complete. */
  close(): boolean {
    if (this.#state === 'until_close') this.#end()
    return this.isOver
  }

  /** Returns the remaining bytes; `undefined`: they are kept in `#left` until more arrive. */
  #step(bytes: Buffer): Buffer | undefined {
    switch (this.#state) {
      case 'head':
        return this.#readHead(bytes)
      case 'until_close':
        this.#take(bytes)
        return undefined
      case 'length':
      case 'chunk':
        return this.#readLength(bytes)
      case 'chunk_line':
        return this.#readLine(bytes, CHUNK_LINE_MAX, line => this.#beginChunk(line))
      case 'chunk_end':
        return this.#readLine(bytes, 2, line => {
          if (line !== '') throw new InvalidResponse('a chunk has another length')
          this.#state = 'chunk_line'
        })
      case 'trailer':
        return this.#readLine(bytes, TRAILER_BYTES_MAX, line => {
          this.#trailer_bytes += line.length
          if (this.#trailer_bytes > TRAILER_BYTES_MAX) throw new InvalidResponse('its trailer is too long')
          if (line === '') this.#end()
        })
      case 'over':
        return bytes
    }
  }

  #readHead(bytes: Buffer): Buffer | undefined {
    const end = this.#endOf(bytes, END_OF_HEAD, this.#head_bytes_max)
    if (end < 0) return undefined
    this.#beginBody(bytes.toString('latin1', 0, end).split('\r\n'))
    return bytes.subarray(end + END_OF_HEAD.length)
  }

  #beginBody([line = '', ...fields]: string[]): void {
    const [, minor, digits] = STATUS_LINE.exec(line) ?? []
    if (digits === undefined) throw new InvalidResponse('it is no answer of HTTP/1.1')
    const status = Number(digits)
    const headers = headersOf(fields)
    if (status === 101) throw new InvalidResponse('the answer changes to another protocol')
    // an interim response: the final one follows
    if (status >= 100 && status < 200) return
    if (status < 100 || status > 599) throw new InvalidResponse(`${status} is no status of an answer`)
    this.#head = { status, headers }
    const connection = headers.get('connection')?.toLowerCase() ?? ''
    this.#isKept = minor === '1' ? !connection.includes('close') : connection.includes('keep-alive')
    this.#frame(status, headers)
  }

  /** How the end of the body is determined (RFC 9112 6.3). */
  #frame(status: number, headers: ReadonlyMap<string, string>): void {
    const encoding = headers.get('transfer-encoding')?.toLowerCase()
    const length = headers.get('content-length')
    if (status === 204 || status === 304) return this.#end()
    if (encoding !== undefined) {
      if (length !== undefined) this.#isKept = false
      this.#state = encoding === 'chunked' ? 'chunk_line' : 'until_close'
    } else if (length === undefined) this.#state = 'until_close'
    else {
      if (!/^\d{1,15}$/.test(length)) throw new InvalidResponse('its length is no number')
      this.#length = Number(length)
      this.#state = 'length'
      if (this.#length === 0) this.#end()
    }
    if (this.#state === 'until_close') this.#isKept = false
  }

  #beginChunk(line: string): void {
    const digits = /^([\dA-Fa-f]{1,8})(?:[\t ]*;.*)?$/.exec(line)?.[1]
    if (digits === undefined) throw new InvalidResponse('a chunk has no length')
    this.#length = Number.parseInt(digits, 16)
    this.#state = this.#length === 0 ? 'trailer' : 'chunk'
  }

  #readLength(bytes: Buffer): Buffer | undefined {
    const part = bytes.length > this.#length ? bytes.subarray(0, this.#length) : bytes
    this.#length -= part.length
    const isChunk = this.#state === 'chunk'
    this.#take(part)
    if (this.#length === 0 && !this.isOver) {
      if (isChunk) this.#state = 'chunk_end'
      else this.#end()
    }
    return bytes.subarray(part.length)
  }

  #readLine(bytes: Buffer, bytes_max: number, read: (line: string) => void): Buffer | undefined {
    const end = this.#endOf(bytes, LF, bytes_max)
    if (end < 0) return undefined
    if (bytes[end - 1] !== CR) throw new InvalidResponse('a line of it has no end')
    read(bytes.toString('latin1', 0, end - 1))
    return bytes.subarray(end + 1)
  }

  /** The position of `mark` within `bytes_max`; -1: it has not arrived yet, and the bytes are kept. */
  #endOf(bytes: Buffer, mark: string | number, bytes_max: number): number {
    const end = bytes.indexOf(mark)
    if ((end < 0 ? bytes.length : end) > bytes_max)
      throw new InvalidResponse(mark === LF ? 'a line of it is too long' : 'its head is too long')
    if (end < 0) this.#left = bytes
    return end
  }

  #take(bytes: Buffer): void {
    this.#pieces.push(bytes)
    this.#body_bytes += bytes.length
    if (this.#body_bytes <= this.#body_bytes_max) return
    this.truncated = true
    this.#end()
  }

  #end(): void {
    this.#state = 'over'
  }
}

function headersOf(fields: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const field of fields) {
    const colon = field.indexOf(':')
    const name = field.slice(0, colon).toLowerCase()
    const value = field.slice(colon + 1).trim()
    if (colon < 1 || !TOKEN.test(name) || !VALUE.test(value))
      throw new InvalidResponse('a line of its head is no field')
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return headers
}
