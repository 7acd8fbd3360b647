// The queue for hashing passwords. Each hash takes one core for 0.2 s and 32 MB, so only a few run simultaneously; the
// others wait in one line per caller. Lines take turns, so that a caller with many attempts cannot block others. If the
// queue is full, a known caller replaces an unknown one, because an attacker with many networks counts as many callers.

/** There is no room to wait. */
export class HashQueueFull extends Error {
  constructor() {
    super('Too many passwords are being checked')
    this.name = 'HashQueueFull'
  }
}

interface Waiter {
  begin: () => void
  giveUp: () => void
  known: boolean
}

export class HashQueue {
  readonly #at_once: number
  readonly #waiting_max: number
  /** By caller; the first is next. */
  readonly #lines = new Map<string, Waiter[]>()
  /** Callers with a running hash; each has at most one. */
  readonly #served = new Set<string>()
  #waiting = 0

  constructor(at_once: number, waiting_max: number) {
    this.#at_once = at_once
    this.#waiting_max = waiting_max
  }

  /** Runs the work when it is the caller's turn. Throws `HashQueueFull` if there is no room to wait. */
  async run<Result>(caller: string, work: () => Promise<Result>, known = false): Promise<Result> {
    await this.#turn(caller, known)
    try {
      return await work()
    } finally {
      this.#served.delete(caller)
      this.#serve()
    }
  }

  #turn(caller: string, known: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(new HashQueueFull())
      if (this.#waiting === this.#waiting_max && !this.#makeRoom(caller, known)) return giveUp()
      const line = this.#lines.get(caller) ?? []
      line.push({ begin: resolve, giveUp, known })
      this.#lines.set(caller, line)
      this.#waiting++
      this.#serve()
    })
  }

  #serve(): void {
    for (const [caller, line] of this.#lines) {
      if (this.#served.size >= this.#at_once) return
      if (this.#served.has(caller)) continue
      const { begin } = line.shift()!
      this.#waiting--
      this.#lines.delete(caller)
      // the caller moves behind all others
      if (line.length > 0) this.#lines.set(caller, line)
      this.#served.add(caller)
      begin()
    }
  }

  /** The longest line of an unknown caller loses its last place, if that is fairer than refusing this caller. */
  #makeRoom(caller: string, known: boolean): boolean {
    const strangers = [...this.#lines].filter(([, line]) => !line.at(-1)!.known)
    if (strangers.length === 0) return false
    const [name, longest] = strangers.reduce((one, other) => (other[1].length > one[1].length ? other : one))
    const enough = known ? 1 : (this.#lines.get(caller)?.length ?? 0) + 2
    if (longest.length < enough) return false
    longest.pop()!.giveUp()
    if (longest.length === 0) this.#lines.delete(name)
    this.#waiting--
    return true
  }
}
