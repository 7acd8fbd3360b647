// Runs the jobs that are due. A handler reads, performs external actions if necessary, and finishes. All of its writes
// happen in `finish`, in one unit with the removal of the job, so they happen exactly once. An external action can be
// repeated after a crash, so it carries an id by which the other side recognizes the repetition.
//
// A claimed job has an owner and no due time. A job that this process owns but is not running (releasing it failed) is
// released as soon as the database can be written. A process with exclusive use of the database releases all claimed
// jobs when it starts: the process that claimed them is dead. If several processes share a database, each takes over
// the jobs of those that died (workers.ts).
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { backoff, type Growth } from '../limits/backoff.ts'
import { type Database, DatabaseUnavailable } from '../store/database.ts'
import { ClaimedWork, ClaimLost, type Work } from './claimed-work.ts'
import { Claims } from './claims.ts'
import { ClockMonitor } from './clock.ts'
import { type JobKind, JOB_KINDS, QUEUE_SETTINGS } from './kinds.ts'
import type { Gate } from './shares.ts'
import * as store from './store.ts'
import type { JobRow } from './store.ts'
import { type WorkerIdentity, Workers } from './workers.ts'

export type JobHandlers = { readonly [K in JobKind]: (work: Work<K>) => Promise<void> }

export interface Queue {
  start(): Promise<void>
  /** Stops claiming, and waits for running jobs. */
  stop(): Promise<void>
  isRunning(): boolean
  /** Number of running jobs by kind. */
  inHand(): Readonly<Record<JobKind, number>>
  /** Resolves when no job is due or running, and no lane waits for late work. */
  idle(): Promise<void>
  /** The due time of the next job, except `sweep`; it can be in the past. */
  nextDue(): Promise<Date | undefined>
  /** Number of processes that run jobs; `undefined`: this process has exclusive use of the database. */
  workers(): number | undefined
}

const POLL_EVERY_MS = 500
/** Pause between two polls, so that many small jobs that arrive in quick succession are claimed together. */
const POLL_AFTER_MS = 5
/**
 * How often one of several processes releases jobs that it owns but is not running: a claim whose commit was in doubt
 * may turn out to be committed after the last poll.
 */
const DOUBT_EVERY_MS = 10_000
const ATTEMPT_DELAYS: Growth = { first_ms: 1_000, cap_ms: 3_600_000 }

const EVERY_ROLE: WorkerIdentity = { roles: ['web', 'worker'], name: '' }

interface QueueOptions {
  now: () => Date
  log: Logger
  /** For kinds that run more or fewer jobs simultaneously than `QUEUE_SETTINGS` has. */
  concurrency?: Partial<Record<JobKind, number>> | undefined
  self?: WorkerIdentity
  /** For shared kinds. */
  gates?: Partial<Record<JobKind, Gate>> | undefined
}

export function createQueue(database: Database, handlers: JobHandlers, options: QueueOptions): Queue {
  return new Runner(database, handlers, options)
}

class Runner implements Queue {
  readonly #database: Database
  readonly #handlers: JobHandlers
  readonly #now: () => Date
  readonly #log: Logger
  readonly #claims: Claims
  /**
   * Keyed by id and token: a process considered dead may claim its own job again, and the writes of the first run are
   * refused.
   */
  readonly #inHand = new Map<string, Promise<void>>()
  readonly #count: Record<JobKind, number> = Object.fromEntries(JOB_KINDS.map(kind => [kind, 0])) as Record<
    JobKind,
    number
  >
  readonly #clock: ClockMonitor
  /** `undefined`: this process has exclusive use of the database. */
  readonly #workers: Workers | undefined
  #timer: NodeJS.Timeout | undefined
  #running = false
  #polling: Promise<void> | undefined
  #polled_ms = -Infinity
  /** This process may own jobs that it is not running. */
  #inDoubt = false
  #doubted_ms = -Infinity
  /** The last poll failed; a further failure is not logged. */
  #inTrouble = false
  /** Kinds whose due jobs have no room. A new job does not change that; only a finished job or the passage of time can. */
  readonly #full = new Set<JobKind>()
  /** Lanes that will check for late work once more. */
  readonly #lingering = new Set<string>()
  /** The kinds to poll. */
  readonly #woken = new Set<JobKind>()

  readonly #concurrency: (kind: JobKind) => number

  constructor(
    database: Database,
    handlers: JobHandlers,
    { now, log, concurrency = {}, self = EVERY_ROLE, gates = {} }: QueueOptions,
  ) {
    this.#concurrency = kind => concurrency[kind] ?? QUEUE_SETTINGS[kind].concurrency
    if (database.several)
      this.#workers = new Workers(database, self, { now, log, onBack: () => this.#onHeartbeatRestored() })
    this.#claims = new Claims(database, this.#workers?.id ?? randomUUID(), { room: this.#concurrency, gates })
    this.#clock = new ClockMonitor(database)
    this.#database = database
    this.#handlers = handlers
    this.#now = now
    this.#log = log
  }

  async start(): Promise<void> {
    if (!this.#workers) {
      const count = await this.#reclaim()
      if (count > 0) this.#log.info({ count }, 'interrupted jobs requeued')
    } else if (!(await this.#workers.join())) this.#clock.skipFirstCheck()
    await this.#claims.start()
    this.#running = true
    this.#database.waitsUnder = (kind, payload) => this.#claims.waitsUnder(kind as JobKind, payload)
    this.#database.onWake = (kinds, from) => this.#onWake(kinds as ReadonlySet<JobKind>, from)
    this.#timer = setInterval(() => {
      this.#full.clear()
      this.#wake(JOB_KINDS)
    }, POLL_EVERY_MS).unref()
    this.#wake(JOB_KINDS)
  }

  async stop(): Promise<void> {
    this.#running = false
    clearInterval(this.#timer)
    await this.#polling
    await Promise.all(this.#inHand.values())
    await this.#workers?.leave()
  }

  isRunning(): boolean {
    return this.#running
  }

  inHand(): Readonly<Record<JobKind, number>> {
    return this.#count
  }

  async idle(): Promise<void> {
    do {
      this.#wake(JOB_KINDS)
      while (this.#polling || this.#inHand.size > 0) {
        await this.#polling
        await Promise.all(this.#inHand.values())
      }
    } while (this.#running && (await this.#endLingering()))
  }

  /** Makes the lanes due that would check for late work in a moment. Returns whether there were any. */
  async #endLingering(): Promise<boolean> {
    const lanes = [...this.#lingering]
    this.#lingering.clear()
    if (lanes.length === 0) return false
    const now = this.#now().toISOString()
    await this.#database.unit(async tx => lanes.forEach(id => tx.put(store.makeDue, { id, now })), 'queue')
    return true
  }

  workers(): number | undefined {
    return this.#workers?.count
  }

  async nextDue(): Promise<Date | undefined> {
    // no caller waits for the sweep
    const kinds = JOB_KINDS.filter(kind => kind !== 'sweep')
    const due = await this.#database.read(tx => Promise.all(kinds.map(kind => tx.get(store.findNextRunAt, { kind }))))
    const [next] = due.flatMap(row => row?.run_at ?? []).toSorted()
    return next === undefined ? undefined : new Date(next)
  }

  /** Reports that jobs were enqueued. Kinds without room here are passed on to the other processes, which may have room. */
  #onWake(kinds: ReadonlySet<JobKind>, from: 'here' | 'others'): void {
    this.#wake([...kinds].filter(kind => !this.#full.has(kind)))
    if (from === 'others' || !this.#workers) return
    const without_room = [...kinds].filter(kind => this.#full.has(kind) || this.#free(kind) <= 0)
    if (without_room.length > 0) this.#database.wakeOthers(without_room)
  }

  /** Another process may have taken over jobs of this one while its heartbeats failed. */
  #onHeartbeatRestored(): void {
    this.#inDoubt = true
    this.#wake(JOB_KINDS)
  }

  #free(kind: JobKind): number {
    return this.#concurrency(kind) - this.#count[kind]
  }

  #wake(kinds: Iterable<JobKind>): void {
    for (const kind of kinds) this.#woken.add(kind)
    if (!this.#running || this.#polling || this.#woken.size === 0) return
    this.#polling = pauseUntil(this.#polled_ms + POLL_AFTER_MS)
      .then(() => this.#poll())
      .catch((error: unknown) => {
        if (!this.#inTrouble) this.#log.error({ err: error }, 'job polling failed')
        this.#inTrouble = true
        // the timer wakes all kinds again
        this.#woken.clear()
      })
      .finally(() => {
        this.#polled_ms = performance.now()
        this.#polling = undefined
        this.#wake([])
      })
  }

  async #poll(): Promise<void> {
    // `onBack` wakes all kinds as soon as a heartbeat succeeds
    if (this.#workers?.hasRecentHeartbeat() === false) return this.#woken.clear()
    if (this.#isInDoubt()) await this.#reclaim()
    while (this.#running && this.#clock.hasJobsToCheck(this.#now())) await this.#clock.correctDueTimes(this.#now())
    for (const kind of await this.#dueKinds()) {
      if (!this.#running) return
      const jobs = await this.#claim(kind, this.#free(kind))
      for (const job of jobs) this.#start(kind, job)
    }
    this.#inTrouble = false
  }

  /** Kinds that were woken, have room, and have a due job. */
  async #dueKinds(): Promise<JobKind[]> {
    const kinds = JOB_KINDS.filter(kind => this.#woken.delete(kind) && this.#free(kind) > 0)
    const now = this.#now().toISOString()
    const areDue = await Promise.all(kinds.map(kind => this.#claims.isAnyDue(kind, now)))
    return kinds.filter((_, index) => areDue[index])
  }

  async #claim(kind: JobKind, limit: number): Promise<JobRow[]> {
    try {
      const { jobs, more, isFull } = await this.#claims.claim(kind, limit, this.#now().toISOString())
      if (more) this.#woken.add(kind)
      if (isFull) this.#full.add(kind)
      return jobs
    } catch (error) {
      this.#inDoubt = true
      throw error
    }
  }

  #isInDoubt(): boolean {
    return this.#inDoubt || (this.#workers !== undefined && performance.now() - this.#doubted_ms > DOUBT_EVERY_MS)
  }

  /** Makes the jobs due that this process owns but is not running. Returns how many. */
  async #reclaim(): Promise<number> {
    const now = this.#now()
    const set_at = now.toISOString()
    // one of several connections may work before the others: a job that cannot be released must not be retried in a loop
    const run_at = this.#workers ? nextAttemptAt(1, now).toISOString() : set_at
    const count = await this.#database.unit(async tx => {
      const owner = this.#workers?.id
      const held = await (owner === undefined ? tx.all(store.listClaimed, {}) : tx.all(store.listClaimedBy, { owner }))
      const lost = held.filter(job => !this.#inHand.has(keyOf(job)))
      for (const { id, token } of lost) tx.put(store.releaseClaimed, { id, token, run_at, set_at })
      return lost.length
    }, 'queue')
    this.#inDoubt = false
    this.#doubted_ms = performance.now()
    return count
  }

  #start<K extends JobKind>(kind: K, job: JobRow): void {
    this.#count[kind]++
    const began_ms = performance.now()
    this.#lingering.delete(job.id)
    const done = this.#run(kind, job).finally(() => {
      this.#count[kind]--
      this.#claims.releaseShare(kind, job, performance.now() - began_ms)
      this.#inHand.delete(keyOf(job))
      this.#full.delete(kind)
      this.#wake([kind])
    })
    this.#inHand.set(keyOf(job), done)
  }

  async #run<K extends JobKind>(kind: K, job: JobRow): Promise<void> {
    const log = this.#log.child({ job: kind, job_id: job.id })
    try {
      const onAside = (name: string): void => this.#claims.addWaitingName(kind, name)
      const work = new ClaimedWork(this.#database, kind, job, { now: this.#now, log, onAside })
      await this.#handlers[kind](work)
      if (!work.ended) await work.finish(async () => {})
      if (work.lingers) this.#lingering.add(job.id)
    } catch (error) {
      if (error instanceof ClaimLost) log.warn('job taken over by another worker')
      else await this.#release(kind, job, error, log)
    }
  }

  /** A job that threw is retried later, or becomes a dead letter after its last attempt. */
  async #release(kind: JobKind, job: JobRow, error: unknown, log: Logger): Promise<void> {
    const unavailable = error instanceof DatabaseUnavailable
    const last_error = String(error)
    const dead = job.attempts >= QUEUE_SETTINGS[kind].attempts_max && !unavailable
    log.error({ err: error, attempt: job.attempts, dead }, 'job failed')
    const now = this.#now()
    // an unavailable database is not the fault of the job
    const run_at = nextAttemptAt(unavailable ? 1 : job.attempts, now).toISOString()
    const { id, token } = job
    try {
      await this.#database.unit(async tx => {
        if (dead) tx.put(store.moveToDeadLetters, { id, token, failed_at: now.toISOString(), last_error })
        else tx.put(store.postponeClaimed, { id, token, last_error, run_at, set_at: now.toISOString() })
      })
    } catch (failure) {
      this.#inDoubt = true
      log.error({ err: failure }, 'job release failed')
    }
  }
}

/** The time of the next attempt after this many failed ones. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + backoff(attempts, ATTEMPT_DELAYS))
}

function keyOf({ id, token }: store.ClaimedJob): string {
  return `${id} ${token}`
}

/** Waits at least for the next turn of the event loop, so that jobs that finish or arrive until then share one poll. */
function pauseUntil(time_ms: number): Promise<void> {
  const wait_ms = time_ms - performance.now()
  return new Promise(resolve => void (wait_ms < 1 ? setImmediate(resolve) : setTimeout(resolve, wait_ms)))
}
