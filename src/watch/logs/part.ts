// The stored form of requests: many requests of a team in one row, so that each costs a fraction of a row. `lines` is JSON with an
// array for each request, which lists and searches read. `bodies` has all bodies one after another as they came, so that no body is
// parsed to store it or to find another one.
import type { Caller } from '../../base/operation/operation.ts'
import { withoutSecrets } from '../../base/text/secrets.ts'
import { timeOfId } from '../../base/text/uuids.ts'
import { type LogRules, masked, mayHaveAny, type Place } from './masks.ts'
import { packedLog, unpackedLog } from './packed.ts'

/** Why a body is not in the log. */
export type LeftOut = 'too_large' | 'not_json' | 'of_logs' | 'erased'

/** A body of a request or an answer: the bytes or the text of its JSON. */
type Body = Buffer | string

/** A request that was answered. */
export interface AnsweredRequest {
  /** A UUIDv7 with the time at which it came in. */
  id: string
  caller: Pick<Caller, 'team_id' | 'kind' | 'id'>
  rules: LogRules
  method: string
  path: string
  status: number
  duration_ms: number
  user_agent: string | undefined
  /** The body, or why it is not kept. `undefined`: there was none, or it was not read. */
  sent: Buffer | LeftOut | undefined
  /** The answer, or why it is not kept. */
  answered: { json: string } | LeftOut | undefined
}

/** The length of a stored body in bytes (0: there is none), or why it is not stored. */
type Kept = number | LeftOut

/** A request in `lines`. */
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
  /** The offset of its bodies among those of its row. */
  start: number
}

/** Requests of a team in the order of their ids. */
export interface LogPart {
  team_id: string
  first_id: string
  last_id: string
  count: number
  /** Requests before these that have no entry, because too many came in at once. */
  not_kept: number
  /** Both compressed (`packedLog`). */
  lines: Buffer
  bodies: Buffer
}

/** Of a body, in characters or bytes; a longer one is left out. */
export const BODY_MAX = 16_384
/** A row is closed when its bodies have so many bytes. */
const PART_BYTES = 262_144
const PART_LINES = 500
/** Most time between the first and the last request of a row. It bounds how far around an id a look-up has to search. */
export const PART_SPAN_MS = 5_000
const PATH_MAX = 500
const USER_AGENT_MAX = 300

/** Most bytes of a UTF-16 code unit in UTF-8. */
const CHARACTER_BYTES = 3

/** Working memory in which the bodies of a row are joined. */
const scratch = Buffer.allocUnsafeSlow(PART_BYTES + 2 * CHARACTER_BYTES * BODY_MAX)

/** The rows for at least one request of a team. */
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

/** A row without requests, which only records that so many have no entry. */
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

/** Writes a body into `scratch` at an offset. */
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

/** The stored form of a line. */
export function logLineText(line: Omit<LogLine, 'start'>): string {
  const { id, method, path, status, duration_ms, user_agent, caller, sent, answered } = line
  const stored: Line = [id, method, path, status, duration_ms, user_agent, caller.kind, caller.id, sent, answered]
  return JSON.stringify(stored)
}

/** The stored form of all lines of a row. */
export function logLinesText(lines: readonly string[]): Buffer {
  return packedLog(Buffer.from(`[${lines.join(',\n')}]`))
}

/** The path without secrets: a program may put a key or a token in the place of an id by mistake. */
function shownPath(path: string): string {
  const isErasure = path.endsWith('/erase')
  if (!isErasure && !path.includes('re_') && !hasLongSegment(path)) return path
  const shown = withoutSecrets(isErasure ? withoutAddresses(path) : path)
  return shown.length > PATH_MAX ? `${shown.slice(0, PATH_MAX)}…` : shown
}

/** The log of an erasure must not keep the address that was erased. */
function withoutAddresses(path: string): string {
  return path
    .split('/')
    .map(segment => (/@|%40/.test(segment) ? '(hidden)' : segment))
    .join('/')
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

/** The bodies of a request of the row; `null` where one is not kept. */
export function loggedBodiesOf({ sent, answered, start }: LogLine, bodies: Buffer): LogBodies {
  const all = unpackedLog(bodies)
  const middle = start + bytesOf(sent)
  return { sent: valueIn(all, start, middle), answered: valueIn(all, middle, middle + bytesOf(answered)) }
}

const bytesOf = (kept: Kept): number => (typeof kept === 'number' ? kept : 0)

function valueIn(bodies: Buffer, start: number, end: number): unknown {
  return start === end ? null : (JSON.parse(bodies.toString('utf8', start, end)) as unknown)
}
