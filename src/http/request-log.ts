// One line per request, with an id that the answer carries too. Never a query, a body, a header or a token.
import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'

export interface RequestLog {
  id: string
  operation: string | undefined
  team_id: string | undefined
  readonly logger: Logger
}

/** What the log will say of this request. */
export function requestLog(ctx: Context): RequestLog {
  return (ctx.state as { log: RequestLog }).log
}

class Line implements RequestLog {
  readonly id = randomUUID()
  operation: string | undefined
  team_id: string | undefined
  readonly #log: Logger

  constructor(log: Logger) {
    this.#log = log
  }

  /** Made only where something is logged on the way. */
  get logger(): Logger {
    return this.#log.child({ request_id: this.id, operation: this.operation })
  }
}

/** Hears of each answer: of which operation, its status, and how long it took. */
export type Answered = (operation: string | undefined, status: number, duration_ms: number) => void

export function logRequests(log: Logger, answered?: Answered): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    const line = new Line(log)
    ctx.state.log = line
    ctx.res.setHeader('x-request-id', line.id)
    await next()
    const { id: request_id, operation, team_id } = line
    const duration_ms = Math.round((performance.now() - started) * 100) / 100
    log.info({
      request_id,
      operation,
      team_id,
      method: ctx.method,
      path: shown(ctx.path),
      status: ctx.status,
      duration_ms,
    })
    answered?.(operation, ctx.status, duration_ms)
  }
}

/**
 * What is nobody's business here. No id is as long as the first: it may be a whole request that travels in the path. The
 * second is the address of a contact, the third a key that was taken for its id.
 */
const PRIVATE = /[^/]{65,}|[^/]*(?:@|%40)[^/]*|(?<=\/)re_[^/]*/gi

function shown(path: string): string {
  if (path.length <= 64 && !/@|%40|\/re_/i.test(path)) return path
  return path.replaceAll(PRIVATE, segment => (segment.length > 64 ? `${segment.slice(0, 8)}…` : '…'))
}
