// Streamed responses, whose length is unknown at the start. A chunk is created when the previous one has been sent. The
// number of streams is limited, and a client that does not read is disconnected.
import { Readable } from 'node:stream'
import { refusal } from '../../base/text/refusal.ts'
import { Budget } from '../../base/threads/budget.ts'
import { RETRY_AFTER_S, type RoomOwner } from './large-bodies.ts'

/** Maximum number of simultaneous streamed responses: of all teams, and of one. */
const ANSWERS_MAX = 32
export const TEAM_RESPONSES_MAX = 4
/** How long sending one chunk may take. */
const PIECE_MS = 60_000

const budget = new Budget(ANSWERS_MAX, TEAM_RESPONSES_MAX)

/** Maximum number of simultaneous event streams, which use little memory: of all teams, and of one. */
const STREAMS_MAX = 1000
export const TEAM_STREAMS_MAX = 20

const budget_of_streams = new Budget(STREAMS_MAX, TEAM_STREAMS_MAX)

/** The stream of a response. Refuses (503) further ones above the limit; the slot is free again when the response closes. */
export function streamPieces(pieces: AsyncIterable<string>, { response, team_id }: RoomOwner): Readable {
  if (!budget.tryAcquire(1, team_id)) {
    const words = `A team can have at most ${TEAM_RESPONSES_MAX} downloads in progress. Wait until one is complete.`
    throw refusal('service_unavailable', words)
  }
  return goingOut(pieces, { response, team_id }, budget)
}

/** The stream of a response with events. Refuses one above the limit of a team (429) or of the process (503). */
export function streamEvents(pieces: AsyncIterable<string>, { response, team_id }: RoomOwner): Readable {
  if (!budget_of_streams.tryAcquire(1, team_id)) {
    if (budget_of_streams.used >= STREAMS_MAX) {
      const words = 'Too many open event streams. Try again in a few seconds.'
      throw refusal('service_unavailable', words)
    }
    const words = `A team can have at most ${TEAM_STREAMS_MAX} open event streams. Close one, or use one stream for all types.`
    const refused = refusal('rate_limit_exceeded', words)
    refused.headers['Retry-After'] = String(RETRY_AFTER_S)
    throw refused
  }
  return goingOut(pieces, { response, team_id }, budget_of_streams)
}

function goingOut(pieces: AsyncIterable<string>, { response, team_id }: RoomOwner, from: Budget): Readable {
  if (response.closed) from.release(1, team_id)
  else response.once('close', () => from.release(1, team_id))
  // a mark of 0: nothing is read ahead
  return Readable.from(inTime(pieces, response), { objectMode: false, highWaterMark: 0 })
}

async function* inTime(pieces: AsyncIterable<string>, response: RoomOwner['response']): AsyncGenerator<Buffer> {
  for await (const piece of pieces) {
    const too_long = setTimeout(() => response.destroy(), PIECE_MS)
    try {
      yield Buffer.from(piece)
    } finally {
      clearTimeout(too_long)
    }
  }
}

export function isStreamed(body: unknown): body is AsyncIterable<string> {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body
}
