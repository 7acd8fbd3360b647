// How many jobs of each kind there are, for metrics and health checks. There can be a million jobs, so they are counted along
// an index, in parts that let other work run in between, and only up to a limit.
import type { Database, Tx, TeamUnit } from '../store/database.ts'
import { COUNTED_AT_ONCE } from '../store/scan.ts'
import { asideKind, isPutAside, newName, sharesOf, teamName } from './aside.ts'
import { type Kind, KINDS } from './kinds.ts'
import * as store from './store.ts'

export interface Depth {
  /** Could be done now, and not yet in hand. */
  due: number
  /** Has its time later. */
  waiting: number
  /** Was tried for the last time. */
  dead: number
  /** When the oldest that is due was. */
  oldest_due_at: string | undefined
}

/** More of a kind than this are not counted. */
export const COUNTED_MAX = 250_000
/** More destinations than this are not looked at. */
const ASIDE_MAX = 1_000

/** Before and after every time that a job can be due. */
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

/**
 * How many jobs of a kind there are, as far as `max`: exactly while they are few, and else without those that are in hand
 * or dead letters.
 */
export async function countJobs(tx: Tx, kind: Kind, max: number): Promise<number> {
  // those that were put aside are of a kind that begins the same
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

/** When the next job of a kind is due, or was; those that were put aside do not count. */
export async function nextTimeOf(tx: Tx, kind: Kind): Promise<string | undefined> {
  return (await tx.get(store.oldestDue, { kind, now: LAST }))?.run_at
}

/**
 * How many jobs of a kind could be done now and are not in hand, as far as `max`. Those that were put aside count when they
 * wait for their team, and it is this one.
 */
export async function countDue({ tx, team_id, now }: TeamUnit, kind: Kind, max: number): Promise<number> {
  const names = [teamName(team_id), newName(team_id)].map(name => asideKind(kind, name))
  let counted = 0
  for (const each of [kind, ...names])
    if (counted < max) counted += await count(tx, { kind: each, from: FIRST, until: now.toISOString() }, max - counted)
  return counted
}

/** How many jobs wait for this destination, or under another name that a gate has; of thousands not all are counted. */
export async function countAside(tx: Tx, kind: Kind, name: string): Promise<number> {
  const own = await tx.get(store.countAsideOf, { kind: asideKind(kind, name) })
  const { from, until } = sharesOf(kind, name)
  return own!.count + (await tx.get(store.countFew, { from, to: until }))!.count
}

/** The kinds of the jobs that were put aside. */
async function asideOf(tx: Tx, kind: Kind): Promise<string[]> {
  const kinds = await tx.all(store.listAside, { after: `${kind}@`, to: `${kind}A`, limit: ASIDE_MAX })
  return kinds.map(row => row.kind)
}

interface Stretch {
  kind: string
  from: string
  until: string
}

/** Those due after `from` and until `until`, as far as `max`. */
async function count(tx: Tx, { kind, from, until }: Stretch, max: number): Promise<number> {
  // behind every job that is due at this very time
  let at = { run_at: from, id: from === FIRST ? FIRST : LAST }
  for (let counted = 0; counted < max; counted += COUNTED_AT_ONCE) {
    const last = await tx.get(store.lastOfPart, { kind, until, ...at, before: COUNTED_AT_ONCE - 1 })
    if (!last) return Math.min(max, counted + (await tx.get(store.countPart, { kind, until, ...at }))!.count)
    at = last
    await tx.pause()
  }
  return max
}
