// Writes one log line per request, with an id that the response also contains; never a query, a body, a header or a
// token. Also collects what the request log stores for the team, including bodies.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { type Logger, symbols } from 'pino'
import type { Caller } from '../../base/operation/operation.ts'
import { type CompletedRequest, BODY_MAX } from '../../watch/logs/entry.ts'
import type { LogRules } from '../../watch/logs/masks.ts'

interface RequestLog {
  id: string
  operation: string | undefined
  team_id: string | undefined
  readonly logger: Logger
  /** What the request log stores of the operation; `undefined`: nothing. */
  rules: LogRules | undefined
  caller: Caller | undefined
  sent: CompletedRequest['sent']
  answered: CompletedRequest['answered']
}

/** The data collected for the log about this request. */
export function requestLog(ctx: Context): RequestLog {
  return (ctx.state as { log: RequestLog }).log
}

class Line implements RequestLog {
  readonly id: string
  operation: string | undefined
  team_id: string | undefined
  rules: LogRules | undefined
  caller: Caller | undefined
  sent: CompletedRequest['sent']
  answered: CompletedRequest['answered']
  readonly #log: Logger

  constructor(id: string, log: Logger) {
    this.id = id
    this.#log = log
  }

  /** Created only if something is logged before the response. */
  get logger(): Logger {
    return this.#log.child({ request_id: this.id, operation: this.operation })
  }
}

/** Called after each response with its operation, status and duration. */
export type OnResponse = (operation: string | undefined, status: number, duration_ms: number) => void

/** The request log: generates the ids of requests, and is called for each completed request of a team. */
export interface RequestLogger {
  newId(): string
  record(request: CompletedRequest): void
}

export interface RequestListeners {
  kept?: RequestLogger
  answered?: OnResponse | undefined
}

const NOTHING_KEPT: RequestLogger = { newId: randomUUID, record: () => {} }

export function logRequests(log: Logger, { kept = NOTHING_KEPT, answered }: RequestListeners = {}): Middleware {
  const write = lineWriter(log)
  return async (ctx, next) => {
    const started = performance.now()
    const line = new Line(kept.newId(), log)
    ctx.state.log = line
    ctx.res.setHeader('x-request-id', line.id)
    await next()
    const { operation } = line
    const { status } = ctx
    const duration_ms = Math.round((performance.now() - started) * 100) / 100
    write?.(line, { method: ctx.method, path: shown(ctx.path), status, duration_ms })
    answered?.(operation, status, duration_ms)
    if (line.rules && line.caller) kept.record(noted(ctx, line as StoredLine, duration_ms))
  }
}

type StoredLine = RequestLog & { rules: LogRules; caller: Caller }

function noted(ctx: Context, { id, rules, caller, sent, answered }: StoredLine, duration_ms: number): CompletedRequest {
  const { method, path, status } = ctx
  const user_agent = ctx.req.headers['user-agent']
  // a streamed response is not JSON
  const answer = answered ?? (ctx.body instanceof Readable ? 'not_json' : undefined)
  return { id, caller, rules, method, path, status, duration_ms, user_agent, sent, answered: answer }
}

/** The JSON of a request body, because the request log stores it. */
export function loggedRequestBody(json: Buffer): CompletedRequest['sent'] {
  return json.length > BODY_MAX ? 'too_large' : json
}

export function loggedResponseBody(json: string): CompletedRequest['answered'] {
  return json.length > BODY_MAX ? 'too_large' : { json }
}

interface Outcome {
  method: string
  path: string
  status: number
  duration_ms: number
}

/** Internals of a pino logger that create a line. */
interface PinoInternals {
  [symbols.chindingsSym]: string
  [symbols.streamSym]: { write(line: string): void }
  [symbols.timeSym](): string
}

/**
 * Writes the line of a request in pino's format without pino, which takes three times as long to serialize the fields
 * (docs/decisions/log.md). `undefined`: the level disables such lines.
 */
function lineWriter(log: Logger): ((line: RequestLog, outcome: Outcome) => void) | undefined {
  if (!log.isLevelEnabled('info')) return undefined
  const inside = log as unknown as PinoInternals
  const stream = inside[symbols.streamSym]
  const begin = `{"level":${log.levels.values.info}`
  const bindings = inside[symbols.chindingsSym]
  return ({ id, operation, team_id }, { method, path, status, duration_ms }) => {
    const of = operation === undefined ? '' : `,"operation":"${operation}"`
    const team = team_id === undefined ? '' : `,"team_id":"${team_id}"`
    const where = `,"method":"${method}","path":${JSON.stringify(path)}`
    const what = `${of}${team}${where},"status":${status},"duration_ms":${duration_ms}}`
    stream.write(`${begin}${inside[symbols.timeSym]()}${bindings},"request_id":"${id}"${what}\n`)
  }
}

/**
 * Segments of a path that must not be logged: longer than any id, because a whole request can be in the path; with the
 * address of a contact or a parameter of a URL; or an API key that was sent instead of its id.
 */
const PRIVATE = /[^/]{65,}|[^/]*(?:[@=&]|%(?:40|3D|25))[^/]*|(?<=\/)re_[^/]*/gi

function shown(path: string): string {
  if (path.length <= 64 && !/[@=&]|%(?:40|3D|25)|\/re_/i.test(path)) return path
  return path.replaceAll(PRIVATE, segment => (segment.length > 64 ? `${segment.slice(0, 8)}…` : '…'))
}
