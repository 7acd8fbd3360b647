// Records the state of routes: writes the replies of servers to the database with a delay, so that many emails to one
// destination cost at most one row every 500 ms. Other processes read the rows, and so does the next start.
import type { Logger } from 'pino'
import type { SmtpResult } from '../../../../base/net/smtp-result.ts'
import type { Database } from '../../../../base/store/database.ts'
import { withoutAddresses } from '../../../../base/text/addresses.ts'
import type { Gates, DestinationState } from '../gates.ts'
import type { SmtpOutcome } from '../pace.ts'
import {
  addTlsCount,
  type DestinationRecord,
  listChangedDestinations,
  listPauses,
  saveDestination,
  type TlsCount,
} from '../store.ts'
import type { TlsResult } from '../tls-results.ts'

interface LedgerParts {
  database: Database
  now: () => Date
  log: Logger
  chance?: () => number
}

const EVERY_MS = 500
/** Rows written in one transaction, which blocks all others on SQLite. */
const WRITTEN_AT_ONCE = 200
const READ_AT_ONCE = 2_000
/** Older replies are not read at startup because they are outdated. */
const SYNC_EVERY_MS = 86_400_000
/** The overlap of successive reads: clocks of processes differ, and a transaction commits later than the time in its rows. */
const OVERLAP_MS = 5_000

const RELAY = 'relay:'

export class Ledger {
  readonly #gates: Gates
  readonly #parts: LedgerParts
  readonly #dirty = new Map<string, { name: string; heard: DestinationState }>()
  readonly #counts = new Map<string, TlsCount>()
  #since = ''
  #timer: NodeJS.Timeout | undefined
  #syncing: Promise<void> | undefined
  #inTrouble = false

  constructor(gates: Gates, parts: LedgerParts) {
    this.#gates = gates
    this.#parts = parts
  }

  async start(): Promise<void> {
    this.#since = new Date(this.#parts.now().getTime() - SYNC_EVERY_MS).toISOString()
    await this.#read(true)
    this.#timer = setInterval(() => {
      this.#syncing ??= this.#sync().finally(() => (this.#syncing = undefined))
    }, EVERY_MS).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#syncing
    await this.#sync()
  }

  recordReply(name: string, told: SmtpOutcome, { reply, host, tls }: SmtpResult): void {
    const about = {
      code: reply.code,
      reply_text: withoutAddresses(reply.reply_text),
      host: host ?? null,
      tls: tls ?? null,
    }
    const heard = this.#gates.recordReply(name, told, about, (this.#parts.chance ?? Math.random)())
    this.#dirty.set(name, { name, heard })
  }

  recordRelayReply(name: string, answer: SmtpResult): void {
    // a relay has its own limits and is skipped while it is down, so its replies do not change a pace
    this.recordReply(RELAY + name, answer.accepted ? 'taken' : 'other', answer)
  }

  count(destination: string, { policy, result }: TlsResult): void {
    const day = this.#parts.now().toISOString().slice(0, 10)
    const key = `${day} ${destination} ${policy} ${result}`
    const sessions = (this.#counts.get(key)?.sessions ?? 0) + 1
    this.#counts.set(key, { day, destination, policy, result, sessions })
  }

  async #sync(): Promise<void> {
    try {
      await this.#write()
      await this.#read(this.#parts.database.several)
      this.#inTrouble = false
    } catch (error) {
      if (!this.#inTrouble) this.#parts.log.warn({ err: error }, 'destination state not saved')
      this.#inTrouble = true
    }
  }

  async #write(): Promise<void> {
    while (this.#dirty.size + this.#counts.size > 0) {
      const rows = [...this.#dirty].slice(0, WRITTEN_AT_ONCE)
      const counts = [...this.#counts].slice(0, WRITTEN_AT_ONCE)
      await this.#parts.database.unit(async tx => {
        const updated_at = this.#parts.now().toISOString()
        for (const [, row] of rows) saveDestination(tx, recordOf(row, updated_at))
        for (const [, count] of counts) addTlsCount(tx, count)
      }, 'queue')
      for (const [name, row] of rows) if (this.#dirty.get(name) === row) this.#dirty.delete(name)
      for (const [key, count] of counts) this.#subtract(key, count)
    }
  }

  /** Keeps the sessions that were counted during the write. */
  #subtract(key: string, written: TlsCount): void {
    const now = this.#counts.get(key)!
    if (now === written) this.#counts.delete(key)
    else this.#counts.set(key, { ...now, sessions: now.sessions - written.sessions })
  }

  async #read(alsoHeard: boolean): Promise<void> {
    const { paused, heard } = await this.#parts.database.read(async tx => ({
      paused: await listPauses(tx),
      heard: alsoHeard ? await listChangedDestinations(tx, { since: this.#since, limit: READ_AT_ONCE }) : [],
    }))
    this.#gates.setPauses(paused)
    for (const row of heard) this.#apply(row)
    const last = heard.at(-1)
    if (!last) return
    const behind = new Date(Date.parse(last.updated_at) - OVERLAP_MS).toISOString()
    // after a full list, the next read starts at its end without the overlap, which could return the same list again
    this.#since = heard.length === READ_AT_ONCE ? last.updated_at : behind > this.#since ? behind : this.#since
  }

  #apply({ name, concurrency, failures, rests_until, ...row }: DestinationRecord): void {
    const known = this.#gates.stateOf(name)
    if (known && known.replied_at >= row.replied_at) return
    const rests_until_ms = rests_until === null ? 0 : Date.parse(rests_until)
    const { code, reply_text, host, tls, delivered_at, replied_at } = row
    const pace = { concurrency, failures, rests_until_ms, taken: 0 }
    this.#gates.setState(name, { pace, code, reply_text, host, tls, delivered_at, replied_at })
  }
}

function recordOf({ name, heard }: { name: string; heard: DestinationState }, updated_at: string): DestinationRecord {
  const { pace, ...about } = heard
  const { concurrency, failures, rests_until_ms } = pace
  const rests_until = rests_until_ms > 0 ? new Date(rests_until_ms).toISOString() : null
  return { name, ...about, concurrency, failures, rests_until, updated_at }
}
