// Requests as they are stored: many of a team in one row, which costs each of them a fraction of one. What lists and searches
// look at is JSON, a line for each request; the bodies stand beside it one after the other as they came, so that none is
// parsed to be stored or to find another one.
import type { Caller } from '../../base/operation/operation.ts'
import { withoutSecrets } from '../../base/text/secrets.ts'
import { timeOfId } from '../../base/text/uuids.ts'
import { type LogRules, masked, mayHaveAny, type Place } from './masks.ts'
import { packedLog, unpackedLog } from './packed.ts'

/** Why a body is not kept. */
export type LeftOut = 'too_large' | 'not_json' | 'of_logs' | 'erased'

/** A body of a request or an answer: the bytes or the text of its JSON. */
type Body = Buffer | string

/** A request that was answered. */
export interface AnsweredRequest {
  /** A UUIDv7 of when it came in. */
  id: string
  caller: Pick<Caller, 'team_id' | 'kind' | 'id'>
  rules: LogRules
  method: string
  path: string
  status: number
  duration_ms: number
  user_agent: string | undefined
  /** `undefined`: there was none, or it was not read. A text is why it is not kept. */
  sent: Buffer | LeftOut | undefined
  /** A text that is JSON, or why it is not kept. */
  answered: { json: string } | LeftOut | undefined
}

/** The length of a body in bytes, 0 when there is none, or why it is not there. */
type Kept = number | LeftOut

/** A request as it is stored; its id first. */
type Line = [
  id: string,
  method: string,
  path: string,
  status: number,
  duration_ms: number,
  user_agent: string | null,
  kind: Caller['kind'],
  caller_id: string,
  sent: Kept,
  answered: Kept,
]

export interface LogLine {
  id: string
  method: string
  path: string
  status: number
  duration_ms: number
  user_agent: string | null
  caller: { kind: Caller['kind']; id: string }
  sent: Kept
  answered: Kept
  /** Where its bodies begin among those of its row. */
  start: number
}

/** Requests of a team in the order of their ids. */
export interface LogPart {
  team_id: string
  first_id: string
  last_id: string
  count: number
  /** Requests that were not kept before these, because too many came in at once. */
  not_kept: number
  /** Both as they are packed. */
  lines: Buffer
  bodies: Buffer
}

/** In characters or bytes. */
export const BODY_MAX = 16_384
/** A row has no more bytes of bodies than these and those of one request. */
const PART_BYTES = 262_144
const PART_LINES = 500
/** Between the first and the last request of a row: so far around an id it is looked for. */
export const PART_SPAN_MS = 5_000
const PATH_MAX = 500
const USER_AGENT_MAX = 300

/** No character takes more bytes. */
const CHARACTER_BYTES = 3

/** Where the bodies of a row are put together. */
const scratch = Buffer.allocUnsafeSlow(PART_BYTES + 2 * CHARACTER_BYTES * BODY_MAX)

/** The rows for these requests of a team, of which there is one at least. */
export function logPartsOf(team_id: string, requests: readonly AnsweredRequest[], not_kept: number): LogPart[] {
  const sorted = requests.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const parts: LogPart[] = []
  for (let at = 0; at < sorted.length;) {
    const until_ms = timeOfId(sorted[at]!.id) + PART_SPAN_MS
    const [from, lines] = [at, [] as string[]]
    let size = 0
    do {
      const request = sorted[at++]!
      const sent = putBody(size, sentBody(request))
      size += sent.bytes
      const answered = putBody(size, answeredBody(request))
      size += answered.bytes
      lines.push(lineOf(request, sent.kept, answered.kept))
    } while (at < sorted.length && goesOn(sorted[at]!, until_ms, size, lines.length))
    const bodies = packedLog(scratch.subarray(0, size))
    const ids = { first_id: sorted[from]!.id, last_id: sorted[at - 1]!.id }
    const counts = { count: lines.length, not_kept: from === 0 ? not_kept : 0 }
    parts.push({ team_id, ...ids, ...counts, lines: logLinesText(lines), bodies })
  }
  return parts
}

/** A row that says only that so many requests were not kept. */
export function logPartWithoutAny(team_id: string, id: string, not_kept: number): LogPart {
  return { team_id, first_id: id, last_id: id, count: 0, not_kept, lines: Buffer.from('[]'), bodies: Buffer.alloc(0) }
}

function goesOn({ id }: AnsweredRequest, until_ms: number, size: number, count: number): boolean {
  return size < PART_BYTES && count < PART_LINES && timeOfId(id) < until_ms
}

function sentBody({ sent, rules }: AnsweredRequest): Body | LeftOutWord | undefined {
  if (rules.bodies === 'none') return sent === undefined ? undefined : OF_LOGS
  if (typeof sent === 'string') return { left_out: sent }
  return sent && keptOf(sent, rules.sent)
}

function answeredBody({ answered, rules }: AnsweredRequest): Body | LeftOutWord | undefined {
  if (rules.bodies === 'none') return OF_LOGS
  if (typeof answered === 'string') return { left_out: answered }
  return answered && keptOf(answered.json, rules.answered)
}

interface LeftOutWord {
  left_out: LeftOut
}

const OF_LOGS: LeftOutWord = { left_out: 'of_logs' }

function keptOf(json: Body, places: readonly Place[] | undefined): Body | LeftOutWord {
  const hides = places !== undefined && mayHaveAny(json, places)
  const body = hides ? masked(json.toString(), places) : json
  return body.length > BODY_MAX ? { left_out: 'too_large' } : body
}

/** Puts a body behind the others. */
function putBody(at: number, body: Body | LeftOutWord | undefined): { kept: Kept; bytes: number } {
  if (body === undefined) return NO_BODY
  if (typeof body === 'object' && 'left_out' in body) return { kept: body.left_out, bytes: 0 }
  const bytes = typeof body === 'string' ? scratch.write(body, at) : body.copy(scratch, at)
  return { kept: bytes, bytes }
}

const NO_BODY = { kept: 0, bytes: 0 }

function lineOf(request: AnsweredRequest, sent: Kept, answered: Kept): string {
  const { user_agent = null, path } = request
  const agent = user_agent === null ? null : user_agent.slice(0, USER_AGENT_MAX)
  return logLineText({ ...request, path: shownPath(path), user_agent: agent, sent, answered })
}

/** The line as it is stored. */
export function logLineText(line: Omit<LogLine, 'start'>): string {
  const { id, method, path, status, duration_ms, user_agent, caller, sent, answered } = line
  const stored: Line = [id, method, path, status, duration_ms, user_agent, caller.kind, caller.id, sent, answered]
  return JSON.stringify(stored)
}

/** All of a row, as they are stored. */
export function logLinesText(lines: readonly string[]): Buffer {
  return packedLog(Buffer.from(`[${lines.join(',\n')}]`))
}

/** A key or a token may have been pasted into it in the place of an id. */
function shownPath(path: string): string {
  // who was erased is not to be read from that
  if (path.endsWith('/erase'))
    return path
      .split('/')
      .map(segment => (/@|%40/.test(segment) ? '(hidden)' : segment))
      .join('/')
  if (!path.includes('re_') && !hasLongSegment(path)) return path
  const shown = withoutSecrets(path)
  return shown.length > PATH_MAX ? `${shown.slice(0, PATH_MAX)}…` : shown
}

const UUID_LENGTH = 36

function hasLongSegment(path: string): boolean {
  for (let start = 0; ;) {
    const end = path.indexOf('/', start)
    if ((end === -1 ? path.length : end) - start > UUID_LENGTH) return true
    if (end === -1) return false
    start = end + 1
  }
}

export function logLinesIn(lines: Buffer): LogLine[] {
  let start = 0
  return (JSON.parse(unpackedLog(lines).toString()) as Line[]).map(line => {
    const [id, method, path, status, duration_ms, user_agent, kind, caller_id, sent, answered] = line
    const begins = start
    start += bytesOf(sent) + bytesOf(answered)
    return {
      id,
      method,
      path,
      status,
      duration_ms,
      user_agent,
      caller: { kind, id: caller_id },
      sent,
      answered,
      start: begins,
    }
  })
}

export interface LogBodies {
  sent: unknown
  answered: unknown
}

/** What a request of the row was sent with and answered, `null` where that is not kept. */
export function loggedBodiesOf({ sent, answered, start }: LogLine, bodies: Buffer): LogBodies {
  const all = unpackedLog(bodies)
  const middle = start + bytesOf(sent)
  return { sent: valueIn(all, start, middle), answered: valueIn(all, middle, middle + bytesOf(answered)) }
}

const bytesOf = (kept: Kept): number => (typeof kept === 'number' ? kept : 0)

function valueIn(bodies: Buffer, start: number, end: number): unknown {
  return start === end ? null : (JSON.parse(bodies.toString('utf8', start, end)) as unknown)
}
