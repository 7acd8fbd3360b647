// The clock for lifetimes, which never goes back. When the machine's clock is set back, expired tokens stay expired:
// time continues from the highest value read, at its real speed, so that tokens issued meanwhile have their full
// lifetime. When the machine's clock has caught up, both are the same again.
//
// If several processes share a database, the source is the database's clock (database-clock.ts), so that all have the
// same time. Its offset is measured again each time, with an error of some milliseconds: a time that is behind by less
// than that does not mean that the clock was set back.
import type { Database, Tx } from './database.ts'
import { statement } from './statement.ts'

/** The minimum time between two writes of the highest time: a process that dies loses no more than this. */
export const TIME_SAVED_EVERY_MS = 5000

const find = statement<object, { highest_at: string }>(knex => knex('steady_clock').select('highest_at').where('id', 1))

const raise = statement<{ highest_at: string }>(
  (knex, param) => knex('steady_clock').update({ highest_at: param('highest_at') }),
  'where id = 1 and highest_at < :highest_at',
)

/** The sources of time: the machine's clock, which can be set, and one that only counts. */
interface TimeSource {
  now: () => Date
  elapsed_ms: () => number
  /** The error of `now`: a clock that is behind by no more than this was not set back. */
  tolerance_ms?: number
}

export class SteadyClock {
  readonly #database: Database
  readonly #source: TimeSource
  #highest_ms: number
  /** `elapsed_ms` when the highest time was read. */
  #seen_ms: number
  #saved_ms: number

  constructor(database: Database, source: TimeSource, highest_ms: number) {
    this.#database = database
    this.#source = source
    this.#highest_ms = highest_ms
    this.#saved_ms = highest_ms
    this.#seen_ms = source.elapsed_ms()
  }

  /** The time, without a write. */
  readonly read = (): Date => {
    const elapsed_ms = this.#source.elapsed_ms()
    const steady_ms = this.#highest_ms + (elapsed_ms - this.#seen_ms)
    const wall_ms = this.#source.now().getTime()
    const is_set_back = steady_ms - wall_ms > (this.#source.tolerance_ms ?? 0)
    this.#highest_ms = is_set_back ? steady_ms : Math.max(this.#highest_ms, wall_ms)
    this.#seen_ms = elapsed_ms
    return new Date(this.#highest_ms)
  }

  /** The time for a decision; it is stored at intervals, so that it survives a restart. */
  readonly now = (): Date => {
    const now = this.read()
    if (now.getTime() - this.#saved_ms >= TIME_SAVED_EVERY_MS) {
      this.#saved_ms = now.getTime()
      // shares the commit of this turn's units; after a failure the next interval writes it
      this.#database.unit(tx => saveHighest(tx, now)).catch(() => {})
    }
    return now
  }
}

async function saveHighest(tx: Tx, now: Date): Promise<void> {
  tx.put(raise, { highest_at: now.toISOString() })
}

/** Opens the clock of a database: it starts at the highest time stored there, or now if that is later. */
export async function openSteadyClock(database: Database, source: TimeSource): Promise<SteadyClock> {
  const row = await database.read(tx => tx.get(find, {}))
  const clock = new SteadyClock(database, source, row ? Date.parse(row.highest_at) : 0)
  clock.now()
  return clock
}
