// Counts durations in fixed buckets. Recording a duration allocates nothing.
import type { Sample } from './exposition.ts'

export class Histogram {
  readonly #bounds: readonly number[]
  /** Has one more count than there are bounds: the last is for all longer durations. */
  readonly #counts: Float64Array
  #sum = 0

  /** `bounds`: in seconds, ascending. */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  note(seconds: number): void {
    let index = 0
    while (index < this.#bounds.length && seconds > this.#bounds[index]!) index++
    this.#counts[index]!++
    this.#sum += seconds
  }

  samples(labels: Readonly<Record<string, string>> = {}): Sample[] {
    let count = 0
    const buckets = [...this.#bounds, Infinity].map((bound, index): Sample => {
      count += this.#counts[index]!
      const le = bound === Infinity ? '+Inf' : String(bound)
      return { suffix: '_bucket', labels: { ...labels, le }, value: count }
    })
    return [...buckets, { suffix: '_sum', labels, value: this.#sum }, { suffix: '_count', labels, value: count }]
  }
}
