// A message while it comes in, in one piece of memory, which is counted before it is taken: a client that sends many messages
// and ends none, or sends them a byte at a time, has no more of it than the share of one.
import type { Budget } from '../../base/threads/budget.ts'

const BEGIN_BYTES = 16_384

export class HeldMessage {
  readonly #budget: Budget
  readonly #owner: string | undefined
  readonly #bytes_max: number
  #memory = Buffer.alloc(0)
  #length = 0
  /** What is counted for it, also when its memory was handed over to a thread. */
  #taken = 0

  constructor(budget: Budget, owner: string | undefined, bytes_max: number) {
    this.#budget = budget
    this.#owner = owner
    this.#bytes_max = bytes_max
  }

  /** What is kept of it so far. */
  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** Keeps a piece, as far as it is to be kept; `false` when there is no room, and then nothing is kept any more. */
  add(piece: Buffer): boolean {
    const needed = Math.min(this.#length + piece.length, this.#bytes_max)
    if (needed > this.#memory.length && !this.#grow(needed)) {
      this.release()
      return false
    }
    this.#length += piece.copy(this.#memory, this.#length, 0, needed - this.#length)
    return true
  }

  /** Keeps a piece, as far as there is room for it in one part; `false` when no memory comes free in time. */
  async addInTime(piece: Buffer, wait_ms: number): Promise<boolean> {
    const needed = Math.min(this.#length + piece.length, this.#bytes_max)
    if (needed > this.#memory.length) {
      const size = this.#sizeFor(needed)
      if (!(await this.#budget.take(size - this.#memory.length, wait_ms, this.#owner))) return false
      this.#moveInto(size)
    }
    this.#length += piece.copy(this.#memory, this.#length, 0, needed - this.#length)
    return true
  }

  /** How many more bytes it keeps. */
  get left(): number {
    return this.#bytes_max - this.#length
  }

  /** Forgets what is kept, and has its memory for what comes next. */
  clear(): void {
    this.#length = 0
  }

  release(): void {
    if (this.#taken > 0) this.#budget.give(this.#taken, this.#owner)
    this.#taken = 0
    this.#memory = Buffer.alloc(0)
    this.#length = 0
  }

  #grow(needed: number): boolean {
    const size = this.#sizeFor(needed)
    if (!this.#budget.tryTake(size - this.#memory.length, this.#owner)) return false
    this.#moveInto(size)
    return true
  }

  #sizeFor(needed: number): number {
    return Math.min(this.#bytes_max, Math.max(needed, this.#memory.length * 2, BEGIN_BYTES))
  }

  #moveInto(size: number): void {
    this.#taken = size
    const larger = Buffer.allocUnsafeSlow(size)
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }
}
