// Recent attempts, stored in the database: processes that share it count together, and a restart forgets none. Each key is
// a row with the times of its attempts, so if two simultaneous units have the same key, one conflicts and is run again.
import { hashToken } from '../secrets/tokens.ts'
import { json, text } from '../store/column.ts'
import type { TeamUnit, Tx } from '../store/database.ts'
import { type RecordOf, table } from '../store/table.ts'
import { type SortedTimes, timesWithin, waitUntilRoom } from './sliding-window.ts'

export interface AttemptLimit {
  /** The name of the counted action, used by only one limit. It is stored as a hash. */
  key: string
  /** Maximum number of attempts within the window. */
  tries: number
}

/** The result of an attempt. */
export interface AttemptCount {
  /** How long to wait; if not 0, the attempt was refused and not counted. */
  wait_ms: number
  /** The keys for which this was the last allowed attempt. */
  used_up: readonly string[]
}

const tries = table('rate_limits', { key: text, times: json<SortedTimes>(), expires_at: text })

const ofKeys = tries.findAny('key')
const save = tries.upsert(['key'], ['times', 'expires_at'])
const remove = tries.remove('key')
const removeEnded = tries.removeSome<never, { now: string }>({
  key: ['key'],
  where: ({ rows, param }) => rows.where('expires_at', '<=', param('now')),
}).more

/**
 * Counts an attempt under each key, in the unit of the attempted action or in one before it. If one of the keys has no
 * attempts left, it counts none and returns how long to wait.
 */
export async function countAttempt(
  { tx, now }: Pick<TeamUnit, 'tx' | 'now'>,
  limits: readonly AttemptLimit[],
  window_ms: number,
): Promise<AttemptCount> {
  const known = await findTimes(tx, limits)
  const recent = limits.map(({ key }) => timesWithin(known.get(hashToken(key)) ?? [], window_ms, now))
  const wait_ms = Math.max(...limits.map((limit, index) => waitUntilRoom(recent[index]!, limit.tries, window_ms, now)))
  if (wait_ms > 0) return { wait_ms, used_up: [] }
  const expires_at = new Date(now.getTime() + window_ms).toISOString()
  for (const [index, { key }] of limits.entries()) {
    tx.put(save, { key: hashToken(key), times: [...recent[index]!, now.getTime()], expires_at })
  }
  const used_up = limits.filter(({ tries }, index) => recent[index]!.length + 1 >= tries).map(({ key }) => key)
  return { wait_ms, used_up }
}

/** Undoes the last attempt under each key. */
export async function undoAttempt(tx: Tx, limits: readonly AttemptLimit[]): Promise<void> {
  for (const row of await ofKeys.all(tx, {}, keysOf(limits))) {
    // an empty row would only use space
    if (row.times.length <= 1) tx.put(remove, { key: row.key })
    else tx.put(save, { ...row, times: row.times.slice(0, -1) })
  }
}

/** Forgets all attempts under a key. */
export function clearAttempts(tx: Tx, { key }: AttemptLimit): void {
  tx.put(remove, { key: hashToken(key) })
}

/** Removes some attempts that no longer count. Returns whether more may remain. */
export function removeExpiredAttempts(tx: Tx, now: Date): Promise<boolean> {
  return removeEnded(tx, { now: now.toISOString() })
}

async function findTimes(tx: Tx, limits: readonly AttemptLimit[]): Promise<Map<string, SortedTimes>> {
  const rows: RecordOf<typeof tries>[] = await ofKeys.all(tx, {}, keysOf(limits))
  return new Map(rows.map(({ key, times }) => [key, times]))
}

function keysOf(limits: readonly AttemptLimit[]): string[] {
  return limits.map(({ key }) => hashToken(key))
}
