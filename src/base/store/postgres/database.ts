// The store on PostgreSQL: several processes can use one database.
//
// A unit that only writes is sent in one flight with the others of the same turn: one transaction, one round trip, one
// flush of the server's disk. A unit that reads has its own connection and transaction, and a snapshot of the moment of
// its first query (REPEATABLE READ). Units that wait for the same guards share these (chain.ts). A unit that conflicts
// with another is run again. If the connection breaks during a commit, the outcome is unknown: the unit is refused, and
// not run again.
import { setTimeout as wait } from 'node:timers/promises'
import { backoff, FULL_JITTER, type Growth } from '../../limits/backoff.ts'
import {
  type Database,
  DatabaseUnavailable,
  type UnitOrigin,
  type IdSource,
  DEFAULT_UNIT_SETTINGS,
  type Tx,
  type Maintenance,
} from '../database.ts'
import type { Addend } from '../sums.ts'
import { OrderedIds } from '../ids.ts'
import { WaitingUnits } from '../waiting-units.ts'
import type { ServerAddress } from './address.ts'
import { type PendingQuery, pendingQuery } from './flight.ts'
import { GuardQueue, SWEEP_GUARDS } from './guards.ts'
import type { PostgresConnection } from './connection.ts'
import { Notices } from './notices.ts'
import { ConnectionPool } from './pool.ts'
import { Reads } from './reads.ts'
import { PreparedQuery } from './prepared-query.ts'
import { toThrownError, ConnectionLost, isConflict } from './errors.ts'
import { COMMIT, sumsOf, UnitTx } from './unit.ts'
import { PostgresMaintenance } from './maintenance.ts'

/** Maximum number of attempts of a unit that conflicts with others. */
const TRIES_MAX = 8
const PAUSES: Growth = { first_ms: 2, cap_ms: 200, jitter: FULL_JITTER }
/** After this many attempts, a request's unit waits until no other such unit of the process is retrying. */
const FREE_TRIES = 2
const LATE = 'late'
/** Maximum number of bytes in one flight. */
const BYTES_MAX = 1024 * 1024

const WRITERS = 2
const READERS = 2
const LOOK_EVERY_MS = 1000

const READ_COMMITTED = new PreparedQuery('begin isolation level read committed')
const GUARDS_SWEPT_EVERY_MS = 10 * 60_000
const READ_ONLY = new PreparedQuery('begin isolation level repeatable read read only')

/** A unit without queries, whose writes wait for the next flight. */
interface Ready {
  from: 'queue' | undefined
  questions: PendingQuery[]
  adds: Addend[]
  bytes: number
  resolve: () => void
  reject: (error: unknown) => void
}

interface Try {
  /** The guards that its earlier attempts have named. */
  guards: Set<string>
  /** Whether to send its writes in a separate flight, because an earlier attempt failed. */
  alone: boolean
}

export interface Isolation {
  /** The isolation level of units that read. Tests set others to show their anomalies. */
  isolation?: 'repeatable read' | 'read committed' | 'serializable'
}

export function openPostgres(
  address: ServerAddress,
  ids: IdSource = new OrderedIds(),
  options: Isolation = {},
): Database {
  return new PostgresDatabase(address, ids, options)
}

class PostgresDatabase implements Database {
  readonly several = true
  readonly upkeep: Maintenance
  subscribers: Database['subscribers']
  settings = DEFAULT_UNIT_SETTINGS
  waitsUnder: Database['waitsUnder'] = () => undefined
  onWake: Database['onWake'] = () => {}
  onCounted: Database['onCounted']
  onFault: Database['onFault'] = () => {}
  readonly #ids: IdSource
  readonly #begin: PreparedQuery
  readonly #writers: ConnectionPool
  readonly #pool: ConnectionPool
  readonly #readers: ConnectionPool
  readonly #reads: Reads
  readonly #notices: Notices
  readonly #clock: NodeJS.Timeout
  readonly #sweeping: NodeJS.Timeout
  readonly #ready = new WaitingUnits<Ready>()
  readonly #turns = new GuardQueue()
  readonly #late_turns = new GuardQueue()
  #isArmed = false
  #closed = false
  #running = 0
  #idle: () => void = () => {}

  constructor(address: ServerAddress, ids: IdSource, { isolation = 'repeatable read' }: Isolation) {
    this.#ids = ids
    this.upkeep = new PostgresMaintenance(address)
    this.#begin = new PreparedQuery(`begin isolation level ${isolation}`)
    this.#writers = new ConnectionPool(address, WRITERS)
    this.#readers = new ConnectionPool(address, READERS)
    this.#pool = new ConnectionPool(address, address.connections - WRITERS - READERS - 1)
    this.#reads = new Reads(this.#readers, this)
    this.#notices = new Notices(address, this.#writers, kinds => this.onWake(kinds, 'others'))
    this.#clock = setInterval(() => {
      for (const pool of [this.#writers, this.#readers, this.#pool]) pool.checkTimeouts()
    }, LOOK_EVERY_MS).unref()
    this.#sweeping = setInterval(() => void this.#sweepGuards(), GUARDS_SWEPT_EVERY_MS).unref()
  }

  async unit<T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> {
    if (this.#closed) throw new DatabaseUnavailable(new Error('it is closed'))
    this.#running++
    try {
      return await this.#try(body, from)
    } catch (error) {
      throw toThrownError(error)
    } finally {
      if (--this.#running === 0) this.#idle()
    }
  }

  async #try<T>(body: (tx: Tx) => Promise<T>, from: UnitOrigin | undefined): Promise<T> {
    const guards = new Set<string>()
    for (let tries = 1; ; tries++) {
      try {
        const again = { guards, alone: tries > 1 }
        return await (tries > FREE_TRIES && from === undefined
          ? this.#inTurn(() => this.#once(body, from, again))
          : this.#once(body, from, again))
      } catch (error) {
        if (!isConflict(error) || tries === TRIES_MAX) throw error
        if (tries > 1) await wait(backoff(tries, PAUSES, Math.random()))
      }
    }
  }

  /** Serializes units that conflicted more than once, so that they do not conflict with each other again. */
  async #inTurn<T>(body: () => Promise<T>): Promise<T> {
    await this.#late_turns.acquire([LATE])
    try {
      return await body()
    } finally {
      this.#late_turns.release([LATE])
    }
  }

  async #once<T>(body: (tx: Tx) => Promise<T>, from: UnitOrigin | undefined, { guards, alone }: Try): Promise<T> {
    const begin = from === 'claims' ? READ_COMMITTED : this.#begin
    const { tx, value } = await this.#run(body, begin, guards, !alone && from !== 'claims')
    if (tx.hasAsked) await this.#commit(tx)
    else await this.#written(tx.close(), tx.adds, from, alone)
    if (tx.wakes.length > 0) this.onWake(new Set(tx.wakes), 'here')
    if (tx.counts) this.onCounted?.(tx.counts)
    return value
  }

  /** Runs the body; when it throws, its transaction is undone. */
  async #run<T>(
    body: (tx: Tx) => Promise<T>,
    begin: PreparedQuery,
    guards = new Set<string>(),
    mayChain = false,
  ): Promise<{ tx: UnitTx; value: T }> {
    let overrun: (error: Error) => void = () => {}
    const turns = this.#turns
    const parts = { pool: this.#pool, begin, ids: this.#ids, around: this, turns, guards, mayChain }
    await Promise.resolve()
    const tx = new UnitTx(parts, error => overrun(error))
    try {
      const value = await new Promise<T>((resolve, reject) => {
        overrun = reject
        body(tx).then(resolve, reject)
      })
      // a body that caught an error may depend on lost writes
      if (tx.trouble) throw tx.trouble.error
      return { tx, value }
    } catch (error) {
      if (tx.canLeave) {
        tx.adds = []
        // its decision may depend on the writes of the other units
        await this.#commit(tx)
        throw error
      }
      // a conflict reported by the server decides, even if the body threw another error because of it
      const first = tx.trouble?.error
      throw await tx.undo(first !== undefined && isConflict(first) ? first : error)
    }
  }

  async #commit(tx: UnitTx): Promise<void> {
    try {
      await tx.commit()
    } catch (error) {
      throw await tx.undo(error)
    }
  }

  // ---- flights of units that only write

  #written(questions: PendingQuery[], adds: Addend[], from: UnitOrigin | undefined, alone: boolean): Promise<void> {
    if (questions.length + adds.length === 0) return Promise.resolve()
    if (alone) return this.#flownAlone(questions, adds)
    return new Promise((resolve, reject) => {
      const bytes = bytesOf(questions)
      this.#ready.push({ from: from && 'queue', questions, adds, bytes, resolve, reject })
      this.#arm()
    })
  }

  #arm(): void {
    if (this.#isArmed) return
    this.#isArmed = true
    setImmediate(() => void this.#flush())
  }

  /** Sends the waiting units. While all writers are in use, more units gather. */
  async #flush(): Promise<void> {
    let link: PostgresConnection
    try {
      link = await this.#writers.acquire()
    } catch (error) {
      this.#isArmed = false
      for (const { reject } of this.#ready.takeAll()) reject(error)
      return
    }
    this.#isArmed = false
    const units = this.#next()
    if (this.#ready.any) this.#arm()
    await this.#fly(link, units)
    this.#writers.release(link)
  }

  #next(): Ready[] {
    const units = this.#ready.take()
    let bytes = 0
    const count = units.findIndex((unit, index) => (bytes += unit.bytes) > BYTES_MAX && index > 0)
    if (count > 0) this.#ready.putBack(units.splice(count))
    return units
  }

  async #fly(link: PostgresConnection, units: Ready[]): Promise<void> {
    try {
      const sums = sumsOf(
        units.flatMap(({ adds }) => adds),
        link,
      )
      await flown(link, [...units.flatMap(({ questions }) => questions), ...sums])
      for (const { resolve } of units) resolve()
    } catch (error) {
      // one failed, and the whole flight was undone: each unit is sent again separately
      if (units.length === 1 || error instanceof ConnectionLost) for (const { reject } of units) reject(error)
      else for (const unit of units) await this.#fly(link, [unit])
    }
  }

  async #flownAlone(questions: PendingQuery[], adds: Addend[] = []): Promise<void> {
    const link = await this.#writers.acquire()
    try {
      await flown(link, [...questions, ...sumsOf(adds, link)])
    } finally {
      this.#writers.release(link)
    }
  }

  /** Removes old guards. One process would suffice; rows that cannot be removed now are removed the next time. */
  async #sweepGuards(): Promise<void> {
    await this.#flownAlone([pendingQuery(SWEEP_GUARDS)]).catch(() => {})
  }

  // ---- reading

  read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return body(this.#reads)
  }

  readShared<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#reads.share(name, body)
  }

  async readSnapshot<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      const { tx, value } = await this.#run(body, READ_ONLY)
      if (tx.hasAsked) await this.#commit(tx)
      return value
    } catch (error) {
      throw toThrownError(error)
    }
  }

  // ---- everything else

  wakeOthers(kinds: Iterable<string>): void {
    this.#notices.send(kinds)
  }

  /** None: damage is reported to the operator of the PostgreSQL server. */
  fault(): undefined {
    return undefined
  }

  damaged(): void {}

  async close(): Promise<void> {
    this.#closed = true
    if (this.#running > 0) await new Promise<void>(resolve => (this.#idle = resolve))
    clearInterval(this.#clock)
    clearInterval(this.#sweeping)
    await this.#notices.close()
    await Promise.all([this.#writers, this.#readers, this.#pool].map(pool => pool.close()))
  }
}

/**
 * Sends one transaction of statements without results. READ COMMITTED suffices, because they do not depend on earlier
 * reads.
 */
async function flown(link: PostgresConnection, questions: PendingQuery[]): Promise<void> {
  try {
    await link.fly([pendingQuery(READ_COMMITTED), ...questions, pendingQuery(COMMIT)])
  } catch (error) {
    if (!(error instanceof ConnectionLost)) await link.rollback()
    throw error
  }
}

/** Estimates the size: UTF-16 units of texts, most of which are one byte in UTF-8, and bytes. */
function bytesOf(questions: PendingQuery[]): number {
  let bytes = 0
  for (const { values } of questions) for (const value of values) bytes += value?.length ?? 0
  return bytes
}
