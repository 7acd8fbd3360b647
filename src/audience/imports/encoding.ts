// Checks that a file, received in pieces, is UTF-8. Spreadsheets also write UTF-16 and legacy encodings, which would result in
// names with wrong letters.
import { isUtf8 } from 'node:buffer'
import { countLines } from './csv.ts'

/** A character in UTF-8 has at most four bytes. */
const LONGEST = 4

const ENDS = ['\n', '\r'] as const

export class Utf8Check {
  #rest: Buffer = Buffer.alloc(0)
  /** Bytes before `#rest`. */
  #bytes = 0
  #ends = { '\n': 0, '\r': 0 }

  /** The fault of the file, if this piece reveals one. */
  fault(piece: Buffer): string | undefined {
    if (this.#bytes === 0 && isUtf16(piece))
      return 'The CSV is in UTF-16. Save it as "CSV UTF-8" in your spreadsheet program.'
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    const whole = wholeLength(bytes)
    this.#rest = bytes.subarray(whole)
    const read = bytes.subarray(0, whole)
    if (!isUtf8(read)) return this.#words(read)
    this.#bytes += whole
    for (const end of ENDS) this.#ends[end] += countLines(read, end)
    return undefined
  }

  /** The fault at the file's end, such as a truncated character. */
  endFault(): string | undefined {
    return this.#rest.length > 0 ? this.#words(this.#rest) : undefined
  }

  #words(bytes: Buffer): string {
    const good = goodLength(bytes)
    const [lines, returns] = ENDS.map(end => this.#ends[end] + countLines(bytes.subarray(0, good), end))
    // old programs end lines with CR alone
    const line = 1 + (lines! || returns!)
    return `The CSV is not in UTF-8. See line ${line}, byte ${this.#bytes + good + 1} of the file. Save it as CSV in UTF-8.`
  }
}

/** The number of bytes before the first one that is not UTF-8. */
function goodLength(bytes: Buffer): number {
  const text = bytes.toString()
  let good = 0
  for (let at = 0; ; at++) {
    const found = text.indexOf(REPLACEMENT, at)
    if (found < 0) return bytes.length
    good += Buffer.byteLength(text.slice(at, found))
    // the file may contain this character itself
    if (!bytes.subarray(good, good + REPLACEMENT_BYTES.length).equals(REPLACEMENT_BYTES)) return good
    good += REPLACEMENT_BYTES.length
    at = found
  }
}

/** The character that decoding substitutes for invalid bytes. */
const REPLACEMENT = '\uFFFD'
const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT)

/** Whether the piece starts with a byte order mark of UTF-16, or with two bytes of which one is 0, like ASCII in UTF-16. */
function isUtf16(piece: Buffer): boolean {
  const [first, second] = piece
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  return piece.length > 1 && (first === 0) !== (second === 0)
}

/** The length without a truncated character at the end. */
function wholeLength(bytes: Buffer): number {
  for (let back = 1; back < LONGEST && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}
