// Bounds the header of a mail before it is parsed, as the parsers hold a whole header in memory: a longer one is cut off after a
// line, and the body follows.

const HEADER_BYTES_MAX = 200_000
const LINES_MAX = 5_000
const END = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)

export class HeaderCut {
  #held: Buffer = NOTHING
  #state: 'header' | 'skipping' | 'body' = 'header'
  isCut = false

  /** Returns the bytes to parse next. A header is held back until its end, or until it is too long. */
  take(piece: Buffer): Buffer {
    if (this.#state === 'body') return piece
    const all = Buffer.concat([this.#held, piece])
    const end = all.indexOf(END)
    if (this.#state === 'skipping') {
      if (end !== -1) return this.#body(all.subarray(end))
      this.#held = all.subarray(Math.max(0, all.length - END.length + 1))
      return NOTHING
    }
    const cut_at = cutOf(all.subarray(0, end === -1 ? all.length : end + 2))
    if (cut_at === undefined) {
      if (end !== -1 || all.subarray(0, 2).equals(END.subarray(0, 2))) return this.#body(all)
      this.#held = all
      return NOTHING
    }
    this.isCut = true
    if (end !== -1) return this.#body(Buffer.concat([all.subarray(0, cut_at), all.subarray(end)]))
    this.#state = 'skipping'
    this.#held = all.subarray(Math.max(cut_at, all.length - END.length + 1))
    return all.subarray(0, cut_at)
  }

  /** The bytes still held back at the end of a mail that has only a header. */
  rest(): Buffer {
    return this.#state === 'header' ? this.#held : NOTHING
  }

  #body(bytes: Buffer): Buffer {
    this.#state = 'body'
    this.#held = NOTHING
    return bytes
  }
}

/** The end of the last line within the bounds; `undefined`: the header is within them. */
function cutOf(header: Buffer): number | undefined {
  let lines = 0
  let last = 0
  for (let at = header.indexOf(10); at !== -1; at = header.indexOf(10, at + 1)) {
    if (at + 1 > HEADER_BYTES_MAX || ++lines > LINES_MAX) return last
    last = at + 1
  }
  return header.length > HEADER_BYTES_MAX ? last : undefined
}
