// Claims due jobs. In a shared kind no team and no destination gets more than its share: a job without room is set
// aside (aside.ts), keeps its due time, and is claimed by any process as soon as there is room. In a kind that rotates,
// the jobs of each team are set aside under the team once jobs of several teams are pending.
import type { Database, Tx } from '../store/database.ts'
import { WAITING_SEPARATOR, waitingKind, canWait, teamShareName, parseWaitingName } from './waiting-names.ts'
import { type JobKind, JOB_KINDS, QUEUE_SETTINGS } from './kinds.ts'
import { TeamRotation } from './rotation.ts'
import { type Gate, type ShareKey, Shares, type ClaimedShare } from './shares.ts'
import * as store from './store.ts'
import type { JobRow } from './store.ts'

/** Maximum number of jobs that one unit examines, because it blocks all other units. */
const PART = 200
/** Maximum number of names of jobs set aside that one query lists. */
const WAITING_NAMES_MAX = 1_000
/** How often a process checks which jobs other processes have set aside. */
const CHECK_WAITING_EVERY_MS = 1000
/** How often a process checks for jobs that have waited too long for room. */
const CHECK_OVERDUE_EVERY_MS = 60_000

/** Returns at most `limit` due jobs of a kind. `kind` can include a name that jobs are set aside under. */
interface DueQuery {
  kind: string
  limit: number
  now: string
}

/** What one unit claims. It is kept separate, because the counts in memory must be undone if the unit is rolled back. */
interface ClaimResult extends DueQuery {
  tx: Tx
  kind: JobKind
  jobs: JobRow[]
  /** Names under which jobs were set aside. */
  put_aside: Set<string>
  /** Names under which no more jobs are set aside. */
  emptied: Set<string>
}

/** The jobs of a kind that are set aside, as far as this process has found them. */
interface WaitingNames {
  names: Set<string>
  /** Names under which jobs were enqueued since the last claim started. */
  fresh: Set<string>
  /** The last name of a list that reached its limit; the next list starts after it. */
  seen: string
  looked_ms: number
  /** The kinds with a job that has waited too long: one that was due before `until`. */
  overdue: { kinds: string[]; until: string }
  overdue_looked_ms: number
}

export class Claims {
  readonly #database: Database
  readonly #owner: string
  readonly #room: (kind: JobKind) => number
  readonly #gates: Partial<Record<JobKind, Gate>>
  readonly #shares = new Map<JobKind, Shares>()
  readonly #rotations = new Map<JobKind, TeamRotation>()
  /** The share that each claimed job counts towards. */
  readonly #claimed = new WeakMap<JobRow, ClaimedShare>()
  readonly #waiting = new Map<JobKind, WaitingNames>()

  /** `room`: how many jobs of a kind run simultaneously. `gates`: further conditions for claiming jobs of shared kinds. */
  constructor(
    database: Database,
    owner: string,
    { room, gates }: { room: (kind: JobKind) => number; gates: Partial<Record<JobKind, Gate>> },
  ) {
    this.#gates = gates
    this.#database = database
    this.#owner = owner
    this.#room = room
  }

  /** Finds the jobs that an earlier process has set aside. */
  async start(): Promise<void> {
    for (const kind of JOB_KINDS.filter(canWait)) {
      const aside: WaitingNames = {
        names: new Set(),
        fresh: new Set(),
        seen: '',
        looked_ms: -Infinity,
        overdue: { kinds: [], until: '' },
        overdue_looked_ms: -Infinity,
      }
      this.#waiting.set(kind, aside)
      if (QUEUE_SETTINGS[kind].rotates) this.#rotations.set(kind, new TeamRotation())
      else this.#shares.set(kind, new Shares(this.#room(kind), this.#gates[kind]))
      do await this.#checkWaiting(kind, aside)
      while (aside.seen !== '')
    }
  }

  async isAnyDue(kind: JobKind, now: string): Promise<boolean> {
    if (await this.#isAnyOverdue(kind, now)) return true
    if (this.#gates[kind]?.isClosed()) return false
    const aside = this.#waiting.get(kind)
    const isOld = aside && this.#database.several && performance.now() - aside.looked_ms > CHECK_WAITING_EVERY_MS
    const [due] = await Promise.all([
      this.#database.read(tx => tx.get(store.findFirstDue, { kind, now })),
      isOld && this.#checkWaiting(kind, aside),
    ])
    return due !== undefined || this.#roomFor(kind).length > 0
  }

  /** Lists the next names under which jobs are set aside. After the last name it starts again with the first. */
  async #checkWaiting(kind: JobKind, aside: WaitingNames): Promise<void> {
    const begin = kind + WAITING_SEPARATOR
    const which = { after: begin + aside.seen, to: `${kind}A`, limit: WAITING_NAMES_MAX }
    const found = (await this.#database.read(tx => tx.all(store.listWaitingKinds, which))).map(row => row.kind)
    for (const each of found) aside.names.add(each.slice(begin.length))
    aside.seen = found.length < WAITING_NAMES_MAX ? '' : found.at(-1)!.slice(begin.length)
    aside.looked_ms = performance.now()
  }

  /** Measured with the clock of due times, not with the monotonic one. */
  async #isAnyOverdue(kind: JobKind, now: string): Promise<boolean> {
    const aside = this.#waiting.get(kind)
    const gate = this.#gates[kind]
    if (!aside || gate?.patience_ms === undefined) return false
    const now_ms = Date.parse(now)
    if (Math.abs(now_ms - aside.overdue_looked_ms) >= CHECK_OVERDUE_EVERY_MS) {
      aside.overdue_looked_ms = now_ms
      const until = new Date(now_ms - gate.patience_ms).toISOString()
      const isShut = (name: string): boolean => gate.isClosed() || !gate.mayClaim(parseWaitingName(name).name, 0)
      const waiting = [...aside.names].filter(isShut).map(name => waitingKind(kind, name))
      aside.overdue = { kinds: await this.#dueOf(gate.isClosed() ? [kind, ...waiting] : waiting, until), until }
    }
    return aside.overdue.kinds.length > 0
  }

  /** The kinds that have a due job. */
  async #dueOf(kinds: readonly string[], now: string): Promise<string[]> {
    const found: string[] = []
    for (const kind of kinds)
      if (await this.#database.read(tx => tx.get(store.findFirstDue, { kind, now }))) found.push(kind)
    return found
  }

  /** Claims at most `limit` jobs. `more`: other jobs may be due and have room. `isFull`: other jobs are due, and none has room. */
  async claim(kind: JobKind, limit: number, now: string): Promise<{ jobs: JobRow[]; more: boolean; isFull: boolean }> {
    const shares = this.#shares.get(kind)
    const rotation = this.#rotations.get(kind)
    if (!shares && !rotation) {
      const jobs = await this.#database.unit(tx => this.#first(tx, { kind, limit, now }), 'claims')
      return { jobs, more: false, isFull: false }
    }
    let taken: ClaimResult | undefined
    const takeBack = (): void => taken?.jobs.forEach(job => shares?.undoClaim(this.#sharesOf(job)))
    try {
      const more = await this.#database.unit(async tx => {
        // the database may run the unit again after a rollback: undo the shares of the previous run
        takeBack()
        taken = { tx, kind, limit, now, jobs: [], put_aside: new Set(), emptied: new Set() }
        this.#waiting.get(kind)!.fresh.clear()
        if (rotation) return this.#claimInRotation(taken, rotation)
        await this.#claimOverdue(taken)
        if (this.#gates[kind]?.isClosed()) return false
        await this.#claimWaiting(taken)
        return this.#claimShared(taken)
      }, 'claims')
      const { jobs, put_aside, emptied } = taken!
      const { names, fresh } = this.#waiting.get(kind)!
      // a unit of the same group commit may have enqueued jobs under the name after this unit checked
      for (const name of emptied) if (!fresh.has(name)) names.delete(name)
      for (const name of put_aside) names.add(name)
      for (const job of jobs) rotation?.served(sharerOf(job).team_id)
      // if several processes claim, no jobs can also mean that another process was faster
      const isFull = !rotation && jobs.length === 0 && (!this.#database.several || put_aside.size > 0)
      return { jobs, more, isFull }
    } catch (error) {
      takeBack()
      throw error
    }
  }

  /**
   * The name under which a new job is set aside immediately: jobs already wait under that name, and there is no room.
   * `undefined`: the job is enqueued as usual. If several processes work, this is always the case, because another
   * process may have room.
   */
  waitsUnder(
    kind: JobKind,
    { team_id = '', destination = '' }: { team_id?: string; destination?: string },
  ): string | undefined {
    const aside = this.#database.several ? undefined : this.#waiting.get(kind)
    if (!aside || aside.names.size === 0) return undefined
    const full = this.#shares.get(kind)?.waitingNameFor({ team_id, destination }, performance.now())
    if (full === undefined || !aside.names.has(full)) return undefined
    aside.fresh.add(full)
    return full
  }

  /** The handler of a job has set it aside under this name. */
  addWaitingName(kind: JobKind, name: string): void {
    this.#waiting.get(kind)?.names.add(name)
  }

  /** Returns the share of a claimed job. */
  releaseShare(kind: JobKind, job: JobRow, took_ms: number): void {
    this.#shares.get(kind)?.release(this.#sharesOf(job), took_ms, performance.now())
  }

  async #first(tx: Tx, asked: DueQuery): Promise<JobRow[]> {
    if (this.#database.several) return this.#claimDue(tx, asked)
    const due = await tx.all(store.listDue, asked)
    for (const { id, token } of due) tx.put(store.claimJob, { id, token, owner: this.#owner })
    return due.map(inHand)
  }

  async #claimDue(tx: Tx, asked: DueQuery): Promise<JobRow[]> {
    const claimed = await tx.all(store.claimDue, { ...asked, owner: this.#owner })
    return claimed.toSorted((one, other) => (one.run_at < other.run_at ? -1 : 1))
  }

  /** The due jobs. PostgreSQL locks them until the unit ends, so that no other worker can claim them. */
  #listDue(tx: Tx, asked: DueQuery): Promise<JobRow[]> {
    return tx.all(this.#database.several ? store.lockDue : store.listDue, asked)
  }

  /** Claims the jobs that have waited too long, even if there is no room. */
  async #claimOverdue(taken: ClaimResult): Promise<void> {
    const { tx, kind, limit, jobs } = taken
    const { overdue } = this.#waiting.get(kind)!
    for (const [index, waiting] of overdue.kinds.entries()) {
      const wanted = limit - jobs.length
      const listed = await this.#listDue(tx, { kind: waiting, limit: wanted, now: overdue.until })
      for (const job of listed) this.#claim(taken, job)
      if (listed.length < wanted) continue
      overdue.kinds = overdue.kinds.slice(index)
      return
    }
    overdue.kinds = []
  }

  async #claimWaiting(taken: ClaimResult): Promise<void> {
    const { tx, kind, limit, now, jobs, emptied } = taken
    for (const name of this.#roomFor(kind)) {
      // a job claimed since the list was created may have taken the room
      if (!this.#hasRoom(kind, name)) continue
      const aside = kind + WAITING_SEPARATOR + name
      const before = jobs.length
      const listed = await this.#listDue(tx, { kind: aside, limit: limit - before, now })
      let elsewhere = 0
      for (const job of listed) {
        const full = this.#waitingNameFor(kind, job)
        if (full === name || !this.#hasRoom(kind, name)) break
        // a job that was set aside under one name may have to wait under another by now
        if (full === undefined) this.#claim(taken, job)
        else {
          tx.put(store.setWaiting, { id: job.id, kind: emptyWaitingNames(kind, full, taken) })
          elsewhere++
        }
      }
      const isRest = listed.length === jobs.length - before + elsewhere && jobs.length < limit
      if (isRest && !(await tx.get(store.findFirstOfKind, { kind: aside }))) emptied.add(name)
      if (jobs.length >= limit) return
    }
  }

  /** Returns whether it stopped before it had examined all due jobs. */
  async #claimShared(taken: ClaimResult): Promise<boolean> {
    const { tx, kind, limit, now, jobs } = taken
    const wanted = limit - jobs.length
    if (wanted <= 0) return false
    // usually all due jobs have room, and one statement claims them all: in PostgreSQL each statement is a round trip
    if (this.#database.several && (await this.#claimAll(taken, wanted)) < wanted) return false
    let listed = jobs.length < limit ? await this.#listDue(tx, { kind, limit: limit - jobs.length, now }) : []
    let looked = 0
    while (listed.length > 0) {
      for (const job of listed) {
        if (jobs.length >= limit) return false
        const full = this.#waitingNameFor(kind, job)
        if (full === undefined) this.#claim(taken, job)
        else tx.put(store.setWaiting, { id: job.id, kind: emptyWaitingNames(kind, full, taken) })
      }
      looked += listed.length
      if (jobs.length >= limit) return false
      if (looked >= PART) return true
      listed = await this.#listDue(tx, { kind, limit: PART - looked, now })
    }
    return false
  }

  /** Claims due jobs, and sets those without room aside again. Returns how many were due, up to `limit`. */
  async #claimAll(taken: ClaimResult, limit: number): Promise<number> {
    const { tx, kind, now } = taken
    const claimed = await this.#claimDue(tx, { kind, limit, now })
    for (const job of claimed) {
      const { id, token, run_at } = job
      const full = this.#waitingNameFor(kind, job)
      if (full === undefined) this.#setWaiting(kind, job, taken.jobs)
      else tx.put(store.returnToWaiting, { id, token, kind: emptyWaitingNames(kind, full, taken), run_at })
    }
    return claimed.length
  }

  /**
   * Claims the same number of jobs of each team. While only one team has pending jobs, they are claimed as they become
   * due. Otherwise all due jobs are first set aside, each under its team. Returns whether it stopped before it had
   * examined all due jobs.
   */
  async #claimInRotation(taken: ClaimResult, rotation: TeamRotation): Promise<boolean> {
    const { tx, kind, limit, now, jobs, put_aside, emptied } = taken
    const { names } = this.#waiting.get(kind)!
    if (names.size === 0 && (await this.#isOfOneTeam(taken))) {
      jobs.push(...(await this.#first(tx, { kind, limit, now })))
      return false
    }
    const listed = await this.#listDue(tx, { kind, limit: PART, now })
    for (const job of listed)
      tx.put(store.setWaiting, {
        id: job.id,
        kind: emptyWaitingNames(kind, teamShareName(sharerOf(job).team_id), taken),
      })
    if (listed.length === PART) return true
    let waiting = rotation.inOrder([...names, ...put_aside])
    while (waiting.length > 0 && jobs.length < limit) {
      const share = Math.max(1, Math.floor((limit - jobs.length) / waiting.length))
      const left: string[] = []
      for (const name of waiting) {
        if (jobs.length >= limit) return false
        const aside = waitingKind(kind, name)
        const due = await this.#listDue(tx, { kind: aside, limit: share, now })
        for (const job of due) this.#claim(taken, job)
        if (due.length === share) left.push(name)
        else if (!(await tx.get(store.findFirstOfKind, { kind: aside }))) emptied.add(name)
      }
      waiting = left
    }
    return false
  }

  /** Whether all due jobs belong to one team, and are few enough to be examined. Locks no rows. */
  async #isOfOneTeam({ tx, kind, now }: ClaimResult): Promise<boolean> {
    const due = await tx.all(store.listDue, { kind, now, limit: PART })
    return due.length < PART && new Set(due.map(job => sharerOf(job).team_id)).size <= 1
  }

  /** The name under which a job has to wait; `undefined` if there is room for it. */
  #waitingNameFor(kind: JobKind, job: JobRow): string | undefined {
    return this.#shares.get(kind)!.waitingNameFor(sharerOf(job), performance.now())
  }

  /** Claims a job that this unit has listed (and locked). */
  #claim({ tx, kind, jobs }: ClaimResult, job: JobRow): void {
    const { id, token } = job
    tx.put(store.claimWaiting, { id, token, owner: this.#owner, kind })
    this.#setWaiting(kind, inHand({ ...job, kind }), jobs)
  }

  #setWaiting(kind: JobKind, job: JobRow, jobs: JobRow[]): void {
    const taken = this.#shares.get(kind)?.claim(sharerOf(job), performance.now())
    if (taken) this.#claimed.set(job, taken)
    jobs.push(job)
  }

  #sharesOf(job: JobRow): ClaimedShare {
    const taken = this.#claimed.get(job)
    if (!taken) throw new Error(`Job ${job.id} was not taken here`)
    this.#claimed.delete(job)
    return taken
  }

  #hasRoom(kind: JobKind, name: string): boolean {
    return this.#shares.get(kind)?.hasRoom(name, performance.now()) ?? true
  }

  #roomFor(kind: JobKind): string[] {
    return [...(this.#waiting.get(kind)?.names ?? [])].filter(name => this.#hasRoom(kind, name))
  }
}

function emptyWaitingNames(kind: JobKind, name: string, { put_aside }: ClaimResult): string {
  put_aside.add(name)
  return waitingKind(kind, name)
}

function inHand(job: JobRow): JobRow {
  return { ...job, token: job.token + 1, attempts: job.attempts + 1 }
}

/** An unreadable payload counts towards no team; the handler of the job reports the fault. */
function sharerOf({ team_id: team, payload }: JobRow): ShareKey {
  try {
    const { team_id, destination } = JSON.parse(payload) as Record<string, unknown>
    return { team_id: textOr(team_id ?? team), destination: textOr(destination) }
  } catch {
    return { team_id: '', destination: '' }
  }
}

function textOr(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
