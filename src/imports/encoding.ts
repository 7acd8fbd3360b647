// Whether a file that comes in pieces is text in UTF-8. Programs for tables also write UTF-16 and old alphabets, which would
// be names with the wrong letters.
import { isUtf8 } from 'node:buffer'

/** A character has four bytes at the most. */
const LONGEST = 4

export class Utf8Check {
  #rest: Buffer = Buffer.alloc(0)
  #bytes = 0

  /** What is wrong with the file, when this piece shows it. */
  fault(piece: Buffer): string | undefined {
    if (this.#bytes === 0 && isUtf16(piece))
      return 'The CSV is in UTF-16. Save it as CSV in UTF-8, which spreadsheets have as a choice of their own.'
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece
    const whole = wholeLength(bytes)
    this.#rest = bytes.subarray(whole)
    const fault = isUtf8(bytes.subarray(0, whole)) ? undefined : this.#words()
    this.#bytes += piece.length
    return fault
  }

  /** What is wrong with its end. */
  endFault(): string | undefined {
    return this.#rest.length > 0 ? this.#words() : undefined
  }

  #words(): string {
    return `The CSV is not in UTF-8: see behind byte ${this.#bytes}. Save it as CSV in UTF-8.`
  }
}

/** By its mark, or by the bytes of its first letters, of which every second one is 0. */
function isUtf16(piece: Buffer): boolean {
  const [first, second] = piece
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true
  return piece.length > 1 && (first === 0) !== (second === 0)
}

/** Up to where no character is cut off. */
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
