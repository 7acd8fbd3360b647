// Bodies that are too large to be dealt with beside everything else: they wait for room, and are stored one at a time.
import type { ServerResponse } from 'node:http'
import { Refusal, refusal } from '../refusal.ts'
import { Budget } from '../threads/budget.ts'

/** Reading as much takes a few milliseconds; a thread would take longer to begin. */
export const LARGE_BYTES = 256_000

/**
 * What is there of large bodies at once, half of it for each team. Reading one takes a few times its size, but that is
 * done one at a time.
 */
const budget = new Budget(64_000_000, 32_000_000)
const ROOM_WAIT_MS = 15_000
const RETRY_AFTER_S = 5

export interface Taker {
  /** Until the answer is over there is room for the body. */
  response: ServerResponse
  /** Whose share of the room it takes. */
  team_id?: string | undefined
}

/** Resolves when there is room for a body; it is given back with the end of the answer. Refuses (503) when none comes. */
export async function roomFor(bytes: number, { response, team_id }: Taker, headers = {}): Promise<void> {
  const granted = await budget.take(bytes, ROOM_WAIT_MS, team_id)
  if (!granted) throw busy('There are too many large requests at the moment', headers)
  if (response.closed) budget.give(bytes, team_id)
  else response.once('close', () => budget.give(bytes, team_id))
}

let last: Promise<unknown> = Promise.resolve()

/** Runs `act` when those before it are over: what is committed together is written together, in one go. */
export function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const turn = last.then(act)
  last = turn.catch(() => {})
  return turn
}

/** The refusal (503) of what would be possible at another moment. */
export function busy(what: string, headers: Record<string, string> = {}): Refusal {
  const { status, body, message } = refusal(
    'service_unavailable',
    `${what}, and nothing of it was kept. Send it again in ${RETRY_AFTER_S} seconds.`,
  )
  return new Refusal(status, body, message, { 'Retry-After': String(RETRY_AFTER_S), ...headers })
}
