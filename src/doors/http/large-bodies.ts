// Bodies, of requests and of answers, that are too large to be dealt with beside everything else: they wait for room, and
// are stored and read one at a time.
import type { ServerResponse } from 'node:http'
import { type Refusal, refusal } from '../../base/text/refusal.ts'
import { Budget } from '../../base/threads/budget.ts'

/** Reading as much takes a few milliseconds; a thread would take longer to begin. */
export const LARGE_BYTES = 256_000

/**
 * What is there of large bodies at once, half of it for each team. Reading one takes a few times its size, but that is
 * done one at a time.
 */
const budget = new Budget(64_000_000, 32_000_000)
/** Only with files in it a body is larger than that. It has room of its own, or one of them would have all the other. */
const WITHOUT_FILES_MAX = 13_000_000
const budget_of_files = new Budget(120_000_000, 60_000_000)
/** So long is waited for room before it is refused. */
export const ROOM_WAIT_MS = 15_000

/** The slowest rate for a large body, in or out, at all times: its room cannot be used by another request meanwhile. */
export const SLOWEST_BYTES_PER_S = 100_000
export const PATIENCE_MS = 10_000
/** As the header of every 503 says (app.ts). */
export const RETRY_AFTER_S = 5

export interface Taker {
  /** Until the answer is over there is room for the body. */
  response: ServerResponse
  /** Whose share of the room it takes. */
  team_id?: string | undefined
}

/** Resolves when there is room for a body; it is given back with the end of the answer. Refuses (503) when none comes. */
export async function roomFor(bytes: number, taker: Taker): Promise<void> {
  if (!(await hasTaken(bytes, taker))) throw busy('There are too many large requests at the moment')
}

async function hasTaken(bytes: number, { response, team_id }: Taker): Promise<boolean> {
  const from = bytes > WITHOUT_FILES_MAX ? budget_of_files : budget
  if (!(await from.take(bytes, ROOM_WAIT_MS, team_id))) return false
  if (response.closed) from.give(bytes, team_id)
  else response.once('close', () => from.give(bytes, team_id))
  return true
}

/**
 * Whether there is room for an answer with as much in it. `false` also for who has gone away meanwhile; and who takes it
 * too slowly loses the connection.
 */
export async function hasRoomToAnswer(bytes: number, taker: Taker, patience_ms = PATIENCE_MS): Promise<boolean> {
  const { response } = taker
  if (!(await hasTaken(bytes, taker)) || response.closed) return false
  const too_long = setTimeout(() => response.destroy(), patience_ms + (bytes / SLOWEST_BYTES_PER_S) * 1000)
  response.once('close', () => clearTimeout(too_long))
  return true
}

/** As `hasRoomToAnswer`; refuses (503) when there is none. */
export async function roomToAnswer(bytes: number, taker: Taker): Promise<void> {
  if (await hasRoomToAnswer(bytes, taker)) return
  const words = `Too many large answers are on their way at the moment. Ask again in ${RETRY_AFTER_S} seconds.`
  throw refusal('service_unavailable', words)
}

let last: Promise<unknown> = Promise.resolve()

/** Runs `act` when those before it are over: what is committed together is written together, in one go. */
export function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act)
  last = turn.catch(() => {})
  return turn
}

/** The refusal (503) of what would be possible at another moment. */
export function busy(what: string): Refusal {
  const words = `${what}, and nothing of it was kept. Send it again in ${RETRY_AFTER_S} seconds.`
  return refusal('service_unavailable', words)
}
