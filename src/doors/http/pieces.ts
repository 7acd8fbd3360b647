// Streamed answers, whose length is unknown at the start: a piece is made when the one before it is on its way, a few are
// made at once, and a client that does not read is cut off.
import { Readable } from 'node:stream'
import { refusal } from '../../base/text/refusal.ts'
import { Budget } from '../../base/threads/budget.ts'
import type { Taker } from './large-bodies.ts'

/** At once, and of them each team's. */
const ANSWERS_MAX = 32
export const TEAM_ANSWERS_MAX = 4
/** So long one piece may be on its way. */
const PIECE_MS = 60_000

const budget = new Budget(ANSWERS_MAX, TEAM_ANSWERS_MAX)

/** What goes out. Refuses (503) what would be one too many; the room is given back with the end of the answer. */
export function inPieces(pieces: AsyncIterable<string>, { response, team_id }: Taker): Readable {
  if (!budget.tryTake(1, team_id)) {
    const words = `At most ${TEAM_ANSWERS_MAX} downloads of a team go on at once. Wait until one of them is over.`
    throw refusal('service_unavailable', words)
  }
  if (response.closed) budget.give(1, team_id)
  else response.once('close', () => budget.give(1, team_id))
  // without a mark to fill up to, nothing is read ahead
  return Readable.from(inTime(pieces, response), { objectMode: false, highWaterMark: 0 })
}

async function* inTime(pieces: AsyncIterable<string>, response: Taker['response']): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const too_long = setTimeout(() => response.destroy(), PIECE_MS)
    try {
      yield Buffer.from(piece)
    } finally {
      clearTimeout(too_long)
    }
  }
}

export function isInPieces(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
