// The stored form of requests: many requests of a team in one row, so that each costs a fraction of a row. `lines` is
// JSON with an array for each request, for lists and searches. `bodies` contains all bodies concatenated as received,
// so that no body is parsed to store it or to find another one.
import { smallestIdAt, timeFromId } from '../../base/text/uuids.ts'
import { idOfEntry, LOG_ENTRY_BYTES_MAX, type LogEntry } from './entry.ts'
import { storedBodyBytes, CLOSE_LINES, type LogLine, NEXT_LINE, OPEN_LINES } from './line.ts'
import { compressLog, decompressLog } from './compression.ts'

/** Requests of a team in the order of their ids. */
export interface LogPart {
  team_id: string
  first_id: string
  last_id: string
  count: number
  /** Requests before these without an entry, because too many arrived at the same time. */
  not_kept: number
  /** Both compressed (`compressLog`). */
  lines: Buffer
  bodies: Buffer
}

/** A row is closed when its lines or its bodies have this many bytes. */
const PART_BYTES = 262_144
const PART_LINES = 500
/** Maximum time between the first and the last request of a row. It limits how far around an id a lookup has to search. */
export const PART_SPAN_MS = 5_000

/** Working memory in which the lines and the bodies of a row are joined. */
const [line_scratch, body_scratch] = [
  Buffer.allocUnsafeSlow(PART_BYTES + LOG_ENTRY_BYTES_MAX),
  Buffer.allocUnsafeSlow(PART_BYTES + LOG_ENTRY_BYTES_MAX),
]

/** The rows for at least one request of a team. Each is built on demand. */
export function* logPartsOf(team_id: string, entries: readonly LogEntry[], not_kept: number): Generator<LogPart> {
  const sorted = entries
    .map(entry => ({ id: idOfEntry(entry), entry }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  for (let at = 0; at < sorted.length;) {
    const from = at
    const until_id = smallestIdAt(timeFromId(sorted[from]!.id) + PART_SPAN_MS)
    let [lines, bodies] = [0, 0]
    do {
      const { block, start, line_start, end } = sorted[at]!.entry
      lines += line_scratch.write(at === from ? OPEN_LINES : NEXT_LINE, lines)
      lines += block.copy(line_scratch, lines, line_start, end)
      bodies += block.copy(body_scratch, bodies, start, line_start)
      at++
    } while (
      at < sorted.length &&
      at - from < PART_LINES &&
      Math.max(lines, bodies) < PART_BYTES &&
      sorted[at]!.id < until_id
    )
    lines += line_scratch.write(CLOSE_LINES, lines)
    yield {
      team_id,
      first_id: sorted[from]!.id,
      last_id: sorted[at - 1]!.id,
      count: at - from,
      not_kept: from === 0 ? not_kept : 0,
      lines: compressLog(line_scratch.subarray(0, lines)),
      bodies: compressLog(body_scratch.subarray(0, bodies)),
    }
  }
}

/** A row without requests, which only records how many have no entry. */
export function logPartWithoutAny(team_id: string, id: string, not_kept: number): LogPart {
  return { team_id, first_id: id, last_id: id, count: 0, not_kept, lines: Buffer.from('[]'), bodies: Buffer.alloc(0) }
}

export interface LogBodies {
  sent: unknown
  answered: unknown
}

/** The bodies of a request of the row; `null` for one that is not stored. */
export function loggedBodiesOf({ sent, answered, start }: LogLine, bodies: Buffer): LogBodies {
  const all = decompressLog(bodies)
  const middle = start + storedBodyBytes(sent)
  return { sent: valueIn(all, start, middle), answered: valueIn(all, middle, middle + storedBodyBytes(answered)) }
}

function valueIn(bodies: Buffer, start: number, end: number): unknown {
  return start === end ? null : (JSON.parse(bodies.toString('utf8', start, end)) as unknown)
}
