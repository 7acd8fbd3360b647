// Sums the additions to counters by the units of one commit or flight (counter.ts).
import type { Statement } from './statement.ts'

/** The view of a counter for units that add to it. */
export interface CounterView<Plus extends object> {
  readonly statement: Statement<Plus & { shard: number }, never>
  readonly counts: readonly string[]
  keyOf(row: Plus): string
}
type AnyCounter = CounterView<never>

/** An addition of a unit. */
export interface Addend {
  counter: AnyCounter
  plus: object
}

/** Sums of additions, one row for each key. */
export class Sums {
  readonly #sums = new Map<string, { counter: AnyCounter; row: Record<string, number> }>()

  add(added: readonly Addend[]): void {
    for (const { counter, plus } of added) {
      const key = counter.keyOf(plus as never)
      const known = this.#sums.get(key)
      if (!known) this.#sums.set(key, { counter, row: { ...plus } })
      else for (const name of counter.counts) known.row[name]! += (plus as never)[name] as number
    }
  }

  /** The writes, in the order of the keys. */
  of(shard: number): [AnyCounter['statement'], { shard: number }][] {
    if (this.#sums.size === 0) return []
    const sums = [...this.#sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
    return sums.map(([, { counter, row }]) => [counter.statement, { ...row, shard }])
  }
}
