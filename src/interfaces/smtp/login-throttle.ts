// Slows down the guessing of API keys: a network with too many failed logins has to wait. Failed logins are counted in
// the database, so that all processes share one count; a successful login writes nothing.
import { BoundedMap } from '../../base/limits/bounded-map.ts'
import { countAttempt } from '../../base/rate-limits/store.ts'
import { networkOf } from '../../base/net/client-ip.ts'
import type { Database } from '../../base/store/database.ts'

const WRONG_MAX = 30
const WINDOW_MS = 15 * 60_000
const NETWORKS_MAX = 10_000

export class LoginThrottle {
  readonly #database: Pick<Database, 'unit'>
  readonly #now: () => Date
  /** The time until which a network has to wait, in milliseconds since 1970. Avoids a database query for each login. */
  readonly #waits = new BoundedMap<string, number>(NETWORKS_MAX)

  constructor(database: Pick<Database, 'unit'>, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** How many milliseconds the network of an address has to wait until its next login is checked; 0: it need not wait. */
  waitOf(ip: string): number {
    return Math.max(0, (this.#waits.get(networkOf(ip)) ?? 0) - this.#now().getTime())
  }

  async recordFailure(ip: string): Promise<void> {
    const network = networkOf(ip)
    const now = this.#now()
    const limit = { key: `smtp login ${network}`, tries: WRONG_MAX }
    const { wait_ms } = await this.#database.unit(tx => countAttempt({ tx, now }, [limit], WINDOW_MS))
    if (wait_ms > 0) this.#waits.set(network, now.getTime() + wait_ms)
  }
}
