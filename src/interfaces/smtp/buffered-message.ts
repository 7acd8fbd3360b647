// A message in memory while it arrives. Its memory is one buffer, whose size is taken from a budget before the buffer is
// allocated: clients that start many messages and complete none, or send a byte at a time, cannot use more than their share.
import type { Budget } from '../../base/threads/budget.ts'

const BEGIN_BYTES = 16_384

export class BufferedMessage {
  readonly #budget: Budget
  readonly #owner: string | undefined
  readonly #bytes_max: number
  #memory = Buffer.alloc(0)
  #length = 0
  /** Bytes taken from the budget. Not the length of `#memory`: that is 0 once the buffer was transferred to a thread. */
  #taken = 0

  constructor(budget: Budget, owner: string | undefined, bytes_max: number) {
    this.#budget = budget
    this.#owner = owner
    this.#bytes_max = bytes_max
  }

  /** The bytes so far. */
  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** Appends a chunk, up to `bytes_max` in total. `false`: the budget has no room; all memory of the message is released. */
  add(piece: Buffer): boolean {
    const needed = Math.min(this.#length + piece.length, this.#bytes_max)
    if (needed > this.#memory.length && !this.#grow(needed)) {
      this.release()
      return false
    }
    this.#length += piece.copy(this.#memory, this.#length, 0, needed - this.#length)
    return true
  }

  /** Appends a chunk, up to `bytes_max` in total, and waits for memory if necessary. `false`: none became free in time. */
  async addInTime(piece: Buffer, wait_ms: number): Promise<boolean> {
    const needed = Math.min(this.#length + piece.length, this.#bytes_max)
    if (needed > this.#memory.length) {
      const size = this.#sizeFor(needed)
      if (!(await this.#budget.acquire(size - this.#memory.length, wait_ms, this.#owner))) return false
      this.#moveInto(size)
    }
    this.#length += piece.copy(this.#memory, this.#length, 0, needed - this.#length)
    return true
  }

  /** How many more bytes can be appended. */
  get left(): number {
    return this.#bytes_max - this.#length
  }

  /** Drops the bytes and keeps the memory for the following ones. */
  clear(): void {
    this.#length = 0
  }

  release(): void {
    if (this.#taken > 0) this.#budget.release(this.#taken, this.#owner)
    this.#taken = 0
    this.#memory = Buffer.alloc(0)
    this.#length = 0
  }

  #grow(needed: number): boolean {
    const size = this.#sizeFor(needed)
    if (!this.#budget.tryAcquire(size - this.#memory.length, this.#owner)) return false
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
