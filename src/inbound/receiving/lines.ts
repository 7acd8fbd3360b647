// Checks on the raw bytes of a mail while it comes in: how its lines end, and how many servers it has passed.

const [CR, LF] = [13, 10]

/**
 * Finds a CR or LF that stands alone. Two servers that disagree whether such a line ends disagree where the message ends, so an
 * attacker can smuggle a second message into the first (SMTP smuggling; RFC 5321 2.3.8 forbids both).
 */
export class LineEnds {
  #last = 0
  #areBare = false

  get areBare(): boolean {
    return this.#areBare
  }

  add(piece: Buffer): void {
    if (this.#areBare || piece.length === 0) return
    this.#areBare = (this.#last === CR && piece[0] !== LF) || this.#hasBareLf(piece) || hasBareCr(piece)
    this.#last = piece.at(-1)!
  }

  #hasBareLf(piece: Buffer): boolean {
    for (let at = piece.indexOf(LF); at !== -1; at = piece.indexOf(LF, at + 1))
      if ((at === 0 ? this.#last : piece[at - 1]) !== CR) return true
    return false
  }
}

/** A CR at the very end is judged with the first byte of the next piece. */
function hasBareCr(piece: Buffer): boolean {
  for (let at = piece.indexOf(CR); at !== -1; at = piece.indexOf(CR, at + 1))
    if (at + 1 < piece.length && piece[at + 1] !== LF) return true
  return false
}

/** A mail with more `Received` fields goes round in a loop (RFC 5321 6.3). */
export const HOPS_MAX = 50

/** The number of `Received` fields in the beginning of a mail. */
export function countHops(beginning: Buffer): number {
  const end = beginning.indexOf('\r\n\r\n')
  const head = beginning.toString('latin1', 0, end === -1 ? beginning.length : end)
  return head.match(/^received[ \t]*:/gim)?.length ?? 0
}
