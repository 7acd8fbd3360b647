// Wrong logins of a network are counted in the database, with those at other processes; a right one costs nothing.
import { BoundedMap } from '../../base/limits/bounded-map.ts'
import { takeTry } from '../../base/rate-limits/store.ts'
import { networkOf } from '../../base/net/caller-ip.ts'
import type { Database } from '../../base/store/database.ts'

const WRONG_MAX = 30
const WINDOW_MS = 15 * 60_000
const NETWORKS_MAX = 10_000

export class LoginThrottle {
  readonly #database: Pick<Database, 'unit'>
  readonly #now: () => Date
  /** Until when a network has to wait. */
  readonly #waits = new BoundedMap<string, number>(NETWORKS_MAX)

  constructor(database: Pick<Database, 'unit'>, now: () => Date) {
    this.#database = database
    this.#now = now
  }

  /** How long a network has to wait before its next login is looked at; 0 when it has not. */
  waitOf(ip: string): number {
    return Math.max(0, (this.#waits.get(networkOf(ip)) ?? 0) - this.#now().getTime())
  }

  async noteWrong(ip: string): Promise<void> {
    const network = networkOf(ip)
    const now = this.#now()
    const limit = { key: `smtp login ${network}`, tries: WRONG_MAX }
    const { wait_ms } = await this.#database.unit(tx => takeTry({ tx, now }, [limit], WINDOW_MS))
    if (wait_ms > 0) this.#waits.set(network, now.getTime() + wait_ms)
  }
}
