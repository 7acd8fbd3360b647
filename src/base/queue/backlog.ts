// Whether there is room for more jobs of a kind, without a query for each check. The jobs are counted each second, or
// less often if there are many, and jobs admitted since then are added. Each process adds only the jobs it admitted, so
// several processes together can exceed the limit by the jobs of one second.
import type { Database } from '../store/database.ts'
import { countJobs } from './depth.ts'
import type { JobKind } from './kinds.ts'

const COUNT_EVERY_MS = 1000
/** Maximum share of all time spent on counting. */
const COUNTING_PART = 0.1

export class Backlog {
  readonly #database: Database
  readonly #kind: JobKind
  readonly #max: number
  #count = 0
  #stopped = false
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, kind: JobKind, max: number) {
    this.#database = database
    this.#kind = kind
    this.#max = max
  }

  /** Throws when the database cannot be read. */
  async start(): Promise<void> {
    await this.#refresh()
    this.#later(COUNT_EVERY_MS)
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  /** Admits `count` more jobs. Returns false if there is not enough room for all of them. */
  admit(count: number): boolean {
    if (this.#count + count > this.#max) return false
    this.#count += count
    return true
  }

  #later(wait_ms: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#countAgain(), wait_ms).unref()
  }

  async #countAgain(): Promise<void> {
    const began_ms = performance.now()
    // counted again later; the callers' units fail anyway while the database is unavailable
    await this.#refresh().catch(() => {})
    this.#later(Math.max(COUNT_EVERY_MS, (performance.now() - began_ms) / COUNTING_PART))
  }

  async #refresh(): Promise<void> {
    const before = this.#count
    const counted = await this.#database.read(tx => countJobs(tx, this.#kind, this.#max))
    // jobs admitted during the count may be missing from it
    this.#count = counted + (this.#count - before)
  }
}
