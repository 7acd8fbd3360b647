// Guards (`Tx.guard`): a row that stands for what units decide about, where no other row does. Two units that write the same
// row conflict, and one runs again. `day` is when the row was last written.
//
// Units that read wait for each other's guards before their first query; otherwise they would conflict again and again. Units of
// one process wait in `GuardTurns`. Units of several processes wait for the lock of a table, the only lock that PostgreSQL can
// take before the snapshot of a transaction (its manual on LOCK, at REPEATABLE READ). The tables are empty, and each guard is
// assigned one of them.
import { crc32 } from 'node:zlib'
import { Sent } from './sent.ts'

export const GUARD = new Sent(
  `insert into guards (name, count) values ($1, 1)
   on conflict (name) do update set count = guards.count + 1, day = current_date`,
  [{ name: 'name', encode: undefined }],
)

/** Tables whose locks stand for guards. More of them would make unrelated units wait for each other less often. */
export const GUARD_LOCKS = 16

/** This mode conflicts with itself and with changes of the table, but not with a backup. */
const LOCKS = Array.from(
  { length: GUARD_LOCKS },
  (_, index) => new Sent(`lock table guard_lock_${index} in share update exclusive mode`),
)

/** The statements that take the locks of these guards, always in the same order, so that no two units wait for each other. */
export function locksOf(guards: Iterable<string>): Sent[] {
  const indexes = new Set([...guards].map(name => crc32(name) % GUARD_LOCKS))
  return LOCKS.filter((_, index) => indexes.has(index))
}

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
