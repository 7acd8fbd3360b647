// Recent tries, kept in the database: processes that share it count together, and a restart forgets none. Each key is a row
// with the times of its tries, so of two simultaneous units with the same key one conflicts and is run again.
import { hashOfToken } from '../secrets/tokens.ts'
import { json, text } from '../store/column.ts'
import type { TeamUnit, Tx } from '../store/database.ts'
import { type RecordOf, table } from '../store/table.ts'
import { type Times, timesWithin, waitOf } from './sliding-window.ts'

export interface Limit {
  /** The name of what is counted, which only one limit uses. It is stored as a hash. */
  key: string
  /** Most tries within the window. */
  tries: number
}

/** The result of a try. */
export interface Tried {
  /** How long to wait; if it is not 0, the try was refused and not counted. */
  wait_ms: number
  /** The keys whose last try this was. */
  used_up: readonly string[]
}

const tries = table('rate_limits', { key: text, times: json<Times>(), expires_at: text })

const ofKeys = tries.findAny('key')
const save = tries.upsert(['key'], ['times', 'expires_at'])
const remove = tries.remove('key')
const removeEnded = tries.removeSome<never, { now: string }>({
  key: ['key'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
}).more

/**
 * Counts a try under each key, in the unit of what is tried or in one before it. If one of the keys has no tries left, it
 * counts none and returns how long to wait.
 */
export async function takeTry(
  { tx, now }: Pick<TeamUnit, 'tx' | 'now'>,
  limits: readonly Limit[],
  window_ms: number,
): Promise<Tried> {
  const known = await findTimes(tx, limits)
  const recent = limits.map(({ key }) => timesWithin(known.get(hashOfToken(key)) ?? [], window_ms, now))
  const wait_ms = Math.max(...limits.map((limit, index) => waitOf(recent[index]!, limit.tries, window_ms, now)))
  if (wait_ms > 0) return { wait_ms, used_up: [] }
  const expires_at = new Date(now.getTime() + window_ms).toISOString()
  for (const [index, { key }] of limits.entries()) {
    tx.put(save, { key: hashOfToken(key), times: [...recent[index]!, now.getTime()], expires_at })
  }
  const used_up = limits.filter(({ tries }, index) => recent[index]!.length + 1 >= tries).map(({ key }) => key)
  return { wait_ms, used_up }
}

/** Undoes the last try under each key. */
export async function takeBackTry(tx: Tx, limits: readonly Limit[]): Promise<void> {
  for (const row of await ofKeys.all(tx, {}, keysOf(limits))) {
    // an empty row would only take up room
    if (row.times.length <= 1) tx.put(remove, { key: row.key })
    else tx.put(save, { ...row, times: row.times.slice(0, -1) })
  }
}

/** Forgets all tries under a key. */
export function forgetTries(tx: Tx, { key }: Limit): void {
  tx.put(remove, { key: hashOfToken(key) })
}

/** Removes some tries that no longer count. Returns whether more may be left. */
export function removeTriesExpired(tx: Tx, now: Date): Promise<boolean> {
  return removeEnded(tx, { now: now.toISOString() })
}

async function findTimes(tx: Tx, limits: readonly Limit[]): Promise<Map<string, Times>> {
  const rows: RecordOf<typeof tries>[] = await ofKeys.all(tx, {}, keysOf(limits))
  return new Map(rows.map(({ key, times }) => [key, times]))
}

function keysOf(limits: readonly Limit[]): string[] {
  return limits.map(({ key }) => hashOfToken(key))
}
