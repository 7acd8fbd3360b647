// Counts the jobs of each kind for metrics and health checks. There can be a million jobs, so they are counted along an
// index, in parts that allow other work in between, and only up to a limit.
import type { Database, Tx, TeamUnit } from '../store/database.ts'
import { ROWS_PER_COUNT } from '../store/scan.ts'
import { waitingKind, canWait, newShareName, shareRange, teamShareName } from './waiting-names.ts'
import { type JobKind, JOB_KINDS } from './kinds.ts'
import * as store from './store.ts'

export interface Depth {
  /** Jobs that could run now but are not running. */
  due: number
  /** Jobs with a later due time. */
  waiting: number
  /** Dead letters. */
  dead: number
  /** The due time of the oldest due job. */
  oldest_due_at: string | undefined
}

/** Maximum number of jobs counted for a kind. */
export const COUNTED_MAX = 250_000
/** Maximum number of names of jobs set aside that are examined. */
const ASIDE_MAX = 1_000

/** Sort before and after every due time. */
const FIRST = ''
const LAST = '~'

export function readDepths(database: Database, now: Date): Promise<Map<JobKind, Depth>> {
  return database.read(async tx => {
    const depths = new Map<JobKind, Depth>()
    for (const kind of JOB_KINDS) depths.set(kind, await depthOf(tx, kind, now.toISOString()))
    return depths
  })
}

async function depthOf(tx: Tx, kind: JobKind, now: string): Promise<Depth> {
  const { count: dead } = (await tx.get(store.countDead, { kind }))!
  const depth: Depth = { due: 0, waiting: 0, dead, oldest_due_at: undefined }
  for (const each of [kind, ...(canWait(kind) ? await countWaitingNames(tx, kind) : [])]) {
    const oldest = await tx.get(store.findOldestDue, { kind: each, now })
    if (oldest && !(depth.oldest_due_at! <= oldest.run_at)) depth.oldest_due_at = oldest.run_at
    depth.due += await count(tx, { kind: each, from: FIRST, until: now }, COUNTED_MAX - depth.due)
    depth.waiting += await count(tx, { kind: each, from: now, until: LAST }, COUNTED_MAX - depth.waiting)
    await tx.pause()
  }
  return depth
}

/** Counts the jobs of a kind, at most `max`. If there are many, claimed jobs and dead letters are excluded. */
export async function countJobs(tx: Tx, kind: JobKind, max: number): Promise<number> {
  // the range includes jobs set aside, whose kinds start with this one
  const few = (await tx.get(store.countUpToMax, { from: kind, to: `${kind}A` }))!.count
  if (few < store.COUNT_MAX) return Math.min(few, max)
  let counted = 0
  for (const each of [kind, ...(await countWaitingNames(tx, kind))]) {
    counted += await count(tx, { kind: each, from: FIRST, until: LAST }, max - counted)
    if (counted >= max) return max
    await tx.pause()
  }
  return counted
}

/** The due time of the next job of a kind, which can be in the past. Excludes jobs set aside. */
export async function findNextDueTime(tx: Tx, kind: JobKind): Promise<string | undefined> {
  return (await tx.get(store.findOldestDue, { kind, now: LAST }))?.run_at
}

/**
 * How many jobs of a kind are due and not claimed, at most `max`. Of the jobs set aside, only those that wait for a
 * share of this team as a whole are counted.
 */
export async function countDue({ tx, team_id, now }: TeamUnit, kind: JobKind, max: number): Promise<number> {
  const names = [teamShareName(team_id), newShareName(team_id)].map(name => waitingKind(kind, name))
  let counted = 0
  for (const each of [kind, ...names])
    if (counted < max) counted += await count(tx, { kind: each, from: FIRST, until: now.toISOString() }, max - counted)
  return counted
}

/** How many jobs wait for a destination or under another name of a gate. Above some thousands the count stops. */
export async function countJobsWaitingFor(tx: Tx, kind: JobKind, name: string): Promise<number> {
  const own = await tx.get(store.countWaitingOf, { kind: waitingKind(kind, name) })
  const { from, until } = shareRange(kind, name)
  return own!.count + (await tx.get(store.countUpToMax, { from, to: until }))!.count
}

/** The kinds of the jobs that were set aside. */
async function countWaitingNames(tx: Tx, kind: JobKind): Promise<string[]> {
  const kinds = await tx.all(store.listWaitingKinds, { after: `${kind}@`, to: `${kind}A`, limit: ASIDE_MAX })
  return kinds.map(row => row.kind)
}

interface Stretch {
  kind: string
  from: string
  until: string
}

/** Counts the jobs that are due between `from` (excluded) and `until`, at most `max`. */
async function count(tx: Tx, { kind, from, until }: Stretch, max: number): Promise<number> {
  // after all jobs with exactly this due time
  let at = { run_at: from, id: from === FIRST ? FIRST : LAST }
  for (let counted = 0; counted < max; counted += ROWS_PER_COUNT) {
    const last = await tx.get(store.findLastOfPart, { kind, until, ...at, before: ROWS_PER_COUNT - 1 })
    if (!last) return Math.min(max, counted + (await tx.get(store.countPart, { kind, until, ...at }))!.count)
    at = last
    await tx.pause()
  }
  return max
}
