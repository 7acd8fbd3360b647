// The store on SQLite: one owner process and one connection, whose page cache no other connection makes outdated.
//
// Group commit: units that arrive in the same turn of the event loop share one BEGIN IMMEDIATE ... COMMIT and resolve
// after that commit, so that one flush to the disk serves all. A unit that fails is undone separately (turn.ts).
//
// Reads of one turn share a transaction, too: acquiring and releasing SQLite's locks costs as much as a small read.
//
// Disk errors reach the caller of the unit as DatabaseUnavailable; no timer throws. A connection in doubt is replaced.
// A file that SQLite reports as damaged is not written until a full check (suspicion.ts); if the damage is confirmed,
// not until the next start, because writes can make it worse. Reads continue. A file that is no longer ours is neither
// written nor read; each commit checks that the files are in place.
import { Checkpoints } from './checkpoints.ts'
import { SqliteConnection, isBusy, isCorruption, isFull, isStorageError } from './connection.ts'
import {
  type Database,
  DatabaseUnavailable,
  type UnitOrigin,
  type IdSource,
  DEFAULT_UNIT_SETTINGS,
  type ReportCheck,
  type Tx,
} from './database.ts'
import { examineInProcess } from './examine.ts'
import { OrderedIds } from './ids.ts'
import { OpenFile } from './open-file.ts'
import { type FileCheck, DamageSuspicion } from './damage-suspicion.ts'
import { type UnitBody, type UnitOutcome, ReadTx, UnitBatch } from './unit-batch.ts'
import { WaitingUnits } from './waiting-units.ts'

/** The maximum time the units of one commit may run, so that a burst does not block the event loop for long. */
const HELD_MAX_MS = 20
/** Default of `gather_ms`. An email waits for three commits, which callers do not notice. In return, emails share commits. */
const GATHER_MS = 8
/** Number of commits with a savepoint for each unit, after a unit failed that had written something. */
const APART_COMMITS = 100
const BUSY_PAUSE_MS = 3
const BUSY_TRIES_MAX = 1000

interface Unit {
  body: UnitBody
  from: 'queue' | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export interface Opening {
  tell?: ReportCheck
  ids?: IdSource | undefined
  /** Whether this process moves the write-ahead log into the file; otherwise another process does. */
  movesLog?: boolean | undefined
}

/**
 * Opens the file that the migrations created. Throws unless it is as durable as promised. The owner watches the files;
 * a process that runs a small task in parallel (`isOwner` false) does not.
 */
export class SqliteDatabase implements Database {
  readonly several = false
  gather_ms = GATHER_MS
  subscribers: Database['subscribers']
  settings = DEFAULT_UNIT_SETTINGS
  waitsUnder: Database['waitsUnder'] = () => undefined
  onWake: Database['onWake'] = () => {}
  onCounted: Database['onCounted']
  onFault: Database['onFault'] = () => {}
  readonly #filename: string
  readonly #ids: IdSource
  #file: OpenFile | undefined
  /** `undefined`: the last one was in doubt and was closed; the next use opens another. */
  #connection: SqliteConnection | undefined
  /** False if another program moves the log, for example after copying it elsewhere. */
  readonly #movesLog: boolean
  readonly #checkpoints: Checkpoints
  readonly #reads = new ReadTx(
    () => this.#toRead(),
    error => this.#asThrown(error),
    this,
  )
  /** Set from the first read of a turn of the event loop to the end of that turn. */
  #snapshot: NodeJS.Immediate | undefined
  /** The results read in the snapshot, by name. */
  readonly #shared = new Map<string, Promise<unknown>>()
  /** For reads while a unit is open. The owner opens it at the start, so that it is the last connection to be closed. */
  #reader: SqliteConnection | undefined
  readonly #waiting = new WaitingUnits<Unit>()
  #flushing = false
  /** Set while a commit waits for more units of the queue. */
  #gathering: NodeJS.Timeout | undefined
  #flushed_ms = -Infinity
  /** The number of commits left that use a savepoint for each unit. */
  #apart = 0
  #inUnits = false
  #closed = false
  #damage: string | undefined
  /** Only in the owner. A command that runs in parallel ends soon, and stops at the first reported damage. */
  readonly #suspicion: DamageSuspicion | undefined
  /** The fault found at the last check of the files. */
  #missing: string | undefined
  #idle: () => void = () => {}

  constructor(
    filename: string,
    isOwner: boolean,
    { ids = new OrderedIds(), movesLog = true, tell = () => {} }: Opening,
  ) {
    this.#filename = filename
    this.#ids = ids
    this.#connection = new SqliteConnection(filename, false)
    if (isOwner) {
      this.#reader = new SqliteConnection(filename, true)
      this.#reader.takePart()
      this.#file = new OpenFile(filename)
      const look: FileCheck = signal => examineInProcess(filename, 'integrity_check', signal)
      this.#suspicion = new DamageSuspicion(look, damage => this.damaged(damage), tell)
    }
    this.#movesLog = movesLog
    this.#checkpoints = new Checkpoints(filename, () => this.#mayMove(), movesLog)
  }

  unit<T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> {
    const refused = this.#closed ? 'it is closed' : this.#damage
    if (refused !== undefined) return Promise.reject(new DatabaseUnavailable(new Error(refused)))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ body, from: from && 'queue', resolve: resolve as Unit['resolve'], reject })
      this.#schedule()
      if (!from) this.#flushNow()
    })
  }

  read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return body(this.#reads)
  }

  readSnapshot<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return body(this.#reads)
  }

  readShared<T>(name: string, body: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.#inUnits) return this.read(body)
    const known = this.#shared.get(name) as Promise<T> | undefined
    if (known) return known
    try {
      // before the read, so that its result is dropped when the snapshot ends
      this.#toRead()
    } catch (error) {
      return Promise.reject(this.#asThrown(error))
    }
    const answer = body(this.#reads)
    this.#shared.set(name, answer)
    return answer
  }

  wakeOthers(): void {}

  fault(): string | undefined {
    return this.#damage ?? this.#checkFiles() ?? this.#suspicion?.words
  }

  damaged(what: string): void {
    if (this.#damage !== undefined) return
    // an overwritten file is reported as such and not as damaged: the check may have read a foreign file
    if (this.#checkFiles() !== undefined) return
    this.#damage = `The database is damaged: ${what}`
    // the checkpoint thread writes, too
    void this.#checkpoints.stop()
    this.onFault(this.#damage)
  }

  /** The current fault of the files; each fault is reported once. */
  #checkFiles(): string | undefined {
    const fault = this.#file?.fault(this.#checkpoints.isAtWork)
    if (fault !== this.#missing) {
      this.#missing = fault
      if (fault !== undefined) this.onFault(fault)
    }
    return fault
  }

  /** Whether to move the log into the file. If the log was deleted, moving it saves the units accepted into it. */
  #mayMove(): boolean {
    this.#checkFiles()
    if (this.#suspicion?.words !== undefined) return false
    return this.#damage === undefined && this.#file?.faultOfFile(this.#checkpoints.isAtWork) === undefined
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#suspicion?.close()
    this.#flushNow()
    if (this.#flushing) await new Promise<void>(resolve => (this.#idle = resolve))
    await this.#checkpoints.stop()
    this.#endSnapshot()
    try {
      if (this.#movesLog && this.#mayMove()) this.#connection?.checkpoint()
    } catch {
      // the log stays; the next start reads it
    }
    this.#closeConnections()
    this.#file?.close()
    this.#file = undefined
  }

  /**
   * The last connection to close moves the log into the file and deletes it, unless it only reads. After a fault, the
   * reader is therefore closed last.
   */
  #closeConnections(): void {
    const is_well = this.fault() === undefined
    if (is_well) this.#reader?.close()
    this.#connection?.close()
    if (!is_well) this.#reader?.close()
  }

  /** A connection that reads no uncommitted writes: the second one, in the rare moments in which a unit yields. */
  #toRead(): SqliteConnection {
    if (this.#file?.isOverwritten) throw new DatabaseUnavailable(new Error(this.#missing))
    if (this.#inUnits) return (this.#reader ??= new SqliteConnection(this.#filename, true))
    const connection = this.#usable()
    if (!this.#snapshot) {
      connection.beginRead()
      this.#snapshot = setImmediate(() => this.#endSnapshot())
    }
    return connection
  }

  #endSnapshot(): void {
    if (!this.#snapshot) return
    this.#forgetSnapshot()
    try {
      this.#connection?.commit()
    } catch (error) {
      // the readers of the snapshot already have their results
      this.#asThrown(error)
      this.#discard()
    }
  }

  #forgetSnapshot(): void {
    clearImmediate(this.#snapshot)
    this.#snapshot = undefined
    this.#shared.clear()
  }

  #usable(): SqliteConnection {
    if (this.#connection) return this.#connection
    const fault = this.#checkFiles()
    // another file may be in its place
    if (fault !== undefined) throw new DatabaseUnavailable(new Error(fault))
    return (this.#connection = new SqliteConnection(this.#filename, false))
  }

  /** Closes a connection whose transaction state is unknown. */
  #discard(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #schedule(): void {
    if (this.#flushing) return
    this.#flushing = true
    const wait_ms = this.#waiting.isOfQueue ? this.#flushed_ms + this.gather_ms - performance.now() : 0
    if (wait_ms >= 1 && !this.#closed) this.#gathering = setTimeout(() => this.#flushNow(), wait_ms)
    else this.#waiting.gather(() => void this.#flush(1))
  }

  /** Commits the gathered units now, because a unit outside the queue is waiting. */
  #flushNow(): void {
    if (!this.#gathering) return
    clearTimeout(this.#gathering)
    this.#gathering = undefined
    this.#waiting.gather(() => void this.#flush(1))
  }

  async #flush(attempt: number): Promise<void> {
    let connection: SqliteConnection
    try {
      connection = this.#begun()
    } catch (error) {
      if (isBusy(error) && attempt < BUSY_TRIES_MAX) {
        setTimeout(() => void this.#flush(attempt + 1), BUSY_PAUSE_MS)
        return
      }
      this.#rejectAll(this.#waiting.takeAll(), error)
      this.#finishFlush()
      return
    }
    this.#inUnits = true
    await this.#commit(connection, this.#waiting.take())
    this.#finishFlush()
  }

  #begun(): SqliteConnection {
    this.#endSnapshot()
    const fault = this.fault()
    // writes into a deleted or moved file would be lost
    if (fault !== undefined) throw new DatabaseUnavailable(new Error(fault))
    const connection = this.#usable()
    try {
      connection.begin()
      const mark = this.#file?.newMark()
      if (mark !== undefined) connection.mark(mark)
    } catch (error) {
      if (!isBusy(error) || connection.inTransaction) this.#discard()
      throw error
    }
    return connection
  }

  #finishFlush(): void {
    this.#flushing = false
    this.#flushed_ms = performance.now()
    if (this.#waiting.any) this.#schedule()
    else this.#idle()
  }

  /** Never throws. */
  async #commit(connection: SqliteConnection, units: Unit[]): Promise<void> {
    const turn = new UnitBatch(connection, this.#ids, this, this.#apart > 0)
    if (this.#apart > 0) this.#apart--
    const outcomes: UnitOutcome[] = []
    try {
      const began = performance.now()
      for (const unit of units) {
        outcomes.push(await turn.run(unit.body))
        if (turn.isSpoiled || performance.now() - began > HELD_MAX_MS) break
      }
      if (turn.isSpoiled) return this.#again(connection, units)
      // units that did not run come first in the next commit
      this.#waiting.putBack(units.splice(outcomes.length))
      turn.writeSums()
      connection.commit()
    } catch (error) {
      this.#abandon(connection, error)
      this.#inUnits = false
      this.#rejectAll(units, error)
      return
    } finally {
      turn.end()
    }
    this.#inUnits = false
    const lost = this.#checkFiles()
    if (lost !== undefined) return this.#rejectAll(units, new Error(lost))
    for (const [index, unit] of units.entries()) this.#settle(unit, outcomes[index]!)
    if (turn.wakes.size > 0) this.onWake(turn.wakes, 'here')
    if (turn.counts.length > 0) this.onCounted?.(turn.counts)
  }

  /** Puts the units into the next commit, with a savepoint for each. */
  #again(connection: SqliteConnection, units: Unit[]): void {
    connection.rollback()
    this.#inUnits = false
    this.#apart = APART_COMMITS
    this.#waiting.putBack(units)
  }

  #abandon(connection: SqliteConnection, error: unknown): void {
    try {
      connection.rollback()
      if (isFull(error)) return
    } catch {
      // closing the connection undoes its transaction
    }
    this.#discard()
  }

  #settle(unit: Unit, outcome: UnitOutcome): void {
    if ('error' in outcome) unit.reject(this.#asThrown(outcome.error))
    else unit.resolve(outcome.value)
  }

  /** A failed commit means unavailability, regardless of the driver's error code. */
  #rejectAll(units: Unit[], error: unknown): void {
    const thrown = this.#asThrown(error)
    const trouble = thrown instanceof DatabaseUnavailable ? thrown : new DatabaseUnavailable(error)
    for (const unit of units) unit.reject(trouble)
  }

  /** Handles an error code of damage. SQLite also reports it for a page that the disk failed to read. */
  #suspect({ message }: Error): void {
    if (this.#damage !== undefined) return
    // a commit of the read transaction would fail and raise another suspicion, so it is left unfinished
    if (this.#inUnits) this.#reader?.forgetPages()
    else {
      this.#forgetSnapshot()
      this.#discard()
    }
    if (!this.#suspicion) this.damaged(message)
    // with a fault of the files the cause is known, and a foreign file in their place must not be checked
    else if (this.#checkFiles() === undefined) this.#suspicion.raise(message)
  }

  /** Converts an error for the caller, and records damage. */
  #asThrown(error: unknown): unknown {
    if (isCorruption(error)) this.#suspect(error as Error)
    return isStorageError(error) ? new DatabaseUnavailable(error) : error
  }
}
