// Guards (`Tx.guard`): a row by the name of what units decide about, where no other row stands for it. Two units that write
// the same row conflict, and one runs again. The row's day says when it was last written. Units of one process that ask
// questions wait for each other before they begin, as they would conflict again and again.
import { Sent } from './sent.ts'

export const GUARD = new Sent(
  `insert into guards (name, count) values ($1, 1)
   on conflict (name) do update set count = guards.count + 1, day = current_date`,
  [{ name: 'name', encode: undefined }],
)

/** No unit decides by what was written the day before yesterday: none lasts that long. A part at a time. */
export const SWEEP_GUARDS = new Sent(
  'delete from guards where name in (select name from guards where day < current_date - 1 limit 1000)',
)

export class GuardTurns {
  /** By the name of a guard that a unit has, those that wait for it. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Locks all of the names. In one order for all units, so that no two of them wait for each other (deadlock). */
  async take(names: Iterable<string>): Promise<void> {
    for (const name of [...names].toSorted()) {
      if (!this.takeIfFree(name)) await new Promise<void>(resolve => this.#waiting.get(name)!.push(resolve))
    }
  }

  takeIfFree(name: string): boolean {
    if (this.#waiting.has(name)) return false
    this.#waiting.set(name, [])
    return true
  }

  give(names: Iterable<string>): void {
    for (const name of names) {
      const next = this.#waiting.get(name)!.shift()
      if (next) next()
      else this.#waiting.delete(name)
    }
  }
}
