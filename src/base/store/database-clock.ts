// The time of the database's server. The clocks of several machines differ, and what one process judges by its own another
// one judges by another: a token that was replaced a moment ago would be one that comes back too late. So where several
// processes work on a database, all of them go by its clock, which each asks now and then; in between it counts itself.
import type { Database } from './database.ts'
import { forSeveral, statement } from './statement.ts'

const ASKED_EVERY_MS = 5000
/** An answer that took longer says too little of when it was given. */
const ANSWERED_WITHIN_MS = 250

const timeOfServer = forSeveral(
  statement<object, { now_ms: number }>(knex =>
    knex.raw('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms'),
  ),
)

export class DatabaseClock {
  readonly #database: Pick<Database, 'read'>
  readonly #elapsed_ms: () => number
  /** The time when nothing had elapsed. */
  #began_ms = NaN
  #timer: NodeJS.Timeout | undefined

  constructor(database: Pick<Database, 'read'>, elapsed_ms: () => number = () => performance.now()) {
    this.#database = database
    this.#elapsed_ms = elapsed_ms
  }

  readonly now = (): Date => new Date(this.#began_ms + this.#elapsed_ms())

  /** Throws when the database cannot be asked. */
  async start(): Promise<void> {
    await this.ask()
    // until it can be asked again, it goes on counting
    this.#timer = setInterval(() => void this.ask().catch(() => {}), ASKED_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async ask(): Promise<void> {
    const sent_ms = this.#elapsed_ms()
    const now_ms = await readTime(this.#database)
    const took_ms = this.#elapsed_ms() - sent_ms
    if (took_ms > ANSWERED_WITHIN_MS && !Number.isNaN(this.#began_ms)) return
    // it was read somewhere between: this is wrong by half of that at the most
    this.#began_ms = now_ms - sent_ms - took_ms / 2
  }
}

/** For something that is done beside the servers: the time as all of them have it, or the machine's where there is one. */
export async function readNow(database: Pick<Database, 'read' | 'several'>, machines: Date): Promise<Date> {
  return database.several ? new Date(await readTime(database)) : machines
}

async function readTime(database: Pick<Database, 'read'>): Promise<number> {
  return (await database.read(tx => tx.get(timeOfServer, {})))!.now_ms
}
