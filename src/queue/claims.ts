// Which of the jobs that are due are taken in hand. In a kind that is shared, no destination takes more than its share: a
// job for one that has it is put aside, as due as it was, and is taken up as soon as there is room for its destination.
import type { Database, Tx } from '../store/database.ts'
import { type Kind, QUEUE_SETTINGS } from './kinds.ts'
import { Shares } from './shares.ts'
import * as store from './store.ts'
import type { JobRow } from './store.ts'

/** Jobs looked at in one unit, which holds up all others. */
const PART = 200
/** Between a kind and the destination, in the kind of a job that is put aside. */
const ASIDE = '@'

/** What one unit takes, so that as much is taken in memory as in the database, and nothing when it is undone. */
interface Taken {
  jobs: JobRow[]
  /** Destinations of which jobs were put aside. */
  put_aside: Set<string>
  /** Destinations of which none is left aside. */
  emptied: Set<string>
}

export class Claims {
  readonly #database: Database
  readonly #owner: string
  readonly #room: (kind: Kind) => number
  readonly #shares = new Map<Kind, Shares>()
  /** Destinations with jobs that were put aside. */
  readonly #aside = new Map<Kind, Set<string>>()

  /** `room`: how many jobs of a kind there can be in hand. */
  constructor(database: Database, owner: string, room: (kind: Kind) => number) {
    this.#database = database
    this.#owner = owner
    this.#room = room
  }

  /** Looks what a process before this one has put aside. */
  async start(): Promise<void> {
    for (const kind of Object.keys(QUEUE_SETTINGS).filter(isShared)) {
      const kinds = await this.#database.read(tx => tx.all(store.listAside, { from: `${kind}@`, to: `${kind}A` }))
      this.#aside.set(kind, new Set(kinds.map(row => row.kind.slice(kind.length + 1))))
      this.#shares.set(kind, new Shares(this.#room(kind)))
    }
  }

  async isAnyDue(kind: Kind, now: string): Promise<boolean> {
    if (await this.#database.read(tx => tx.get(store.firstDue, { kind, now }))) return true
    return this.#roomAside(kind).length > 0
  }

  /** Takes at most `limit` jobs in hand. `more`: there may be others that are due and have room. */
  async take(kind: Kind, limit: number, now: string): Promise<{ jobs: JobRow[]; more: boolean }> {
    const shares = this.#shares.get(kind)
    if (!shares)
      return { jobs: await this.#database.unit(tx => this.#first(tx, kind, limit, now), 'queue'), more: false }
    let taken: Taken | undefined
    const takeBack = (): void => taken?.jobs.forEach(job => shares.takeBack(destinationOf(job)))
    try {
      const more = await this.#database.unit(async tx => {
        // of a run of this unit that was undone
        takeBack()
        taken = { jobs: [], put_aside: new Set(), emptied: new Set() }
        await this.#takeAside(tx, kind, limit, now, taken)
        return this.#takeShared(tx, kind, limit, now, taken)
      }, 'queue')
      const { jobs, put_aside, emptied } = taken!
      const aside = this.#aside.get(kind)!
      for (const name of emptied) aside.delete(name)
      for (const name of put_aside) aside.add(name)
      return { jobs, more }
    } catch (error) {
      takeBack()
      throw error
    }
  }

  /** A job that was taken is in hand no more. */
  ended(kind: Kind, job: JobRow, took_ms: number): void {
    this.#shares.get(kind)?.give(destinationOf(job), took_ms, performance.now())
  }

  async #first(tx: Tx, kind: Kind, limit: number, now: string): Promise<JobRow[]> {
    const claimed: JobRow[] = []
    for (const job of await tx.all(store.listDue, { kind, now, limit })) {
      const { id, token } = job
      if ((await tx.run(store.claim, { id, token, owner: this.#owner })) === 1) claimed.push(inHand(job))
    }
    return claimed
  }

  async #takeAside(tx: Tx, kind: Kind, limit: number, now: string, { jobs, emptied }: Taken): Promise<void> {
    for (const name of this.#roomAside(kind)) {
      const aside = kind + ASIDE + name
      for (const job of await tx.all(store.listDue, { kind: aside, now, limit: limit - jobs.length })) {
        if (!(await this.#taken(tx, kind, job, jobs))) break
      }
      if (!(await tx.get(store.firstOf, { kind: aside }))) emptied.add(name)
      if (jobs.length >= limit) return
    }
  }

  /** Whether it ended before everything was looked at. */
  async #takeShared(tx: Tx, kind: Kind, limit: number, now: string, { jobs, put_aside }: Taken): Promise<boolean> {
    let listed = await tx.all(store.listDue, { kind, now, limit: limit - jobs.length })
    let looked = 0
    while (listed.length > 0) {
      for (const job of listed) {
        if (jobs.length >= limit) return false
        if (await this.#taken(tx, kind, job, jobs)) continue
        const name = destinationOf(job)
        tx.put(store.putAside, { id: job.id, kind: kind + ASIDE + name })
        put_aside.add(name)
      }
      looked += listed.length
      if (jobs.length >= limit) return false
      if (looked >= PART) return true
      listed = await tx.all(store.listDue, { kind, now, limit: PART - looked })
    }
    return false
  }

  async #taken(tx: Tx, kind: Kind, job: JobRow, jobs: JobRow[]): Promise<boolean> {
    const shares = this.#shares.get(kind)!
    const name = destinationOf(job)
    if (!shares.mayTake(name, performance.now())) return false
    const { id, token } = job
    if ((await tx.run(store.claimFor, { id, token, owner: this.#owner, kind })) === 1) {
      shares.take(name)
      jobs.push(inHand({ ...job, kind }))
    }
    return true
  }

  #roomAside(kind: Kind): string[] {
    const shares = this.#shares.get(kind)
    return [...(this.#aside.get(kind) ?? [])].filter(name => shares!.mayTake(name, performance.now()))
  }
}

function isShared(kind: string): kind is Kind {
  return QUEUE_SETTINGS[kind as Kind].shared === true
}

function inHand(job: JobRow): JobRow {
  return { ...job, token: job.token + 1, attempts: job.attempts + 1 }
}

/** A payload that cannot be read belongs to nobody; who does the job will say what is wrong with it. */
function destinationOf({ payload }: JobRow): string {
  try {
    const { destination } = JSON.parse(payload) as { destination?: unknown }
    return typeof destination === 'string' ? destination : ''
  } catch {
    return ''
  }
}
