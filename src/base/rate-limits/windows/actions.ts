// Limits the requests of a team per second, over all processes of the server.
import { isNewWindow, NONE_LEFT, type WindowLimiter, windowOf, Windows } from '../../limits/windows.ts'
import type { Database } from '../../store/database.ts'
import { SharedOpenWindows } from './open.ts'
import { type WindowRequest, useWindows } from './store.ts'

/** `undefined`: no limit. */
export function windowLimiter(limit: number, database: Database): WindowLimiter | undefined {
  if (limit === 0) return undefined
  return database.several ? sharedLimiter(limit, database) : new Windows(limit)
}

/** The limiter of a process that shares the limit with others. */
export function sharedLimiter(limit: number, database: Pick<Database, 'read'>): WindowLimiter {
  const chunk = Math.max(1, Math.floor(limit / CHUNKS))
  // chunks of future windows require windows that are known in advance: the seconds of the clock
  return chunk < CHUNK_AHEAD_MIN
    ? new SharedOpenWindows(limit, chunk, database)
    : new SharedWindows(limit, chunk, database)
}

/** The requests of a window are divided between the processes into this many chunks. */
const CHUNKS = 64
/**
 * From this size on, chunks of future seconds are taken, too, so that few requests of a team cost one query in ten
 * seconds.
 */
const CHUNK_AHEAD_MIN = 16
const WINDOWS_AHEAD = 9

/** The share of a team's window that this process has. */
interface Budget {
  /** Taken and not yet used. */
  left: number
  /** Taken by all processes, at the last query. */
  used: number
}

interface Waiter {
  team_id: string
  window: number
  resolve: (left: number) => void
}

/**
 * Windows that are the seconds of the clock, for high limits. Each process takes chunks of a window from a row that all
 * processes share, so that the limit is never exceeded. One query runs at a time, for all waiting requests.
 */
class SharedWindows implements WindowLimiter {
  readonly limit: number
  readonly #chunk: number
  readonly #database: Pick<Database, 'read'>
  /** The budgets of teams, by window: the current one, the previous one, and future ones. */
  readonly #windows = new Map<number, Map<string, Budget>>()
  #window = 0
  #waiting: Waiter[] = []
  #isRefilling = false

  constructor(limit: number, chunk: number, database: Pick<Database, 'read'>) {
    this.limit = limit
    this.#chunk = chunk
    this.#database = database
  }

  take(team_id: string, now_ms: number): number | Promise<number> {
    const window = windowOf(now_ms)
    if (window !== this.#window && isNewWindow(window, this.#window)) this.#begin(window)
    const left = this.#spend(team_id, this.#window)
    if (left !== undefined) return left
    return new Promise(resolve => {
      this.#waiting.push({ team_id, window: this.#window, resolve })
      if (!this.#isRefilling) void this.#refill()
    })
  }

  #begin(window: number): void {
    this.#window = window
    for (const known of this.#windows.keys()) {
      if (known < window || known > window + WINDOWS_AHEAD) this.#windows.delete(known)
    }
  }

  /** `undefined`: the database may have more. */
  #spend(team_id: string, window: number): number | undefined {
    const budget = this.#windows.get(window)?.get(team_id)
    if (!budget) return undefined
    if (budget.left > 0) return --budget.left + Math.max(0, this.limit - budget.used)
    return budget.used >= this.limit ? NONE_LEFT : undefined
  }

  async #refill(): Promise<void> {
    this.#isRefilling = true
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting
      this.#waiting = []
      const asked = this.#requestFor(waiting)
      try {
        const taken = await this.#database.read(tx => useWindows(tx, { asked: JSON.stringify(asked) }))
        for (const each of asked) {
          const row = taken.find(({ team_id, window }) => team_id === each.team_id && window === each.window)!
          this.#add(each, row.used)
        }
        for (const { team_id, window, resolve } of waiting) resolve(this.#spend(team_id, window) ?? NONE_LEFT)
      } catch {
        // the database is unavailable: the request continues and fails with its own next query
        for (const { resolve } of waiting) resolve(0)
      }
    }
    this.#isRefilling = false
  }

  /** The chunks to take: at least enough for all waiting requests, and those of future windows not yet taken. */
  #requestFor(waiting: readonly Waiter[]): WindowRequest[] {
    const asked = new Map<string, WindowRequest>()
    for (const { team_id, window } of waiting) {
      const key = `${window} ${team_id}`
      const known = asked.get(key)
      if (known) known.wanted++
      else asked.set(key, { team_id, window, wanted: 1 })
    }
    const now = [...asked.values()]
    for (const each of now) each.wanted = Math.max(each.wanted, this.#chunk)
    for (const { team_id, window } of now) {
      for (let ahead = window + 1; ahead <= window + WINDOWS_AHEAD; ahead++) {
        const key = `${ahead} ${team_id}`
        // each row once: an `on conflict` statement may not change a row twice
        if (asked.has(key) || this.#windows.get(ahead)?.has(team_id)) continue
        asked.set(key, { team_id, window: ahead, wanted: this.#chunk })
      }
    }
    return [...asked.values()]
  }

  #add({ team_id, window, wanted }: WindowRequest, used: number): void {
    const granted = Math.min(wanted, Math.max(0, this.limit - (used - wanted)))
    const budgets = this.#windows.get(window) ?? new Map<string, Budget>()
    this.#windows.set(window, budgets)
    const left = budgets.get(team_id)?.left ?? 0
    budgets.set(team_id, { left: left + granted, used })
  }
}
