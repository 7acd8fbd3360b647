// Guards (`Tx.guard`): rows on which units conflict if they decide about the same thing and no other row represents it.
// If two units write the same guard, one of them runs again. `day` is when the row was last written.
//
// Units that read wait for each other's guards before their first query; otherwise they would conflict again and again.
// Units of one process wait in `GuardQueue`. Units of several processes wait for the lock of a table, the only lock
// that PostgreSQL can take before the snapshot of a transaction (its manual on LOCK, at REPEATABLE READ). The tables
// are empty, and each guard is assigned one of them. Alternatively, a unit of the same process can continue the
// transaction of the last holder (chain.ts).
import { crc32 } from 'node:zlib'
import type { CommitChain } from './commit-chain.ts'
import { PreparedQuery } from './prepared-query.ts'

export const GUARD = new PreparedQuery(
  `insert into guards (name, count) values ($1, 1)
   on conflict (name) do update set count = guards.count + 1, day = current_date`,
  [{ name: 'name', encode: undefined }],
)

/** Tables whose locks represent guards. With more of them, fewer unrelated units would wait for each other. */
export const GUARD_LOCKS = 16

/** This mode conflicts with itself and with changes of the table, but not with a backup. */
const LOCKS = Array.from(
  { length: GUARD_LOCKS },
  (_, index) => new PreparedQuery(`lock table guard_lock_${index} in share update exclusive mode`),
)

/** The statements that take the locks of these guards, always in the same order, so that no two units wait for each other. */
export function locksOf(guards: Iterable<string>): PreparedQuery[] {
  const indexes = new Set([...guards].map(name => crc32(name) % GUARD_LOCKS))
  return LOCKS.filter((_, index) => indexes.has(index))
}

/** Removes guards, in parts, that were last written before yesterday: no unit runs that long. */
export const SWEEP_GUARDS = new PreparedQuery(
  'delete from guards where name in (select name from guards where day < current_date - 1 limit 1000)',
)

/** A unit that waits for a guard. */
interface Waiter {
  /** All of its guards, sorted, if it can take over all of them in a chain. */
  guards: readonly string[]
  since_ms: number
  resolve: (chain?: CommitChain) => void
}

export class GuardQueue {
  /** The waiting units of each guard that is held. */
  readonly #waiting = new Map<string, Waiter[]>()

  /**
   * Locks all of the names, sorted, so that no two units wait for each other (deadlock). Returns the chain that the unit
   * continues, if `mayChain` and the last holder of these guards passed one on.
   */
  async acquire(names: Iterable<string>, mayChain = false): Promise<CommitChain | undefined> {
    const sorted = [...names].toSorted()
    const since_ms = performance.now()
    for (const [index, name] of sorted.entries()) {
      if (this.tryAcquire(name)) continue
      const guards = mayChain && index === 0 ? sorted : []
      const chain = await new Promise<CommitChain | undefined>(resolve =>
        this.#waiting.get(name)!.push({ guards, since_ms, resolve }),
      )
      if (chain) return chain
    }
    return undefined
  }

  tryAcquire(name: string): boolean {
    if (this.#waiting.has(name)) return false
    this.#waiting.set(name, [])
    return true
  }

  /**
   * Passes a chain with all guards of its last unit on to the next unit, if that has the same ones. Returns whether it
   * did.
   */
  pass(names: ReadonlySet<string>, chain: CommitChain): boolean {
    const [first] = [...names].toSorted()
    const waiting = first === undefined ? [] : this.#waiting.get(first)!
    const [next] = waiting
    if (!next || next.since_ms > chain.began_ms) return false
    if (next.guards.length !== names.size || !next.guards.every(name => names.has(name))) return false
    waiting.shift()
    next.resolve(chain)
    return true
  }

  release(names: Iterable<string>): void {
    for (const name of names) {
      const next = this.#waiting.get(name)!.shift()
      if (next) next.resolve()
      else this.#waiting.delete(name)
    }
  }
}
