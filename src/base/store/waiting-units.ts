// The queue of units that wait for the next commit, and the selection for each commit. Requests can arrive in any
// number, and each answered client sends the next one. Units of jobs are small, several for each email, and each waits
// for the previous one. Therefore they have priority, and a commit with some of them contains only a limited number of
// requests: otherwise, the more email is accepted, the less is delivered.

/** Maximum number of units in one commit, so that a burst does not block the event loop for long. */
const UNITS_MAX = 100
/**
 * Maximum number of turns of the event loop that a commit waits while each brings more units, so that each written page
 * serves more of them.
 */
const TURNS_MAX = 4
/** Maximum number of requests in a commit with units of the queue. */
const REQUESTS_BESIDE = 12

export class WaitingUnits<Unit extends { from: 'queue' | undefined }> {
  #requests: Unit[] = []
  #queue: Unit[] = []
  /** Units of the last commit that did not run. */
  #late: Unit[] = []

  get any(): boolean {
    return this.count > 0
  }

  get count(): number {
    return this.#late.length + this.#requests.length + this.#queue.length
  }

  /** Whether only units of the queue wait. */
  get isOfQueue(): boolean {
    return this.#requests.length === 0 && this.#late.every(({ from }) => from === 'queue')
  }

  push(unit: Unit): void {
    if (unit.from === 'queue') this.#queue.push(unit)
    else this.#requests.push(unit)
  }

  /** Delays the commit: units of this turn of the event loop join it, and those of later turns while each brings some. */
  gather(commit: () => void, turns = 1): void {
    const before = this.count
    setImmediate(() => {
      const { count } = this
      if (turns < TURNS_MAX && count > before && count < UNITS_MAX) this.gather(commit, turns + 1)
      else commit()
    })
  }

  /** Takes the units of the next commit. Both kinds alternate, because the commit may end before all have run. */
  take(): Unit[] {
    const late = this.#late.splice(0)
    return [...late, ...this.#takeOthers(UNITS_MAX - late.length)]
  }

  #takeOthers(max: number): Unit[] {
    if (this.#queue.length === 0) return this.#requests.splice(0, max)
    const beside = Math.min(REQUESTS_BESIDE, max)
    const queue = this.#queue.splice(0, max - beside)
    const requests = this.#requests.splice(0, beside)
    return queue
      .flatMap((unit, index) => [unit, ...requests.slice(index, index + 1)])
      .concat(requests.slice(queue.length))
  }

  /** Puts units that did not run first in the next commit. */
  putBack(units: readonly Unit[]): void {
    // both kinds: if each unit of the queue fills a commit, requests would otherwise never run
    this.#late.unshift(...units)
  }

  takeAll(): Unit[] {
    return [...this.#late.splice(0), ...this.#queue.splice(0), ...this.#requests.splice(0)]
  }
}
