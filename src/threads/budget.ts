// How many bytes of large things may be in hand at once. What finds no room waits in line, for a while.

interface Waiting {
  bytes: number
  go: (granted: boolean) => void
}

export class Budget {
  readonly #bytes_max: number
  #taken = 0
  readonly #waiting = new Set<Waiting>()

  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max
  }

  /** Takes room if there is some and nobody waits for it. What is larger than all of it takes all of it. */
  tryTake(bytes: number): boolean {
    if (this.#waiting.size > 0 || !this.#fits(bytes)) return false
    this.#taken += bytes
    return true
  }

  /** Takes room when it is this one's turn; `false` when that does not come in time. */
  take(bytes: number, wait_ms: number): Promise<boolean> {
    if (this.tryTake(bytes)) return Promise.resolve(true)
    return new Promise(resolve => {
      const waiting: Waiting = { bytes, go: resolve }
      const timer = setTimeout(() => this.#leave(waiting, false), wait_ms)
      waiting.go = granted => {
        clearTimeout(timer)
        resolve(granted)
      }
      this.#waiting.add(waiting)
    })
  }

  /** Gives back what was taken. */
  give(bytes: number): void {
    this.#taken -= bytes
    for (const waiting of this.#waiting) {
      if (!this.#fits(waiting.bytes)) return
      this.#taken += waiting.bytes
      this.#leave(waiting, true)
    }
  }

  #fits(bytes: number): boolean {
    return this.#taken === 0 || this.#taken + bytes <= this.#bytes_max
  }

  #leave(waiting: Waiting, granted: boolean): void {
    this.#waiting.delete(waiting)
    waiting.go(granted)
    // who came behind may need less
    if (!granted) this.give(0)
  }
}
