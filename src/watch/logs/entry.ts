// An answered request on its way into the log. It is immediately converted to the bytes to be stored: bodies and
// objects that stayed alive until the next write would cost more to collect than all other work of the log.
import type { Caller } from '../../base/operation/operation.ts'
import { withoutSecrets } from '../../base/text/secrets.ts'
import { maskUrlsIn } from '../../base/text/url-secrets-in-json.ts'
import { type StoredBodyLength, type OmissionReason, logLineText } from './line.ts'
import { type DeclaredBody, type LogRules, maskFields, mayContainField, mayHaveOther, type FieldPath } from './masks.ts'

/** A body of a request or a response: the bytes or the text of its JSON. */
type Body = Buffer | string

/** A request that was answered. */
export interface CompletedRequest {
  /** A UUIDv7 with the time at which it was received. */
  id: string
  caller: Pick<Caller, 'team_id' | 'kind' | 'id'>
  rules: LogRules
  method: string
  path: string
  status: number
  duration_ms: number
  user_agent: string | undefined
  /** The body, or why it is not stored. `undefined`: there was none, or it was not read. */
  sent: Buffer | OmissionReason | undefined
  /** The response, or why it is not stored. */
  answered: { json: string } | OmissionReason | undefined
}

/** Maximum length of a logged body: characters of a string, bytes of a buffer. A longer body is omitted. */
export const BODY_MAX = 16_384
const PATH_MAX = 500
const USER_AGENT_MAX = 300

const UUID_LENGTH = 36
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const CHARACTER_BYTES = 3
/** Upper bound of a line: the longest path and user agent with each character escaped, plus 1,000 bytes for the rest. */
const LINE_BYTES_MAX = 6 * (PATH_MAX + USER_AGENT_MAX) + 1_000
/** Greater than the bytes of both bodies, and of a line. */
export const LOG_ENTRY_BYTES_MAX = 2 * CHARACTER_BYTES * BODY_MAX + LINE_BYTES_MAX
const BLOCK_BYTES = 262_144
/** Blocks that are kept for later entries; a burst can require more. */
const FREE_BLOCKS_MAX = 16

/**
 * A request in the bytes of a block: its bodies start at `start`, its line at `line_start`. Its id is only in the line,
 * because a string in each entry would double what the runtime has to keep until the next write.
 */
export interface LogEntry {
  block: Buffer
  start: number
  line_start: number
  end: number
}

/**
 * Creates entries in blocks of memory that they share. Blocks are reused, because allocating new ones makes the runtime collect
 * its old objects every 64 MB.
 */
export class LogBlocks {
  #block: Buffer = Buffer.alloc(0)
  #used = 0
  #full: Buffer[] = []
  readonly #free: Buffer[] = []

  entryOf(request: CompletedRequest): LogEntry {
    if (this.#block.length - this.#used < LOG_ENTRY_BYTES_MAX) {
      if (this.#block.length > 0) this.#full.push(this.#block)
      this.#block = this.#free.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES)
      this.#used = 0
    }
    const start = this.#used
    const sent = this.#put(sentBody(request))
    const answered = this.#put(answeredBody(request))
    const line_start = this.#used
    this.#used += this.#block.write(lineOf(request, sent, answered), line_start)
    return { block: this.#block, start, line_start, end: this.#used }
  }

  /**
   * Returns the blocks that became full since the last call. They only contain entries created before this call. Pass
   * the blocks to `reuse` when all those entries were written or lost.
   */
  takeFull(): Buffer[] {
    const full = this.#full
    this.#full = []
    return full
  }

  /** Allows blocks from `takeFull` to be overwritten by later entries. */
  reuse(blocks: readonly Buffer[]): void {
    this.#free.push(...blocks.slice(0, FREE_BLOCKS_MAX - this.#free.length))
  }

  #put(body: Body | OmittedBody | undefined): StoredBodyLength {
    if (body === undefined) return 0
    if (typeof body === 'object' && 'left_out' in body) return body.left_out
    const bytes = typeof body === 'string' ? this.#block.write(body, this.#used) : body.copy(this.#block, this.#used)
    this.#used += bytes
    return bytes
  }
}

/** The id of an entry, with which its line starts: `["<id>"`. */
export function idOfEntry({ block, line_start }: LogEntry): string {
  return block.toString('latin1', line_start + 2, line_start + 2 + UUID_LENGTH)
}

/** Copies entries to separate memory. */
export function logEntriesOf(requests: readonly CompletedRequest[]): LogEntry[] {
  const blocks = new LogBlocks()
  return requests.map(request => blocks.entryOf(request))
}

function sentBody({ sent, rules }: CompletedRequest): Body | OmittedBody | undefined {
  if (rules.bodies === 'none') return sent === undefined ? undefined : OF_LOGS
  if (typeof sent === 'string') return { left_out: sent }
  return sent && shownBody(sent, rules.sent, rules.declared)
}

function answeredBody({ answered, rules }: CompletedRequest): Body | OmittedBody | undefined {
  if (rules.bodies === 'none') return OF_LOGS
  if (typeof answered === 'string') return { left_out: answered }
  return answered && shownBody(answered.json, rules.answered)
}

interface OmittedBody {
  left_out: OmissionReason
}

const OF_LOGS: OmittedBody = { left_out: 'of_logs' }

function shownBody(json: Body, places: readonly FieldPath[] | undefined, declared?: DeclaredBody): Body | OmittedBody {
  const hides = places !== undefined && (mayContainField(json, places) || hasUndeclared(json, declared))
  const body = maskUrlsIn(hides ? maskFields(json.toString(), places, declared) : json)
  return body.length > BODY_MAX ? { left_out: 'too_large' } : body
}

function hasUndeclared(json: Body, declared: DeclaredBody | undefined): boolean {
  return declared !== undefined && typeof json !== 'string' && mayHaveOther(json, declared.names)
}

function lineOf(request: CompletedRequest, sent: StoredBodyLength, answered: StoredBodyLength): string {
  const { user_agent = null, path } = request
  const agent = user_agent === null ? null : user_agent.slice(0, USER_AGENT_MAX)
  const { id, method, status, duration_ms, caller } = request
  const shown = shownPath(path)
  return logLineText({ id, method, path: shown, status, duration_ms, user_agent: agent, caller, sent, answered })
}

/** A key, or a part of a URL. */
const MAYBE_SECRET = /re_|[@%=&]/

/** The path without secrets: a program may send a key or a token instead of an id by mistake. */
function shownPath(path: string): string {
  const isErasure = path.endsWith('/erase')
  if (!isErasure && path.length <= PATH_MAX && !MAYBE_SECRET.test(path) && !hasLongSegment(path)) return path
  const shown = withoutSecrets(isErasure ? withoutAddresses(path) : path)
  return shown.length > PATH_MAX ? `${shown.slice(0, PATH_MAX)}…` : shown
}

/** The log of an erasure must not contain the erased address. */
function withoutAddresses(path: string): string {
  return path
    .split('/')
    .map(segment => (/@|%40/.test(segment) ? '(hidden)' : segment))
    .join('/')
}

function hasLongSegment(path: string): boolean {
  for (let start = 0; ;) {
    const end = path.indexOf('/', start)
    if ((end === -1 ? path.length : end) - start > UUID_LENGTH) return true
    if (end === -1) return false
    start = end + 1
  }
}
