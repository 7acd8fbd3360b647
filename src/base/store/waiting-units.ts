// The queue of units that wait for the next commit, and which of them are in it. Requests come in any number, and each answer
// brings the next request; units of jobs are small, many for one mail, and each waits for the one before. So units of jobs
// have priority, and while there are some, only a limited number of requests shares their commit: otherwise, the more mail
// is accepted, the less is delivered.

/** Units in one commit at the most, so that a burst cannot hold the event loop for long. */
const UNITS_MAX = 100
/** Turns of the event loop that a commit waits while each brings more: every page that it writes then serves more units. */
const TURNS_MAX = 4
/** Of requests, in a commit with units of the queue. */
const REQUESTS_BESIDE = 12

export class WaitingUnits<Unit extends { from: 'queue' | undefined }> {
  #requests: Unit[] = []
  #queue: Unit[] = []
  /** Those that were to be in the last commit already. */
  #late: Unit[] = []

  get any(): boolean {
    return this.count > 0
  }

  get count(): number {
    return this.#late.length + this.#requests.length + this.#queue.length
  }

  /** Only units of the queue wait. */
  get isOfQueue(): boolean {
    return this.#requests.length === 0 && this.#late.every(({ from }) => from === 'queue')
  }

  push(unit: Unit): void {
    if (unit.from === 'queue') this.#queue.push(unit)
    else this.#requests.push(unit)
  }

  /** Not at once: the other requests of this turn get in, and those of the next as long as some come. */
  gather(commit: () => void, turns = 1): void {
    const before = this.count
    setImmediate(() => {
      const { count } = this
      if (turns < TURNS_MAX && count > before && count < UNITS_MAX) this.gather(commit, turns + 1)
      else commit()
    })
  }

  /** Those of the next commit, in turn, as it may end before all had theirs. */
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

  /** Who had no turn is first in the next commit. */
  giveBack(units: readonly Unit[]): void {
    // of whatever kind: where each unit of the queue takes all of a turn, the others would never have theirs
    this.#late.unshift(...units)
  }

  takeAll(): Unit[] {
    return [...this.#late.splice(0), ...this.#queue.splice(0), ...this.#requests.splice(0)]
  }
}
