// One line per request, with an id that the answer carries too. Never a query, a body, a header or a token. And what the log
// of requests keeps of it for its team, which has the bodies.
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Context, Middleware } from 'koa'
import { type Logger, symbols } from 'pino'
import type { Caller } from '../../base/operation/operation.ts'
import { type AnsweredRequest, BODY_MAX, type LogRules } from '../../watch/logs/actions.ts'

interface RequestLog {
  id: string
  operation: string | undefined
  team_id: string | undefined
  readonly logger: Logger
  /** What the log of requests keeps of the operation, if anything. */
  rules: LogRules | undefined
  caller: Caller | undefined
  sent: AnsweredRequest['sent']
  answered: AnsweredRequest['answered']
}

/** What the log will say of this request. */
export function requestLog(ctx: Context): RequestLog {
  return (ctx.state as { log: RequestLog }).log
}

class Line implements RequestLog {
  readonly id: string
  operation: string | undefined
  team_id: string | undefined
  rules: LogRules | undefined
  caller: Caller | undefined
  sent: AnsweredRequest['sent']
  answered: AnsweredRequest['answered']
  readonly #log: Logger

  constructor(id: string, log: Logger) {
    this.id = id
    this.#log = log
  }

  /** Made only where something is logged on the way. */
  get logger(): Logger {
    return this.#log.child({ request_id: this.id, operation: this.operation })
  }
}

/** Hears of each answer: of which operation, its status, and how long it took. */
export type Answered = (operation: string | undefined, status: number, duration_ms: number) => void

/** The log of requests: where their ids come from, and what is told of each that belongs to a team. */
export interface KeepsLog {
  newId(): string
  note(request: AnsweredRequest): void
}

export interface RequestListeners {
  kept?: KeepsLog
  answered?: Answered | undefined
}

const NOTHING_KEPT: KeepsLog = { newId: randomUUID, note: () => {} }

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
    if (line.rules && line.caller) kept.note(noted(ctx, line as KeptLine, duration_ms))
  }
}

type KeptLine = RequestLog & { rules: LogRules; caller: Caller }

function noted(ctx: Context, { id, rules, caller, sent, answered }: KeptLine, duration_ms: number): AnsweredRequest {
  const { method, path, status } = ctx
  const user_agent = ctx.req.headers['user-agent']
  // what goes out in pieces is no JSON
  const answer = answered ?? (ctx.body instanceof Readable ? 'not_json' : undefined)
  return { id, caller, rules, method, path, status, duration_ms, user_agent, sent, answered: answer }
}

/** The JSON of a body, as the log of requests keeps it. */
export function keptSent(json: Buffer): AnsweredRequest['sent'] {
  return json.length > BODY_MAX ? 'too_large' : json
}

export function keptAnswer(json: string): AnsweredRequest['answered'] {
  return json.length > BODY_MAX ? 'too_large' : { json }
}

interface Outcome {
  method: string
  path: string
  status: number
  duration_ms: number
}

/** What pino itself takes from its logger for a line. */
interface Inside {
  [symbols.chindingsSym]: string
  [symbols.streamSym]: { write(line: string): void }
  [symbols.timeSym](): string
}

/**
 * The line of a request as pino writes it, which takes three times as long to find out what there is in it
 * (docs/decisions/log.md). `undefined`: it is not to be written.
 */
function lineWriter(log: Logger): ((line: RequestLog, outcome: Outcome) => void) | undefined {
  if (!log.isLevelEnabled('info')) return undefined
  const inside = log as unknown as Inside
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
 * Values that must not be logged. No id is as long as the first: it may be a whole request that travels in the path. The
 * second is the address of a contact, the third a key that was taken for its id.
 */
const PRIVATE = /[^/]{65,}|[^/]*(?:@|%40)[^/]*|(?<=\/)re_[^/]*/gi

function shown(path: string): string {
  if (path.length <= 64 && !/@|%40|\/re_/i.test(path)) return path
  return path.replaceAll(PRIVATE, segment => (segment.length > 64 ? `${segment.slice(0, 8)}…` : '…'))
}
