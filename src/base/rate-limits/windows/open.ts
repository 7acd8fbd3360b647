// Windows that start with a request and are shared by all processes, for limits up to some hundreds.
import { OpenWindows, NONE_LEFT, type WindowLimiter } from '../../limits/windows.ts'
import type { Database } from '../../store/database.ts'
import { type WindowRequest, useOpenWindows } from './store.ts'

/** A window of a team, as far as this process can tell. */
interface Window {
  begun_ms: number
  /** Taken by this process and not yet used. */
  left: number
  /** Taken by all processes, at the last query. */
  used: number
}

interface Waiter {
  team_id: string
  now_ms: number
  resolve: (left: number) => void
}

/**
 * Each process takes requests from a row that all processes share, so that the limit is never exceeded in a window. A
 * process that has seen a window used up refuses without a query. One query runs at a time, for all waiting requests.
 */
export class SharedOpenWindows implements WindowLimiter {
  readonly limit: number
  readonly #chunk: number
  readonly #database: Pick<Database, 'read'>
  readonly #windows = new OpenWindows<Window>()
  #waiting: Waiter[] = []
  #isRefilling = false

  /** `chunk`: the minimum number of requests that a query takes. */
  constructor(limit: number, chunk: number, database: Pick<Database, 'read'>) {
    this.limit = limit
    this.#chunk = chunk
    this.#database = database
  }

  take(team_id: string, now_ms: number): number | Promise<number> {
    const left = this.#spend(team_id, now_ms)
    if (left !== undefined) return left
    return new Promise(resolve => {
      this.#waiting.push({ team_id, now_ms, resolve })
      if (!this.#isRefilling) void this.#refill()
    })
  }

  /** `undefined`: the database may have more. */
  #spend(team_id: string, now_ms: number): number | undefined {
    const window = this.#windows.get(team_id, now_ms)
    if (!window) return undefined
    if (window.left > 0) return --window.left + Math.max(0, this.limit - window.used)
    return window.used >= this.limit ? NONE_LEFT : undefined
  }

  async #refill(): Promise<void> {
    this.#isRefilling = true
    while (this.#waiting.length > 0) {
      const waiting = this.#waiting
      this.#waiting = []
      const asked = requestFor(waiting, this.#chunk)
      try {
        const taken = await this.#database.read(tx => useOpenWindows(tx, { asked: JSON.stringify(asked) }))
        for (const { team_id, window: begun_ms, used } of taken) {
          const { wanted, window: now_ms } = asked.find(each => each.team_id === team_id)!
          const granted = Math.min(wanted, Math.max(0, this.limit - (used - wanted)))
          const known = this.#windows.get(team_id, now_ms)
          const left = known?.begun_ms === begun_ms ? known.left : 0
          this.#windows.set(team_id, { begun_ms, left: left + granted, used })
        }
        for (const { team_id, now_ms, resolve } of waiting) resolve(this.#spend(team_id, now_ms) ?? NONE_LEFT)
      } catch {
        // the database is unavailable: the request continues and fails with its own next query
        for (const { resolve } of waiting) resolve(0)
      }
    }
    this.#isRefilling = false
  }
}

/** How much to take for the waiting requests, at the time of the last one of each team. */
function requestFor(waiting: readonly Waiter[], chunk: number): WindowRequest[] {
  const counts = new Map<string, number>()
  const asked = new Map<string, WindowRequest>()
  for (const { team_id, now_ms } of waiting) {
    counts.set(team_id, (counts.get(team_id) ?? 0) + 1)
    asked.set(team_id, { team_id, window: now_ms, wanted: Math.max(counts.get(team_id)!, chunk) })
  }
  return [...asked.values()]
}
