// The time by which lifetimes are judged: it never goes back. When the machine's clock is set back, what had ended stays
// ended; time goes on from the highest that was seen, as fast as it really passes, so that what is issued meanwhile lives
// as long as it should. Once the machine's clock has caught up, the two are the same again.
//
// Where several processes work on a database, that clock is the database's (database-clock.ts), so that they all judge by
// the same time. It is known to some milliseconds only, and each time anew: by how little it is then behind is waited for.
import type { Database, Tx } from './database.ts'
import { statement } from './statement.ts'

/** How often the highest time is written down, at the most: a process that dies loses no more of it. */
export const TIME_SAVED_EVERY_MS = 5000

const find = statement<object, { highest_at: string }>(knex => knex('steady_clock').select('highest_at').where('id', 1))

const raise = statement<{ highest_at: string }>(
  (knex, param) => knex('steady_clock').update({ highest_at: param('highest_at') }),
  'where id = 1 and highest_at < :highest_at',
)

/** What tells the time: the machine's clock, which can be set, and one that only counts. */
interface TimeSource {
  now: () => Date
  elapsed_ms: () => number
  /** A clock that is behind by no more than this was not set back: it is not known more exactly. */
  tolerance_ms?: number
}

export class SteadyClock {
  readonly #database: Database
  readonly #source: TimeSource
  #highest_ms: number
  /** What had elapsed when the highest time was seen. */
  #seen_ms: number
  #saved_ms: number

  constructor(database: Database, source: TimeSource, highest_ms: number) {
    this.#database = database
    this.#source = source
    this.#highest_ms = highest_ms
    this.#saved_ms = highest_ms
    this.#seen_ms = source.elapsed_ms()
  }

  /** The time; nothing is written. */
  readonly read = (): Date => {
    const elapsed_ms = this.#source.elapsed_ms()
    const steady_ms = this.#highest_ms + (elapsed_ms - this.#seen_ms)
    const wall_ms = this.#source.now().getTime()
    const is_set_back = steady_ms - wall_ms > (this.#source.tolerance_ms ?? 0)
    this.#highest_ms = is_set_back ? steady_ms : Math.max(this.#highest_ms, wall_ms)
    this.#seen_ms = elapsed_ms
    return new Date(this.#highest_ms)
  }

  /** The time by which something is decided; it is written down now and then, so that no restart forgets it. */
  readonly now = (): Date => {
    const now = this.read()
    if (now.getTime() - this.#saved_ms >= TIME_SAVED_EVERY_MS) {
      this.#saved_ms = now.getTime()
      // together with the next unit of this turn. What could not be written is written the next time
      this.#database.unit(tx => saveHighest(tx, now)).catch(() => {})
    }
    return now
  }
}

async function saveHighest(tx: Tx, now: Date): Promise<void> {
  tx.put(raise, { highest_at: now.toISOString() })
}

/** The clock of a database: it begins at the highest time that was seen with it, or now if that is later. */
export async function openSteadyClock(database: Database, source: TimeSource): Promise<SteadyClock> {
  const row = await database.read(tx => tx.get(find, {}))
  const clock = new SteadyClock(database, source, row ? Date.parse(row.highest_at) : 0)
  clock.now()
  return clock
}
