// Guards (`Tx.guard`): a row that stands for what units decide about, where no other row does. Two units that write the same
// row conflict, and one runs again. `day` is when the row was last written. Reading units of one process wait for each other's
// guards before they begin; otherwise they would conflict again and again.
import { Sent } from './sent.ts'

export const GUARD = new Sent(
  `insert into guards (name, count) values ($1, 1)
   on conflict (name) do update set count = guards.count + 1, day = current_date`,
  [{ name: 'name', encode: undefined }],
)

/** Removes guards, a part at a time, that were last written before yesterday: no unit runs that long. */
export const SWEEP_GUARDS = new Sent(
  'delete from guards where name in (select name from guards where day < current_date - 1 limit 1000)',
)

export class GuardTurns {
  /** The waiting units of each guard that is held. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Locks all of the names, sorted, so that no two units wait for each other (deadlock). */
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
