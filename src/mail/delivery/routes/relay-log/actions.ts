// Logs when a relay becomes unusable and when it recovers.
import type { Logger } from 'pino'
import type { RelayStatus } from '../../../../base/net/relay-status.ts'
import { COUNTED_MAX, countJobs } from '../../../../base/queue/depth.ts'
import type { Database } from '../../../../base/store/database.ts'
import { withoutAddresses } from '../../../../base/text/addresses.ts'

interface RelayLogParts {
  database: Database
  log: Logger
  /** Minimum time between two log lines about a relay going down, so that an unstable relay does not fill the log. */
  quiet_ms?: number
}

const QUIET_MS = 10_000

export class RelayLog {
  readonly #relay: { relay: string; host: string }
  readonly #parts: RelayLogParts
  #latest: RelayStatus | undefined
  #logged: RelayStatus['state'] = 'unknown'
  #timer: NodeJS.Timeout | undefined

  /** `host`: the relay's host, without a password. */
  constructor(relay: string, host: string, parts: RelayLogParts) {
    this.#relay = { relay, host }
    this.#parts = parts
  }

  /** Records a changed state of the relay. */
  record(status: RelayStatus): void {
    this.#latest = status
    if (status.state === 'up' || this.#timer === undefined) this.#write()
  }

  #write(): void {
    const status = this.#latest
    if (status === undefined || status.state === this.#logged) return
    const wasDown = this.#logged === 'down'
    this.#logged = status.state
    if (status.state === 'down') this.#startQuietPeriod()
    void this.#log(status, wasDown)
  }

  #startQuietPeriod(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#write()
    }, this.#parts.quiet_ms ?? QUIET_MS).unref()
  }

  async #log({ state, code, reply_text }: RelayStatus, wasDown: boolean): Promise<void> {
    const { database, log } = this.#parts
    // a database failure is logged elsewhere
    const waiting = await database.read(tx => countJobs(tx, 'deliver_email', COUNTED_MAX)).catch(() => undefined)
    const about = { ...this.#relay, waiting }
    if (state === 'down') log.warn({ ...about, code, words: withoutAddresses(reply_text) }, 'relay unreachable')
    else if (wasDown) log.info(about, 'relay recovered')
    else log.info(about, 'relay reachable')
  }
}
