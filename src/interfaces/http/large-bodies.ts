// Limits large bodies of requests and responses: they wait for room in memory, and are stored and read one at a time.
import type { ServerResponse } from 'node:http'
import { type Refusal, refusal } from '../../base/text/refusal.ts'
import { Budget } from '../../base/threads/budget.ts'

/** Parsing this much takes a few milliseconds; starting a thread takes longer. */
export const LARGE_BYTES = 256_000

/**
 * Maximum bytes of large bodies in memory at a time, half of it for one team. Parsing one takes a few times its size,
 * but only one is parsed at a time.
 */
const budget = new Budget(64_000_000, 32_000_000)
/**
 * Only a body with files is larger than this. Those have a separate budget: a single one could otherwise use up the
 * room of all others.
 */
const WITHOUT_FILES_MAX = 13_000_000
const budget_of_files = new Budget(120_000_000, 60_000_000)
/** How long a body waits for room before it is refused. */
export const ROOM_WAIT_MS = 15_000

/** The slowest rate of a large body, in either direction: no other request can use its room meanwhile. */
export const SLOWEST_BYTES_PER_S = 100_000
export const PATIENCE_MS = 10_000
/** As in the Retry-After header of every 503 (app.ts). */
export const RETRY_AFTER_S = 5

export interface RoomOwner {
  /** The room is released when this response closes. */
  response: ServerResponse
  /** The team whose share of the room is used. */
  team_id?: string | undefined
}

/**
 * Resolves when there is room for a body; the room is released when the response closes. Refuses (503) if none becomes
 * available in time.
 */
export async function reserveRoom(bytes: number, taker: RoomOwner): Promise<void> {
  if (!(await hasTaken(bytes, taker))) throw busy('Too many large requests at the moment')
}

async function hasTaken(bytes: number, { response, team_id }: RoomOwner): Promise<boolean> {
  const from = bytes > WITHOUT_FILES_MAX ? budget_of_files : budget
  if (!(await from.acquire(bytes, ROOM_WAIT_MS, team_id))) return false
  if (response.closed) from.release(bytes, team_id)
  else response.once('close', () => from.release(bytes, team_id))
  return true
}

/**
 * Whether there is room for a response of this size. Also `false` if the client has disconnected meanwhile. A client
 * that then reads too slowly is disconnected.
 */
export async function hasRoomToRespond(bytes: number, taker: RoomOwner, patience_ms = PATIENCE_MS): Promise<boolean> {
  const { response } = taker
  if (!(await hasTaken(bytes, taker)) || response.closed) return false
  const too_long = setTimeout(() => response.destroy(), patience_ms + (bytes / SLOWEST_BYTES_PER_S) * 1000)
  response.once('close', () => clearTimeout(too_long))
  return true
}

/** Refuses (503) if there is no room for a response of this size. */
export async function reserveRoomToRespond(bytes: number, taker: RoomOwner): Promise<void> {
  if (await hasRoomToRespond(bytes, taker)) return
  const words = `Too many large responses in progress. Try again in ${RETRY_AFTER_S} seconds.`
  throw refusal('service_unavailable', words)
}

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs `act` after earlier calls: writes that are committed together are written to disk together, so large ones must
 * not be.
 */
export function runSequentially<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act)
  last = turn.catch(() => {})
  return turn
}

/** The refusal (503) of a request that can succeed later. */
export function busy(what: string): Refusal {
  const words = `${what}. Nothing was stored. Try again in ${RETRY_AFTER_S} seconds.`
  return refusal('service_unavailable', words)
}
