// The clock of a server, and the steady clock used to measure lifetimes.
import type { Logger } from 'pino'
import type { Database, IdSource } from '../base/store/database.ts'
import { DatabaseClock } from '../base/store/database-clock.ts'
import { type SteadyClock, openSteadyClock, TIME_SAVED_EVERY_MS } from '../base/store/steady-clock.ts'

/** A steady clock that is ahead of the current time by more than this is logged. */
const CLOCK_AHEAD_MS = 60_000
/** Tolerance for a time read from a database over a network. */
const TIME_TOLERANCE_MS = 1000
/** Clocks of machine and database that differ by more than this are logged. */
const CLOCKS_APART_MS = 2000

/** Options of a server that concern clocks. */
interface ClockOptions {
  now?: () => Date
  elapsed_ms?: () => number
  ids?: IdSource
}

interface Clocks {
  now: () => Date
  /** For lifetimes: does not go back when the machine's clock is set back. */
  clock: SteadyClock
  stopClock: () => void
}

/** Opens the machine's own clock or, if several processes share the database, the database's clock. */
export async function openClocks(
  database: Database,
  log: Logger,
  { now: given, elapsed_ms = () => performance.now(), ids }: ClockOptions,
): Promise<Clocks> {
  const shared = given === undefined && database.several ? new DatabaseClock(database) : undefined
  await shared?.start()
  const now = given ?? shared?.now ?? (() => new Date())
  // ids of several processes are in one order, regardless of their machines' clocks
  if (shared) ids?.followClock?.(shared.now)
  const apart_ms = shared ? Date.now() - now().getTime() : 0
  if (Math.abs(apart_ms) > CLOCKS_APART_MS) log.warn({ apart_ms }, 'clock differs from the database clock')
  const tolerance_ms = shared ? TIME_TOLERANCE_MS : 0
  const clock = await openSteadyClock(database, { now, elapsed_ms, tolerance_ms })
  const ahead_ms = clock.read().getTime() - now().getTime()
  // new ids sort after existing ones, including those created since the highest time was last saved
  if (ahead_ms > tolerance_ms) ids?.startAt?.(new Date(clock.read().getTime() + TIME_SAVED_EVERY_MS))
  if (ahead_ms > CLOCK_AHEAD_MS) log.warn({ ahead_ms }, 'clock set back')
  return { now, clock, stopClock: () => shared?.stop() }
}
