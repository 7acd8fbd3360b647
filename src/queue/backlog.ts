// Whether there is room for more work of a kind, told without asking the database each time: it is counted each second, and
// what was let in since then is added.
import type { Database } from '../store/database.ts'
import type { Kind } from './kinds.ts'
import { countOf } from './store.ts'

const COUNT_EVERY_MS = 1000

export class Backlog {
  readonly #database: Database
  readonly #kind: Kind
  readonly #max: number
  #count = 0
  #timer: NodeJS.Timeout | undefined

  constructor(database: Database, kind: Kind, max: number) {
    this.#database = database
    this.#kind = kind
    this.#max = max
  }

  /** Throws when the database cannot be read. */
  async start(): Promise<void> {
    await this.#look()
    // one that cannot be read now is read again; who asks for room is told of its trouble soon enough
    this.#timer = setInterval(() => void this.#look().catch(() => {}), COUNT_EVERY_MS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Lets one more in, or says that there is no room. */
  letIn(): boolean {
    if (this.#count >= this.#max) return false
    this.#count++
    return true
  }

  async #look(): Promise<void> {
    // those that were put aside are of a kind that begins the same
    const range = { from: this.#kind, to: `${this.#kind}A` }
    this.#count = (await this.#database.read(tx => tx.get(countOf, range)))!.count
  }
}
