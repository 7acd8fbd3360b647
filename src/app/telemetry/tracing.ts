// Creates spans from a request through its unit of work and the jobs it enqueues to the delivery attempt. Spans contain
// no query, body or address. Loaded only if telemetry is enabled.
import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Attributes,
  type Context as TraceContext,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'
import type { Middleware } from 'koa'
import type { JobHandlers } from '../../base/queue/runner.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import { JOB_KINDS, type JobKind } from '../../base/queue/kinds.ts'
import type { Database, UnitOrigin, Tx } from '../../base/store/database.ts'
import { requestLog } from '../../interfaces/http/request-log.ts'
import type { Sender } from '../../mail/delivery/sender.ts'

interface SpanStart {
  kind?: SpanKind
  attributes?: Attributes
  /** Parent span; a value without a `traceparent` starts a new trace. If absent, the current span is the parent. */
  parent?: { traceparent: string | undefined }
}

export class Tracing {
  readonly #tracer: Tracer
  readonly #current = new AsyncLocalStorage<Span>()

  constructor(tracer: Tracer) {
    this.#tracer = tracer
  }

  /** The `traceparent` of the current span, for requests and jobs that continue the trace; `undefined` without a span. */
  readonly traceparent = (): string | undefined => {
    const span = this.#current.getStore()
    if (!span) return undefined
    const { traceId, spanId, traceFlags } = span.spanContext()
    return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  }

  async within<T>(name: string, { parent, ...options }: SpanStart, body: (span: Span) => Promise<T>): Promise<T> {
    const context = parent ? contextOf(parent.traceparent) : this.#context()
    const span = this.#tracer.startSpan(name, options, context)
    try {
      return await this.#current.run(span, () => body(span))
    } catch (error) {
      // only the name, because the message may contain an address
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      throw error
    } finally {
      span.end()
    }
  }

  #context(): TraceContext {
    const span = this.#current.getStore()
    return span ? trace.setSpan(ROOT_CONTEXT, span) : ROOT_CONTEXT
  }

  /** A span for each request, because a child of the span in its `traceparent` header. */
  readonly requests: Middleware = (ctx, next) => {
    const { method } = ctx
    const begun = {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': method },
      parent: { traceparent: ctx.headers.traceparent as string | undefined },
    }
    return this.within(method, begun, async span => {
      try {
        await next()
      } finally {
        const { operation, team_id } = requestLog(ctx)
        span.updateName(operation ?? `${method} other`)
        span.setAttribute('http.response.status_code', ctx.status)
        if (operation !== undefined) span.setAttribute('lettermill.operation', operation)
        if (team_id !== undefined) span.setAttribute('lettermill.team_id', team_id)
        if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      }
    })
  }

  /** Spans for the units of work of requests and jobs. Claims of the queue belong to no trace. */
  watch(database: Database): void {
    const unit = database.unit.bind(database)
    database.unit = <T>(body: (tx: Tx) => Promise<T>, from?: UnitOrigin): Promise<T> => {
      if (from === 'claims' || !this.#current.getStore()?.isRecording()) return unit(body, from)
      // the body runs within the commit of several units, outside of this async context
      return this.within('unit of work', {}, span => unit(tx => this.#current.run(span, () => body(tx)), from))
    }
  }

  /** A span for each job, because a child of the span that enqueued it. */
  jobs(handlers: JobHandlers): JobHandlers {
    const traced = JOB_KINDS.map(kind => [kind, this.#job(kind, handlers[kind] as never)])
    return Object.fromEntries(traced) as JobHandlers
  }

  #job(kind: JobKind, handler: (work: Work<JobKind>) => Promise<void>): (work: Work<JobKind>) => Promise<void> {
    return work => {
      const { team_id, traceparent } = work.payload as { team_id?: string; traceparent?: string }
      const attributes = { 'lettermill.attempt': work.attempt, ...(team_id && { 'lettermill.team_id': team_id }) }
      const begun = { kind: SpanKind.CONSUMER, attributes, parent: { traceparent } }
      return this.within(`job ${kind}`, begun, () => handler(work))
    }
  }

  /** A span for each attempt to hand an email to a mail server. */
  sender(sender: Sender): Sender {
    return {
      send: (...mail) =>
        this.within('smtp attempt', { kind: SpanKind.CLIENT }, async span => {
          const answer = await sender.send(...mail)
          span.setAttribute('lettermill.taken', answer.accepted)
          if (answer.reply.code !== null) span.setAttribute('lettermill.smtp_code', answer.reply.code)
          if (!answer.accepted) span.setStatus({ code: SpanStatusCode.ERROR })
          return answer
        }),
      ...(sender.partsOf && { partsOf: sender.partsOf.bind(sender) }),
      ...(sender.waitReasonOf && { waitReasonOf: sender.waitReasonOf.bind(sender) }),
      ...(sender.release && { release: sender.release.bind(sender) }),
    }
  }
}

/** W3C Trace Context 3.2: later versions start with the same fields. */
const TRACEPARENT = /^(?!ff)[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(?:$|-)/
const TRACEPARENT_LENGTH_MAX = 100

function contextOf(traceparent: string | undefined): TraceContext {
  if (traceparent === undefined || traceparent.length > TRACEPARENT_LENGTH_MAX) return ROOT_CONTEXT
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? []
  if (!traceId || !spanId || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags!, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
