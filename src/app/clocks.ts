// What time it is for a server, and how long lifetimes are there.
import type { Logger } from 'pino'
import type { Database, IdSource } from '../base/store/database.ts'
import { DatabaseClock } from '../base/store/database-clock.ts'
import { type SteadyClock, openSteadyClock, TIME_SAVED_EVERY_MS } from '../base/store/steady-clock.ts'

/** A clock that is put right by so much is worth a word in the log. */
const CLOCK_AHEAD_MS = 60_000
/** Time comes from a database over a network. */
const TIME_TOLERANCE_MS = 1000
/** So far may the clocks of two machines be apart without a word. */
const CLOCKS_APART_MS = 2000

/** As in the options of a server. */
interface Given {
  now?: () => Date
  elapsed_ms?: () => number
  ids?: IdSource
}

interface Clocks {
  now: () => Date
  /** For lifetimes. */
  clock: SteadyClock
  stopClock: () => void
}

/** The machine's own, or the one that all have together who work on the database. */
export async function openClocks(
  database: Database,
  log: Logger,
  { now: given, elapsed_ms = () => performance.now(), ids }: Given,
): Promise<Clocks> {
  const shared = given === undefined && database.several ? new DatabaseClock(database) : undefined
  await shared?.start()
  const now = given ?? shared?.now ?? (() => new Date())
  // what several processes make comes in one order, whatever their machines say
  if (shared) ids?.goBy?.(shared.now)
  const apart_ms = shared ? Date.now() - now().getTime() : 0
  if (Math.abs(apart_ms) > CLOCKS_APART_MS)
    log.warn({ apart_ms }, "the machine's clock and the database's differ: the database's counts")
  const tolerance_ms = shared ? TIME_TOLERANCE_MS : 0
  const clock = await openSteadyClock(database, { now, elapsed_ms, tolerance_ms })
  const ahead_ms = clock.read().getTime() - now().getTime()
  // what is made now still comes behind what is there, also what was made when the time was not yet written down again
  if (ahead_ms > tolerance_ms) ids?.notBefore?.(new Date(clock.read().getTime() + TIME_SAVED_EVERY_MS))
  if (ahead_ms > CLOCK_AHEAD_MS) log.warn({ ahead_ms }, 'the clock was set back: lifetimes go by the highest time seen')
  return { now, clock, stopClock: () => shared?.stop() }
}
