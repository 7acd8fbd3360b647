// The store on SQLite: one owner process and one connection, whose cache of pages no other connection ever outdates.
//
// Group commit: units that arrive in the same turn of the event loop share one BEGIN IMMEDIATE ... COMMIT, and learn of
// their success after that commit. One flush to the disk then serves them all. One that fails undoes itself alone (turn.ts).
//
// Reads of one turn share a transaction, too: taking and giving back SQLite's locks costs as much as a small read.
//
// Trouble of the disk reaches the caller of the unit as DatabaseUnavailable: nothing is thrown out of a timer.
// Where it leaves a connection in doubt, another one takes its place. A file that SQLite calls damaged is written no more
// until it has been looked through (suspicion.ts), and if it is damaged, until the next start, as what is written into it can
// make it worse; what can be read is read. Nothing is written into a file that is not
// ours any more, and nothing read from it; that its files are in their place is seen to at each commit.
import { Checkpoints } from './checkpoints.ts'
import { SqliteConnection, isBusy, isDamage, isFull, isTrouble } from './connection.ts'
import {
  type Database,
  DatabaseUnavailable,
  type From,
  type IdSource,
  NOTHING_SET,
  type Tell,
  type Tx,
} from './database.ts'
import { examineAside } from './examine.ts'
import { IdsInOrderOfTime } from './ids.ts'
import { OpenFile } from './open-file.ts'
import { type Look, Suspicion } from './suspicion.ts'
import { type Body, type Outcome, ReadTx, Turn } from './turn.ts'
import { WaitingUnits } from './waiting-units.ts'

/** How long the units of one commit may go on, so that a burst cannot hold the event loop for long. */
const HELD_MAX_MS = 20
/**
 * `gather_ms` of a server: a mail waits three times so long and hears nothing of it, and as many mails as are under way share
 * what a commit costs.
 */
const GATHER_MS = 8
/** So many commits are made with a savepoint for each unit, once a unit has failed that had written something. */
const APART_COMMITS = 100
const BUSY_PAUSE_MS = 3
const BUSY_TRIES_MAX = 1000

interface Unit {
  body: Body
  from: 'queue' | undefined
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

export interface Opening {
  tell?: Tell
  ids?: IdSource | undefined
  /** Whether the write-ahead log is moved into the file here, or left to another process. */
  movesLog?: boolean | undefined
}

/**
 * Opens the file (made by the migrations) and reads back that it is as durable as we promise. Its owner watches over its
 * files; `isOwner` is false for a process that does a little beside it.
 */
export class SqliteDatabase implements Database {
  readonly several = false
  gather_ms = GATHER_MS
  subscribers: Database['subscribers']
  settings = NOTHING_SET
  waitsUnder: Database['waitsUnder'] = () => undefined
  onWake: Database['onWake'] = () => {}
  onCounted: Database['onCounted']
  onFault: Database['onFault'] = () => {}
  readonly #filename: string
  readonly #ids: IdSource
  #file: OpenFile | undefined
  /** `undefined`: the one there was is in doubt, and the next to ask opens another. */
  #connection: SqliteConnection | undefined
  /** Not where something else does, such as a program that copies the log elsewhere first. */
  readonly #movesLog: boolean
  readonly #checkpoints: Checkpoints
  readonly #reads = new ReadTx(
    () => this.#toRead(),
    error => this.#asThrown(error),
    this,
  )
  /** Set from the first read of a turn to the turn's end. */
  #snapshot: NodeJS.Immediate | undefined
  /** What was read in the snapshot, by name. */
  readonly #shared = new Map<string, Promise<unknown>>()
  /** For reads while a unit is open. The owner's is there all the time, to be the last one that is closed. */
  #aside: SqliteConnection | undefined
  readonly #waiting = new WaitingUnits<Unit>()
  #flushing = false
  /** Set while a commit waits for more of the queue's units. */
  #gathering: NodeJS.Timeout | undefined
  #flushed_ms = -Infinity
  /** Commits that are still to be made with a savepoint for each unit. */
  #apart = 0
  #inUnits = false
  #closed = false
  #damage: string | undefined
  /** The owner's. A command that does a little beside it ends soon, and stops at the first damage reported. */
  readonly #suspicion: Suspicion | undefined
  /** What was wrong with the files when they were last looked at. */
  #missing: string | undefined
  #idle: () => void = () => {}

  constructor(
    filename: string,
    isOwner: boolean,
    { ids = new IdsInOrderOfTime(), movesLog = true, tell = () => {} }: Opening,
  ) {
    this.#filename = filename
    this.#ids = ids
    this.#connection = new SqliteConnection(filename, false)
    if (isOwner) {
      this.#aside = new SqliteConnection(filename, true)
      this.#aside.takePart()
      this.#file = new OpenFile(filename)
      const look: Look = signal => examineAside(filename, 'integrity_check', signal)
      this.#suspicion = new Suspicion(look, damage => this.damaged(damage), tell)
    }
    this.#movesLog = movesLog
    this.#checkpoints = new Checkpoints(filename, () => this.#mayMove(), movesLog)
  }

  unit<T>(body: (tx: Tx) => Promise<T>, from?: From): Promise<T> {
    const refused = this.#closed ? 'it is closed' : this.#damage
    if (refused !== undefined) return Promise.reject(new DatabaseUnavailable(new Error(refused)))
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ body, from: from && 'queue', resolve: resolve as Unit['resolve'], reject })
      this.#schedule()
      if (!from) this.#hurry()
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
      // first, so that what is read now is forgotten when the snapshot ends
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
    return this.#damage ?? this.#lookAtFiles() ?? this.#suspicion?.words
  }

  damaged(what: string): void {
    if (this.#damage !== undefined) return
    // a file that was written over is no damaged one, and what was looked through may be another one's
    if (this.#lookAtFiles() !== undefined) return
    this.#damage = `The database is damaged: ${what}`
    // it would write, too
    void this.#checkpoints.stop()
    this.onFault(this.#damage)
  }

  /** What is wrong with them now; it is told once. */
  #lookAtFiles(): string | undefined {
    const fault = this.#file?.fault(this.#checkpoints.isAtWork)
    if (fault !== this.#missing) {
      this.#missing = fault
      if (fault !== undefined) this.onFault(fault)
    }
    return fault
  }

  /** Whether the log may be moved into the file. What was accepted into a log that is gone is saved by that. */
  #mayMove(): boolean {
    this.#lookAtFiles()
    if (this.#suspicion?.words !== undefined) return false
    return this.#damage === undefined && this.#file?.faultOfFile(this.#checkpoints.isAtWork) === undefined
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#suspicion?.close()
    this.#hurry()
    if (this.#flushing) await new Promise<void>(resolve => (this.#idle = resolve))
    await this.#checkpoints.stop()
    this.#endSnapshot()
    try {
      if (this.#movesLog && this.#mayMove()) this.#connection?.checkpoint()
    } catch {
      // the log stays, and the next start reads it
    }
    this.#closeConnections()
    this.#file?.close()
    this.#file = undefined
  }

  /** The last connection to close moves the log into the file and deletes it, which one that only reads cannot. */
  #closeConnections(): void {
    const is_well = this.fault() === undefined
    if (is_well) this.#aside?.close()
    this.#connection?.close()
    if (!is_well) this.#aside?.close()
  }

  /** A connection that sees no uncommitted writes. Units seldom yield to others, so that is what the second one is for. */
  #toRead(): SqliteConnection {
    if (this.#file?.isOverwritten) throw new DatabaseUnavailable(new Error(this.#missing))
    if (this.#inUnits) return (this.#aside ??= new SqliteConnection(this.#filename, true))
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
      // its readers have their answers
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
    const fault = this.#lookAtFiles()
    // in the place of the file there may be another one
    if (fault !== undefined) throw new DatabaseUnavailable(new Error(fault))
    return (this.#connection = new SqliteConnection(this.#filename, false))
  }

  /** It is unknown what is open on it. */
  #discard(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  #schedule(): void {
    if (this.#flushing) return
    this.#flushing = true
    const wait_ms = this.#waiting.isOfQueue ? this.#flushed_ms + this.gather_ms - performance.now() : 0
    if (wait_ms >= 1 && !this.#closed) this.#gathering = setTimeout(() => this.#hurry(), wait_ms)
    else this.#waiting.gather(() => void this.#flush(1))
  }

  /** Commits what is gathered now, as a unit waits that makes others wait. */
  #hurry(): void {
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
    // what is written into a file that has lost its name would be lost
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
    const turn = new Turn(connection, this.#ids, this, this.#apart > 0)
    if (this.#apart > 0) this.#apart--
    const outcomes: Outcome[] = []
    try {
      const began = performance.now()
      for (const unit of units) {
        outcomes.push(await turn.run(unit.body))
        if (turn.isSpoiled || performance.now() - began > HELD_MAX_MS) break
      }
      if (turn.isSpoiled) return this.#again(connection, units)
      // who had no turn is first in the next one
      this.#waiting.giveBack(units.splice(outcomes.length))
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
    const lost = this.#lookAtFiles()
    if (lost !== undefined) return this.#rejectAll(units, new Error(lost))
    for (const [index, unit] of units.entries()) this.#settle(unit, outcomes[index]!)
    if (turn.wakes.size > 0) this.onWake(turn.wakes, 'here')
    if (turn.counts.length > 0) this.onCounted?.(turn.counts)
  }

  /** The units are in the next commit, each with a savepoint. */
  #again(connection: SqliteConnection, units: Unit[]): void {
    connection.rollback()
    this.#inUnits = false
    this.#apart = APART_COMMITS
    this.#waiting.giveBack(units)
  }

  #abandon(connection: SqliteConnection, error: unknown): void {
    try {
      connection.rollback()
      if (isFull(error)) return
    } catch {
      // then its end undoes what it has begun
    }
    this.#discard()
  }

  #settle(unit: Unit, outcome: Outcome): void {
    if ('error' in outcome) unit.reject(this.#asThrown(outcome.error))
    else unit.resolve(outcome.value)
  }

  /** What a whole commit failed with is trouble, whatever the driver calls it. */
  #rejectAll(units: Unit[], error: unknown): void {
    const thrown = this.#asThrown(error)
    const trouble = thrown instanceof DatabaseUnavailable ? thrown : new DatabaseUnavailable(error)
    for (const unit of units) unit.reject(trouble)
  }

  /** SQLite says so, too, of a page that the disk has failed to read. */
  #suspect({ message }: Error): void {
    if (this.#damage !== undefined) return
    // the read transaction that met it fails once more at its commit, which would be another suspicion: it is left unfinished
    if (this.#inUnits) this.#aside?.forgetPages()
    else {
      this.#forgetSnapshot()
      this.#discard()
    }
    if (!this.#suspicion) this.damaged(message)
    // what befell the files is known then, and what lies in their place is not to be looked through
    else if (this.#lookAtFiles() === undefined) this.#suspicion.raise(message)
  }

  /** The error as the caller gets it. Damage is noted. */
  #asThrown(error: unknown): unknown {
    if (isDamage(error)) this.#suspect(error as Error)
    return isTrouble(error) ? new DatabaseUnavailable(error) : error
  }
}
