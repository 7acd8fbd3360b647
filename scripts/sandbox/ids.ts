// Ids that are known beforehand: what is made in a sandbox gets the ids that the contract's examples show, in the order in
// which the examples make such things, and after that the ones that follow.
import type { IdSource } from '../../src/base/store/database.ts'

/** In a table without examples. */
const FIRST = '00000000-0000-4000-8000-000000000001'

export type IdLists = Readonly<Record<string, readonly string[]>>

export class ExampleIds implements IdSource {
  readonly #lists: IdLists
  /** How many were given of each table to what was kept. */
  readonly #kept: Map<string, number>
  /** And to the unit of work that is open. */
  #open = new Map<string, number>()

  constructor(lists: IdLists, kept: ReadonlyMap<string, number> = new Map()) {
    this.#lists = lists
    this.#kept = new Map(kept)
  }

  readonly next = (of: string): string => {
    const count = this.#open.get(of) ?? this.#kept.get(of) ?? 0
    this.#open.set(of, count + 1)
    const list = this.#lists[of] ?? [FIRST]
    return list[count] ?? following(list.at(-1)!, count - list.length + 1)
  }

  /** What was refused has used up nothing. */
  settle(kept: boolean): void {
    if (kept) for (const [of, count] of this.#open) this.#kept.set(of, count)
    this.#open.clear()
  }

  /** One that goes on from here. */
  copy(): ExampleIds {
    return new ExampleIds(this.#lists, this.#kept)
  }
}

const LAST_DIGITS = 12

function following(id: string, by: number): string {
  const number = Number.parseInt(id.slice(-LAST_DIGITS), 16) + by
  return id.slice(0, -LAST_DIGITS) + (number % 16 ** LAST_DIGITS).toString(16).padStart(LAST_DIGITS, '0')
}
