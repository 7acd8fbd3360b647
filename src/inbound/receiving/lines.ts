// What can be seen of a mail while it comes in, without reading it: how its lines end, and how often it was handed on.

const [CR, LF] = [13, 10]

/** Whether each line ends in CRLF. What other servers may take for a line's end hides commands from them or from us. */
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

/** One at the end is looked at with the next piece. */
function hasBareCr(piece: Buffer): boolean {
  for (let at = piece.indexOf(CR); at !== -1; at = piece.indexOf(CR, at + 1))
    if (at + 1 < piece.length && piece[at + 1] !== LF) return true
  return false
}

/** More servers than hand on any mail that arrives somewhere. */
export const HOPS_MAX = 50

/** How many servers have handed a mail on, by what is known of its header. */
export function countHops(beginning: Buffer): number {
  const end = beginning.indexOf('\r\n\r\n')
  const head = beginning.toString('latin1', 0, end === -1 ? beginning.length : end)
  return head.match(/^received[ \t]*:/gim)?.length ?? 0
}
