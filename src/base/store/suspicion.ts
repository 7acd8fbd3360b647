// Whether a database that SQLite calls damaged is damaged. SQLite gives the same error for a page whose bytes are wrong and
// for one that the disk failed to read for a moment, so a process of its own checks the whole file. Until a check has found
// it whole nothing is written; once it confirms the damage, writing ends for good.
import { type Growth, longerWait } from '../limits/backoff.ts'
import type { Tell } from './database.ts'

const WAITS: Growth = { first_ms: 1000, cap_ms: 60_000 }
/** After so long without a suspicion, the next one is looked into at once again. */
const CALM_AFTER_MS = 600_000

/** Looks through the files: what is damaged, or `undefined`. Throws when they cannot be read. */
export type Look = (signal: AbortSignal) => Promise<string | undefined>

export class Suspicion {
  /** What keeps the database from being written meanwhile, for an operator. */
  words: string | undefined
  readonly #look: Look
  readonly #confirm: (damage: string) => void
  readonly #tell: Tell
  readonly #closed = new AbortController()
  #timer: NodeJS.Timeout | undefined
  /** Between the last look and the next one. It grows, so that a failing disk is not read all the time. */
  #wait_ms = 0
  #looked_ms = -Infinity
  /** Whether there was another error since the look began: it may have passed that page already. */
  #isRepeated = false

  constructor(look: Look, confirm: (damage: string) => void, tell: Tell) {
    this.#look = look
    this.#confirm = confirm
    this.#tell = tell
  }

  /** `reported` is what SQLite said. One suspicion ends with one outcome, however often it is raised until then. */
  raise(reported: string): void {
    this.#isRepeated = true
    if (this.words !== undefined || this.#closed.signal.aborted) return
    this.words = `SQLite calls the database damaged (${reported}): nothing is stored until it has been looked through`
    this.#tell(this.words, 'warn')
    if (performance.now() - this.#looked_ms > CALM_AFTER_MS) this.#wait_ms = 0
    this.#schedule()
  }

  close(): void {
    this.#closed.abort()
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    const wait_ms = this.#looked_ms + this.#wait_ms - performance.now()
    this.#timer = setTimeout(() => void this.#lookThrough(), Math.max(0, wait_ms)).unref()
  }

  async #lookThrough(): Promise<void> {
    const began = performance.now()
    this.#isRepeated = false
    let failure: string | undefined
    let damage: string | undefined
    try {
      damage = await this.#look(this.#closed.signal)
    } catch (error) {
      failure = (error as Error).message
    }
    if (this.#closed.signal.aborted) return
    this.#looked_ms = performance.now()
    const took_ms = this.#looked_ms - began
    this.#wait_ms = Math.max(took_ms, longerWait(this.#wait_ms, WAITS))
    if (failure !== undefined) this.#tell(`The database could not be looked through: ${failure}`, 'warn')
    if (damage === undefined && (failure !== undefined || this.#isRepeated)) return this.#schedule()
    this.words = undefined
    if (damage === undefined) this.#tell('The database was looked through and is whole: it is written again')
    else this.#confirm(damage)
  }
}
