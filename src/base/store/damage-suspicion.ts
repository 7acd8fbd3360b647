// Determines whether a database that SQLite reports as damaged is damaged. SQLite returns the same error for a page
// with wrong bytes and for one that the disk temporarily failed to read, so a separate process checks the whole file.
// Nothing is written until a check has found it undamaged; once a check confirms the damage, writing ends permanently.
import { type Growth, nextDelay } from '../limits/backoff.ts'
import type { ReportCheck } from './database.ts'

const WAITS: Growth = { first_ms: 1000, cap_ms: 60_000 }
/** After this time without a suspicion, the next one is checked without a delay. */
const CALM_AFTER_MS = 600_000

/** Checks the files: resolves to the damage, or `undefined`. Rejects when they cannot be read. */
export type FileCheck = (signal: AbortSignal) => Promise<string | undefined>

export class DamageSuspicion {
  /** The reason for refusing writes during the check, as a text for the operator. */
  words: string | undefined
  readonly #look: FileCheck
  readonly #confirm: (damage: string) => void
  readonly #tell: ReportCheck
  readonly #closed = new AbortController()
  #timer: NodeJS.Timeout | undefined
  /** Time between two checks. It grows, so that a failing disk is not read all the time. */
  #wait_ms = 0
  #looked_ms = -Infinity
  /** Whether another error occurred during the check, which may have read the affected page before. */
  #isRepeated = false

  constructor(look: FileCheck, confirm: (damage: string) => void, tell: ReportCheck) {
    this.#look = look
    this.#confirm = confirm
    this.#tell = tell
  }

  /** Starts a check; `reported` is SQLite's error. Repeated calls until its end share one result. */
  raise(reported: string): void {
    this.#isRepeated = true
    if (this.words !== undefined || this.#closed.signal.aborted) return
    this.words = `SQLite reports that the database is damaged (${reported}). Writes are rejected until a check has completed`
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
    this.#wait_ms = Math.max(took_ms, nextDelay(this.#wait_ms, WAITS))
    if (failure !== undefined) this.#tell(`database check failed: ${failure}`, 'warn')
    if (damage === undefined && (failure !== undefined || this.#isRepeated)) return this.#schedule()
    this.words = undefined
    if (damage === undefined) this.#tell('database check passed; writes are accepted again')
    else this.#confirm(damage)
  }
}
