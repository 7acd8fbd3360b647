// The clock of the database's server. Clocks of several machines differ, so one process could consider a token replaced
// too long ago that another one has just replaced. Therefore processes that share a database all use its clock. Each
// reads it at intervals, and counts in between.
import type { Database } from './database.ts'
import { forSharedDatabase, statement } from './statement.ts'

const ASKED_EVERY_MS = 5000
/** A reading that took longer is too inaccurate. */
const ANSWERED_WITHIN_MS = 250

const timeOfServer = forSharedDatabase(
  statement<object, { now_ms: number }>(knex =>
    knex.raw('select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms'),
  ),
)

export class DatabaseClock {
  readonly #database: Pick<Database, 'read'>
  readonly #elapsed_ms: () => number
  /** The time at `elapsed_ms` 0. */
  #began_ms = NaN
  #timer: NodeJS.Timeout | undefined

  constructor(database: Pick<Database, 'read'>, elapsed_ms: () => number = () => performance.now()) {
    this.#database = database
    this.#elapsed_ms = elapsed_ms
  }

  readonly now = (): Date => new Date(this.#began_ms + this.#elapsed_ms())

  /** Throws if the database cannot be reached. */
  async start(): Promise<void> {
    await this.readServerTime()
    // while the database cannot be reached, the clock continues counting
    this.#timer = setInterval(() => void this.readServerTime().catch(() => {}), ASKED_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async readServerTime(): Promise<void> {
    const sent_ms = this.#elapsed_ms()
    const now_ms = await readTime(this.#database)
    const took_ms = this.#elapsed_ms() - sent_ms
    if (took_ms > ANSWERED_WITHIN_MS && !Number.isNaN(this.#began_ms)) return
    // it was read at some moment in between: the error is half of that time at most
    this.#began_ms = now_ms - sent_ms - took_ms / 2
  }
}

/**
 * The time for a command that runs in parallel with the servers: the database's clock if several processes share it,
 * otherwise the machine's.
 */
export async function readDatabaseTime(database: Pick<Database, 'read' | 'several'>, machines: Date): Promise<Date> {
  return database.several ? new Date(await readTime(database)) : machines
}

async function readTime(database: Pick<Database, 'read'>): Promise<number> {
  return (await database.read(tx => tx.get(timeOfServer, {})))!.now_ms
}
