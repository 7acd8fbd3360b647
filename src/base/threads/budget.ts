// Limits how many bytes of large content are in memory at a time, in total and for each owner. A request without room
// waits in line for a limited time.

interface Waiter {
  bytes: number
  owner: string | undefined
  /** How many others were admitted ahead of it since it became the first in line without room. */
  overtaken: number
  go: (granted: boolean) => void
}

/** After this many, the line waits for the first one. Otherwise a request for much room would never be admitted. */
const OVERTAKEN_MAX = 32

export class Budget {
  readonly #bytes_max: number
  readonly #share_max: number
  #used = 0
  readonly #held = new Map<string, number>()
  readonly #waiting = new Set<Waiter>()

  /** `share_max`: maximum bytes of one owner; content without an owner has no such limit. */
  constructor(bytes_max: number, share_max = bytes_max) {
    this.#bytes_max = bytes_max
    this.#share_max = share_max
  }

  /** Bytes in use. */
  get used(): number {
    return this.#used
  }

  /**
   * Takes room if it is available now and the line allows it. Content larger than the whole budget is admitted when
   * nothing else is; content larger than a share is admitted when its owner has nothing else.
   */
  tryAcquire(bytes: number, owner?: string): boolean {
    let taken = false
    const asking: Waiter = { bytes, owner, overtaken: 0, go: granted => (taken = granted) }
    this.#waiting.add(asking)
    this.#serve()
    this.#waiting.delete(asking)
    return taken
  }

  /** Waits for room and takes it; `false`: none became available in time. */
  acquire(bytes: number, wait_ms: number, owner?: string): Promise<boolean> {
    return new Promise(resolve => {
      const go = (granted: boolean): void => {
        clearTimeout(timer)
        this.#waiting.delete(waiting)
        resolve(granted)
        // the next ones in line may need less
        if (!granted) this.#serve()
      }
      const waiting: Waiter = { bytes, owner, overtaken: 0, go }
      const timer = setTimeout(go, wait_ms, false)
      this.#waiting.add(waiting)
      this.#serve()
    })
  }

  /** Returns room. */
  release(bytes: number, owner?: string): void {
    this.#add(-bytes, owner)
    this.#serve()
  }

  /**
   * Grants room from the start of the line. No request overtakes another of its owner, and only a limited number
   * overtake the first one without room. One whose owner has used up its share blocks no other owner.
   */
  #serve(): void {
    const passed = new Set<string | undefined>()
    let first: Waiter | undefined
    for (const waiting of this.#waiting) {
      const { bytes, owner } = waiting
      if (passed.has(owner)) continue
      if (this.#fits(bytes) && this.#isWithinShare(bytes, owner)) {
        this.#add(bytes, owner)
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
    return this.#used === 0 || this.#used + bytes <= this.#bytes_max
  }

  #isWithinShare(bytes: number, owner: string | undefined): boolean {
    const held = owner === undefined ? 0 : (this.#held.get(owner) ?? 0)
    return held === 0 || held + bytes <= this.#share_max
  }

  #add(bytes: number, owner: string | undefined): void {
    this.#used += bytes
    if (owner === undefined) return
    const held = (this.#held.get(owner) ?? 0) + bytes
    if (held === 0) this.#held.delete(owner)
    else this.#held.set(owner, held)
  }
}
