// Counts durations in fixed buckets. Recording a duration allocates nothing.
import type { Distribution, Sample } from './exposition.ts'

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

  sample(labels: Readonly<Record<string, string>> = {}): Sample<Distribution> {
    const counts = [...this.#counts]
    const count = counts.reduce((total, each) => total + each, 0)
    return { labels, value: { bounds: this.#bounds, counts, sum: this.#sum, count } }
  }
}
