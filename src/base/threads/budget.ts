// How many bytes of large things may be in hand at once, and how many of one owner. What finds no room waits in line, for
// a while.

interface Waiting {
  bytes: number
  owner: string | undefined
  /** How many went ahead of it, since it was the first that finds no room. */
  overtaken: number
  go: (granted: boolean) => void
}

/** So many may go ahead of the first that finds no room; then the line waits for it, or those who need much never get it. */
const OVERTAKEN_MAX = 32

export class Budget {
  readonly #bytes_max: number
  readonly #share_max: number
  #taken = 0
  readonly #held = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()

  /** `share_max` is for each owner, of what has one. */
  constructor(bytes_max: number, share_max = bytes_max) {
    this.#bytes_max = bytes_max
    this.#share_max = share_max
  }

  /** How many bytes are in hand. */
  get taken(): number {
    return this.#taken
  }

  /**
   * Takes room if it is this one's turn. What is larger than all of it takes all of it, and what is larger than a share
   * is all that its owner has.
   */
  tryTake(bytes: number, owner?: string): boolean {
    let taken = false
    const asking: Waiting = { bytes, owner, overtaken: 0, go: granted => (taken = granted) }
    this.#waiting.add(asking)
    this.#serve()
    this.#waiting.delete(asking)
    return taken
  }

  /** Takes room when it is this one's turn; `false` when that does not come in time. */
  take(bytes: number, wait_ms: number, owner?: string): Promise<boolean> {
    return new Promise(resolve => {
      const go = (granted: boolean): void => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        resolve(granted)
        // who came behind may need less
        if (!granted) this.#serve()
      }
      const waiting: Waiting = { bytes, owner, overtaken: 0, go }
      const timer = setTimeout(go, wait_ms, false)
      this.#waiting.add(waiting)
      this.#serve()
    })
  }

  /** Gives back what was taken. */
  give(bytes: number, owner?: string): void {
    this.#hold(-bytes, owner)
    this.#serve()
  }

  /**
   * Goes through the line from its beginning. No waiter overtakes another of the same owner, and of others only so many;
   * whose owner has its share blocks no others.
   */
  #serve(): void {
    const passed = new Set<string | undefined>()
    let first: Waiting | undefined
    for (const waiting of this.#waiting) {
      const { bytes, owner } = waiting
      if (passed.has(owner)) continue
      if (this.#fits(bytes) && this.#isWithinShare(bytes, owner)) {
        this.#hold(bytes, owner)
        this.#waiting.delete(waiting)
        waiting.go(true)
        if (first) first.overtaken++
      } else {
        passed.add(owner)
        if (this.#isWithinShare(bytes, owner)) first ??= waiting
      }
      if (first && first.overtaken >= OVERTAKEN_MAX) return
    }
  }

  #fits(bytes: number): boolean {
    return this.#taken === 0 || this.#taken + bytes <= this.#bytes_max
  }

  #isWithinShare(bytes: number, owner: string | undefined): boolean {
    const held = owner === undefined ? 0 : (this.#held.get(owner) ?? 0)
    return held === 0 || held + bytes <= this.#share_max
  }

  #hold(bytes: number, owner: string | undefined): void {
    this.#taken += bytes
    if (owner === undefined) return
    const held = (this.#held.get(owner) ?? 0) + bytes
    if (held === 0) this.#held.delete(owner)
    else this.#held.set(owner, held)
  }
}
