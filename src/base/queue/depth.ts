// Counts the jobs of each kind for metrics and health checks. There can be a million jobs, so they are counted along an
// index, in parts that allow other work in between, and only up to a limit.
import type { Database, Tx, TeamUnit } from '../store/database.ts'
import { COUNTED_AT_ONCE } from '../store/scan.ts'
import { asideKind, isPutAside, newName, sharesOf, teamName } from './aside.ts'
import { type Kind, KINDS } from './kinds.ts'
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

export function readDepths(database: Database, now: Date): Promise<Map<Kind, Depth>> {
  return database.read(async tx => {
    const depths = new Map<Kind, Depth>()
    for (const kind of KINDS) depths.set(kind, await depthOf(tx, kind, now.toISOString()))
    return depths
  })
}

async function depthOf(tx: Tx, kind: Kind, now: string): Promise<Depth> {
  const { count: dead } = (await tx.get(store.countDead, { kind }))!
  const depth: Depth = { due: 0, waiting: 0, dead, oldest_due_at: undefined }
  for (const each of [kind, ...(isPutAside(kind) ? await asideOf(tx, kind) : [])]) {
    const oldest = await tx.get(store.oldestDue, { kind: each, now })
    if (oldest && !(depth.oldest_due_at! <= oldest.run_at)) depth.oldest_due_at = oldest.run_at
    depth.due += await count(tx, { kind: each, from: FIRST, until: now }, COUNTED_MAX - depth.due)
    depth.waiting += await count(tx, { kind: each, from: now, until: LAST }, COUNTED_MAX - depth.waiting)
    await tx.pause()
  }
  return depth
}

/** Counts the jobs of a kind, at most `max`. If there are many, claimed jobs and dead letters are excluded. */
export async function countJobs(tx: Tx, kind: Kind, max: number): Promise<number> {
  // the range includes jobs set aside, whose kinds start with this one
  const few = (await tx.get(store.countFew, { from: kind, to: `${kind}A` }))!.count
  if (few < store.FEW) return Math.min(few, max)
  let counted = 0
  for (const each of [kind, ...(await asideOf(tx, kind))]) {
    counted += await count(tx, { kind: each, from: FIRST, until: LAST }, max - counted)
    if (counted >= max) return max
    await tx.pause()
  }
  return counted
}

/** The due time of the next job of a kind, which can be in the past. Excludes jobs set aside. */
export async function nextTimeOf(tx: Tx, kind: Kind): Promise<string | undefined> {
  return (await tx.get(store.oldestDue, { kind, now: LAST }))?.run_at
}

/**
 * How many jobs of a kind are due and not claimed, at most `max`. Of the jobs set aside, only those that wait for a
 * share of this team as a whole are counted.
 */
export async function countDue({ tx, team_id, now }: TeamUnit, kind: Kind, max: number): Promise<number> {
  const names = [teamName(team_id), newName(team_id)].map(name => asideKind(kind, name))
  let counted = 0
  for (const each of [kind, ...names])
    if (counted < max) counted += await count(tx, { kind: each, from: FIRST, until: now.toISOString() }, max - counted)
  return counted
}

/** How many jobs wait for a destination or under another name of a gate. Above some thousands the count stops. */
export async function countAside(tx: Tx, kind: Kind, name: string): Promise<number> {
  const own = await tx.get(store.countAsideOf, { kind: asideKind(kind, name) })
  const { from, until } = sharesOf(kind, name)
  return own!.count + (await tx.get(store.countFew, { from, to: until }))!.count
}

/** The kinds of the jobs that were set aside. */
async function asideOf(tx: Tx, kind: Kind): Promise<string[]> {
  const kinds = await tx.all(store.listAside, { after: `${kind}@`, to: `${kind}A`, limit: ASIDE_MAX })
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
  for (let counted = 0; counted < max; counted += COUNTED_AT_ONCE) {
    const last = await tx.get(store.lastOfPart, { kind, until, ...at, before: COUNTED_AT_ONCE - 1 })
    if (!last) return Math.min(max, counted + (await tx.get(store.countPart, { kind, until, ...at }))!.count)
    at = last
    await tx.pause()
  }
  return max
}
