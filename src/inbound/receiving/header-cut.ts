// Limits the header of an email before it is parsed, because the parsers load a whole header into memory. A field that is too
// long is truncated, and the fields after it are still read.

/** Maximum bytes and lines of all fields with one parsed name. In total they are within the 1 MiB that the parser accepts. */
const FIELD_BYTES_MAX = 60_000
const FIELD_LINES_MAX = 2_000
/** Maximum bytes and lines of all other fields together. */
const OTHERS_BYTES_MAX = 200_000
const OTHERS_LINES_MAX = 5_000
/** The fields with separate limits, so that no other field displaces them. */
const PARSED = new Set(
  (
    'from sender to cc bcc reply-to subject message-id in-reply-to references mime-version content-type ' +
    'content-transfer-encoding content-disposition'
  ).split(' '),
)
const [TAB, LF, CR, SPACE] = [9, 10, 13, 32]
const NOTHING = Buffer.alloc(0)
const LINE_END = Buffer.from('\r\n')

interface Room {
  bytes: number
  lines: number
}

export class HeaderCut {
  readonly #kept: Buffer[] = []
  readonly #rooms = new Map<string, Room>()
  readonly #others: Room = { bytes: OTHERS_BYTES_MAX, lines: OTHERS_LINES_MAX }
  /** The start of a line whose end has not arrived yet. */
  #line: Buffer = NOTHING
  #isLineCut = false
  #name = ''
  #isBody = false
  /** The names of the truncated fields; `''` represents all whose names are not parsed. */
  readonly cut = new Set<string>()

  /** Returns the bytes to parse next. The header is buffered until its end and returned as a whole. */
  take(piece: Buffer): Buffer {
    if (this.#isBody) return piece
    for (let at = 0; at < piece.length;) {
      const end = piece.indexOf(LF, at)
      this.#addToLine(piece.subarray(at, end === -1 ? piece.length : end + 1))
      if (end === -1) break
      at = end + 1
      if (!this.#endLine()) continue
      this.#isBody = true
      return Buffer.concat([...this.#kept.splice(0), LINE_END, piece.subarray(at)])
    }
    return NOTHING
  }

  /** The buffered bytes at the end of an email that consists only of a header. */
  rest(): Buffer {
    if (this.#isBody) return NOTHING
    if (this.#line.length > 0) this.#endLine()
    return Buffer.concat(this.#kept.splice(0))
  }

  #addToLine(bytes: Buffer): void {
    const room = FIELD_BYTES_MAX - this.#line.length
    if (bytes.length > room) this.#isLineCut = true
    if (room > 0) this.#line = Buffer.concat([this.#line, bytes.subarray(0, room)])
  }

  /** Keeps the line within the limit of its field. Returns whether it is the empty line that ends the header. */
  #endLine(): boolean {
    const line = this.#line
    const isCut = this.#isLineCut
    this.#line = NOTHING
    this.#isLineCut = false
    const [first] = line
    if (first === LF || (first === CR && line[1] === LF)) return true
    if (first !== SPACE && first !== TAB) this.#name = nameIn(line)
    const room = this.#roomOf(this.#name)
    const isKept = room.lines > 0 && room.bytes > LINE_END.length
    if (isKept && !isCut && line.length <= room.bytes) this.#kept.push(line)
    else {
      this.cut.add(this.#name)
      if (isKept) this.#kept.push(line.subarray(0, room.bytes - LINE_END.length), LINE_END)
      // the rest of a value without its middle would have a different meaning
      if (this.#name !== '') room.bytes = 0
    }
    room.bytes -= Math.min(room.bytes, line.length)
    room.lines--
    return false
  }

  #roomOf(name: string): Room {
    if (name === '') return this.#others
    const known = this.#rooms.get(name)
    if (known) return known
    const room = { bytes: FIELD_BYTES_MAX, lines: FIELD_LINES_MAX }
    this.#rooms.set(name, room)
    return room
  }
}

/** The name of a parsed field, in lower case; `''` for all others. */
function nameIn(line: Buffer): string {
  const name = line.toString('latin1', 0, 40)
  const colon = name.indexOf(':')
  const given = name.slice(0, Math.max(0, colon)).trim().toLowerCase()
  return PARSED.has(given) ? given : ''
}
