// Does the jobs that are due. A job looks (reads), acts outside if it must, and finishes: all of its writes happen in
// `finish`, in one unit with the removal of the job, so they happen exactly once. What it did outside can happen again
// after a crash, and carries an id that lets the other side notice.
//
// A job in hand has an owner and is due for nobody. One process has the data folder, so whatever is in hand when it starts
// was in the hands of a dead one, and what it does not have in hand itself later (it could not be given back) is lost to
// nobody either: it is taken back as soon as the database can be written.
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { type Database, DatabaseUnavailable, type Tx } from '../store/database.ts'
import { Claims } from './claims.ts'
import { ClockWatch } from './clock.ts'
import { type Jobs, type Kind, KINDS, QUEUE_SETTINGS } from './kinds.ts'
import * as store from './store.ts'
import type { JobRow } from './store.ts'

/** A claimed job as its function sees it. */
export interface Work<K extends Kind> {
  payload: Jobs[K]
  /** 1 the first time. */
  attempt: number
  now: () => Date
  log: Logger
  /** Reads, or writes a note that must stand before something is done outside (fenced like every write). */
  look<T>(body: (tx: Tx) => Promise<T>): Promise<T>
  /** Ends the job; `body`'s writes and the end are one unit. */
  finish(body: (tx: Tx) => Promise<void>): Promise<void>
  /** Gives the job back until `run_at`; `body`'s writes and that are one unit. */
  postpone(run_at: Date, reason: string, body?: (tx: Tx) => Promise<void>): Promise<void>
}

export type JobHandlers = { readonly [K in Kind]: (work: Work<K>) => Promise<void> }

export interface Queue {
  start(): Promise<void>
  /** Claims nothing any more and waits for the jobs in hand. */
  stop(): Promise<void>
  isRunning(): boolean
  /** How many jobs of each kind are being done. */
  inHand(): Readonly<Record<Kind, number>>
  /** Resolves when nothing is due and nothing is in hand. */
  idle(): Promise<void>
  /** When the next job is due that somebody may wait for; it may be already. */
  nextDue(): Promise<Date | undefined>
}

const LOOK_EVERY_MS = 500
const BACKOFF_FIRST_MS = 1_000
const BACKOFF_MAX_MS = 3_600_000

/** The job belongs to somebody else by now; whatever this worker was about to write must not be written. */
class TakenOver extends Error {}

/** `concurrency`: of kinds that run fewer or more at once than is usual. */
export function createQueue(
  database: Database,
  handlers: JobHandlers,
  now: () => Date,
  log: Logger,
  concurrency: Partial<Record<Kind, number>> = {},
): Queue {
  return new Runner(database, handlers, now, log, concurrency)
}

class Runner implements Queue {
  readonly #database: Database
  readonly #handlers: JobHandlers
  readonly #now: () => Date
  readonly #log: Logger
  readonly #claims: Claims
  readonly #inHand = new Map<string, { job: JobRow; done: Promise<void> }>()
  readonly #count: Record<Kind, number> = Object.fromEntries(KINDS.map(kind => [kind, 0])) as Record<Kind, number>
  readonly #clock = new ClockWatch()
  #timer: NodeJS.Timeout | undefined
  #running = false
  #looking: Promise<void> | undefined
  /** Jobs may be in our name that are not in our hands. */
  #inDoubt = false
  /** The last look failed: the next one that does is not told again. */
  #inTrouble = false
  /** Kinds of which nothing that is due had room: what comes in does not change that, what ends or the clock may. */
  readonly #full = new Set<Kind>()
  /** The kinds to look at. */
  readonly #woken = new Set<Kind>()

  readonly #concurrency: (kind: Kind) => number

  constructor(
    database: Database,
    handlers: JobHandlers,
    now: () => Date,
    log: Logger,
    concurrency: Partial<Record<Kind, number>>,
  ) {
    this.#concurrency = kind => concurrency[kind] ?? QUEUE_SETTINGS[kind].concurrency
    this.#claims = new Claims(database, randomUUID(), this.#concurrency)
    this.#database = database
    this.#handlers = handlers
    this.#now = now
    this.#log = log
  }

  async start(): Promise<void> {
    const count = await this.#takeBack()
    if (count > 0) this.#log.info({ count }, 'took back jobs that were in hand when the last process ended')
    await this.#claims.start()
    this.#running = true
    this.#database.onWake = kinds => this.#wake([...(kinds as ReadonlySet<Kind>)].filter(kind => !this.#full.has(kind)))
    this.#timer = setInterval(() => {
      this.#full.clear()
      this.#wake(KINDS)
    }, LOOK_EVERY_MS).unref()
    this.#wake(KINDS)
  }

  async stop(): Promise<void> {
    this.#running = false
    clearInterval(this.#timer)
    await this.#looking
    await Promise.all([...this.#inHand.values()].map(({ done }) => done))
  }

  isRunning(): boolean {
    return this.#running
  }

  inHand(): Readonly<Record<Kind, number>> {
    return this.#count
  }

  async idle(): Promise<void> {
    this.#wake(KINDS)
    while (this.#looking || this.#inHand.size > 0) {
      await this.#looking
      await Promise.all([...this.#inHand.values()].map(({ done }) => done))
    }
  }

  async nextDue(): Promise<Date | undefined> {
    // nobody waits for what tidies up
    const kinds = KINDS.filter(kind => kind !== 'sweep')
    const due = await this.#database.read(tx => Promise.all(kinds.map(kind => tx.get(store.nextDue, { kind }))))
    const [next] = due.flatMap(row => row?.run_at ?? []).toSorted()
    return next === undefined ? undefined : new Date(next)
  }

  #wake(kinds: Iterable<Kind>): void {
    for (const kind of kinds) this.#woken.add(kind)
    if (!this.#running || this.#looking || this.#woken.size === 0) return
    this.#looking = turnsEnd()
      .then(() => this.#lookAround())
      .catch((error: unknown) => {
        if (!this.#inTrouble) this.#log.error({ err: error }, 'the queue could not look for work, and keeps trying')
        this.#inTrouble = true
        // the clock wakes them again
        this.#woken.clear()
      })
      .finally(() => {
        this.#looking = undefined
        this.#wake([])
      })
  }

  async #lookAround(): Promise<void> {
    if (this.#inDoubt) await this.#takeBack()
    while (this.#running && this.#clock.noticed(this.#now())) await this.#clock.putRight(this.#database, this.#now())
    for (const kind of KINDS) {
      if (!this.#woken.delete(kind)) continue
      const free = this.#concurrency(kind) - this.#count[kind]
      if (free <= 0 || !this.#running) continue
      const now = this.#now().toISOString()
      if (!(await this.#claims.isAnyDue(kind, now))) continue
      const jobs = await this.#claim(kind, free)
      if (jobs.length === 0) this.#full.add(kind)
      for (const job of jobs) this.#begin(kind, job)
    }
    this.#inTrouble = false
  }

  async #claim(kind: Kind, limit: number): Promise<JobRow[]> {
    try {
      const { jobs, more } = await this.#claims.take(kind, limit, this.#now().toISOString())
      if (more) this.#woken.add(kind)
      return jobs
    } catch (error) {
      this.#inDoubt = true
      throw error
    }
  }

  /** Makes due what somebody had in hand and we have not; how many that were. */
  async #takeBack(): Promise<number> {
    const now = this.#now().toISOString()
    const count = await this.#database.unit(async tx => {
      const lost = (await tx.all(store.listHeld, {})).filter(({ id }) => !this.#inHand.has(id))
      for (const { id } of lost) tx.put(store.takeBack, { id, now })
      return lost.length
    })
    this.#inDoubt = false
    return count
  }

  #begin<K extends Kind>(kind: K, job: JobRow): void {
    this.#count[kind]++
    const began_ms = performance.now()
    const done = this.#run(kind, job).finally(() => {
      this.#count[kind]--
      this.#claims.ended(kind, job, performance.now() - began_ms)
      this.#inHand.delete(job.id)
      this.#full.delete(kind)
      this.#wake([kind])
    })
    this.#inHand.set(job.id, { job, done })
  }

  async #run<K extends Kind>(kind: K, job: JobRow): Promise<void> {
    const log = this.#log.child({ job: kind, job_id: job.id })
    try {
      const work = new ClaimedWork<K>(this.#database, job, this.#now, log)
      await this.#handlers[kind](work)
      if (!work.ended) await work.finish(async () => {})
    } catch (error) {
      if (error instanceof TakenOver) log.warn('another worker took this job over')
      else await this.#giveBack(kind, job, error, log)
    }
  }

  /** A job that threw is tried again later, or is a dead letter after its last try. */
  async #giveBack(kind: Kind, job: JobRow, error: unknown, log: Logger): Promise<void> {
    const unavailable = error instanceof DatabaseUnavailable
    const last_error = String(error)
    const dead = job.attempts >= QUEUE_SETTINGS[kind].attempts_max && !unavailable
    log.error({ err: error, attempt: job.attempts, dead }, 'a job failed')
    const now = this.#now()
    // a job is not to blame for the database
    const run_at = nextTry(unavailable ? 1 : job.attempts, now).toISOString()
    const { id, token } = job
    try {
      await this.#database.unit(async tx => {
        if (dead) tx.put(store.endHeld, { id, token, failed_at: now.toISOString(), last_error })
        else tx.put(store.postponeHeld, { id, token, last_error, run_at, set_at: now.toISOString() })
      })
    } catch (failure) {
      this.#inDoubt = true
      log.error({ err: failure }, 'a job could not be given back; it is as soon as the database can be written')
    }
  }
}

class ClaimedWork<K extends Kind> implements Work<K> {
  readonly payload: Jobs[K]
  readonly attempt: number
  readonly now: () => Date
  readonly log: Logger
  readonly #database: Database
  readonly #held: { id: string; token: number }
  ended = false

  constructor(database: Database, job: JobRow, now: () => Date, log: Logger) {
    this.#database = database
    this.#held = { id: job.id, token: job.token }
    this.payload = JSON.parse(job.payload) as Jobs[K]
    this.attempt = job.attempts
    this.now = now
    this.log = log
  }

  look<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#database.unit(async tx => {
      if (!(await tx.get(store.lockHeld, this.#held))) throw new TakenOver()
      return body(tx)
    }, 'queue')
  }

  finish(body: (tx: Tx) => Promise<void>): Promise<void> {
    return this.#end(async tx => {
      tx.must(store.removeHeld, this.#held, () => new TakenOver())
      await body(tx)
    })
  }

  postpone(run_at: Date, reason: string, body: (tx: Tx) => Promise<void> = async () => {}): Promise<void> {
    return this.#end(async tx => {
      const set_at = this.now().toISOString()
      const values = { ...this.#held, run_at: run_at.toISOString(), set_at, last_error: reason }
      tx.must(store.postponeHeld, values, () => new TakenOver())
      await body(tx)
    })
  }

  async #end(body: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#database.unit(body, 'queue')
    this.ended = true
  }
}

/** When what could not be done is tried again: twice as long after each try. */
export function nextTry(attempts: number, now: Date): Date {
  const wait_ms = Math.min(BACKOFF_FIRST_MS * 2 ** (attempts - 1), BACKOFF_MAX_MS)
  return new Date(now.getTime() + wait_ms)
}

/** What ends or is left behind in one turn of the event loop is looked after together. */
function turnsEnd(): Promise<void> {
  return new Promise(resolve => void setImmediate(resolve))
}
