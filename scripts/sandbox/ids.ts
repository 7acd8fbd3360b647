// Predictable ids: objects created in a sandbox get the ids of the contract's examples, in the order in which the
// examples create them, and then consecutive ones.
import type { IdSource } from '../../src/base/store/database.ts'

/** For a table without examples. */
const FIRST = '00000000-0000-4000-8000-000000000001'

export type IdLists = Readonly<Record<string, readonly string[]>>

export class ExampleIds implements IdSource {
  readonly #lists: IdLists
  /** The number of ids per table that committed transactions used. */
  readonly #kept: Map<string, number>
  /** And the number in the open transaction. */
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

  /** A rejected request uses no ids. */
  endUnit(kept: boolean): void {
    if (kept) for (const [of, count] of this.#open) this.#kept.set(of, count)
    this.#open.clear()
  }

  /** A copy that continues from here. */
  copy(): ExampleIds {
    return new ExampleIds(this.#lists, this.#kept)
  }
}

const LAST_DIGITS = 12

function following(id: string, by: number): string {
  const number = Number.parseInt(id.slice(-LAST_DIGITS), 16) + by
  return id.slice(0, -LAST_DIGITS) + (number % 16 ** LAST_DIGITS).toString(16).padStart(LAST_DIGITS, '0')
}
