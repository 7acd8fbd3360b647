// Notifies the other processes of due jobs, and listens for their notifications: NOTIFY after the commit, batched,
// because it takes a lock over all databases of the server. Only latency depends on it: each process also polls.
import { randomUUID } from 'node:crypto'
import type { ServerAddress } from './address.ts'
import { pendingQuery } from './flight.ts'
import { PostgresConnection } from './connection.ts'
import type { ConnectionPool } from './pool.ts'
import { PreparedQuery } from './prepared-query.ts'

const CHANNEL = 'lettermill'
const GATHERED_MS = 10
const AGAIN_MS = 2000

const NOTIFY = new PreparedQuery(`select pg_notify('${CHANNEL}', $1)`, [{ name: 'payload', encode: undefined }])

export class Notices {
  readonly #address: ServerAddress
  readonly #pool: ConnectionPool
  readonly #onKinds: (kinds: ReadonlySet<string>) => void
  /** The id of this process, used to ignore its own notifications. */
  readonly #name = randomUUID()
  #kinds = new Set<string>()
  #gathering: NodeJS.Timeout | undefined
  #again: NodeJS.Timeout | undefined
  #listener: PostgresConnection | undefined
  #closed = false

  constructor(address: ServerAddress, pool: ConnectionPool, heard: (kinds: ReadonlySet<string>) => void) {
    this.#address = address
    this.#pool = pool
    this.#onKinds = heard
    // a pooler that assigns connections by transaction does not forward notifications
    if (address.keeps) void this.#listen()
  }

  send(kinds: Iterable<string>): void {
    if (!this.#address.keeps || this.#closed) return
    for (const kind of kinds) this.#kinds.add(kind)
    this.#gathering ??= setTimeout(() => void this.#send(), GATHERED_MS)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#gathering)
    clearTimeout(this.#again)
    await this.#listener?.close()
  }

  async #send(): Promise<void> {
    this.#gathering = undefined
    const payload = [this.#name, ...this.#kinds].join(' ')
    this.#kinds.clear()
    try {
      const link = await this.#pool.acquire()
      await link.fly([pendingQuery(NOTIFY, { payload })]).finally(() => this.#pool.release(link))
    } catch {
      // the other processes poll
    }
  }

  async #listen(): Promise<void> {
    try {
      const link = await PostgresConnection.open(this.#address)
      if (this.#closed) return await link.close()
      this.#listener = link
      link.onLost = () => this.#later()
      await link.listen(CHANNEL, payload => this.#onNotification(payload)).catch((error: Error) => link.destroy(error))
    } catch {
      this.#later()
    }
  }

  #later(): void {
    if (this.#closed) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#listen(), AGAIN_MS).unref()
  }

  #onNotification(payload: string): void {
    const [from, ...kinds] = payload.split(' ')
    if (from !== this.#name) this.#onKinds(new Set(kinds))
  }
}
