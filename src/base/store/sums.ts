// What units of one commit or flight add to counters (counter.ts), summed up.
import type { Statement } from './statement.ts'

/** A counter as a unit sees it that adds to it. */
export interface CounterOf<Plus extends object> {
  readonly statement: Statement<Plus & { shard: number }, never>
  readonly counts: readonly string[]
  keyOf(row: Plus): string
}
type AnyCounter = CounterOf<never>

/** What a unit adds. */
export interface Addend {
  counter: AnyCounter
  plus: object
}

/** What some units add, in one row for each key. */
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

  /** What is to be written, in the order of the keys. */
  of(shard: number): [AnyCounter['statement'], { shard: number }][] {
    if (this.#sums.size === 0) return []
    const sums = [...this.#sums].toSorted(([one], [other]) => (one < other ? -1 : 1))
    return sums.map(([, { counter, row }]) => [counter.statement, { ...row, shard }])
  }
}
