// Sends traces and metrics to a collector by OTLP over HTTP, with OpenTelemetry's own packages. Loaded only if
// telemetry is enabled, because the packages would delay the start.
import { diag, DiagLogLevel } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { TelemetryConfig } from '../../base/config/config.ts'
import type { Metrics } from '../metrics/actions.ts'
import { metricProducer } from './metrics.ts'
import { Tracing } from './tracing.ts'

/** For each request to the collector, including the last one when the server stops. */
const EXPORT_TIMEOUT_MS = 5000
const METRICS_EVERY_MS = 60_000

export interface Telemetry {
  tracing: Tracing
  /** Run before all other interfaces. */
  doors: Middleware[]
  /** For outgoing requests and jobs, which continue the trace. */
  settings: { traceparent: Tracing['traceparent'] }
  /** Sends the metrics every minute. */
  measure(metrics: Pick<Metrics, 'families'>): void
  /** Sends the remaining data, if that succeeds within the timeout. */
  stop(): Promise<void>
}

export function openTelemetry(
  { endpoint, ratio }: TelemetryConfig,
  about: { version: string; worker: string },
  log: Logger,
): Telemetry {
  const warn = (words: string): void => log.warn({ words }, 'telemetry error')
  const silent = (): void => {}
  diag.setLogger({ error: warn, warn, info: silent, debug: silent, verbose: silent }, DiagLogLevel.WARN)
  const own = { 'service.name': 'lettermill', 'service.version': about.version, 'service.instance.id': about.worker }
  const resource = defaultResource().merge(resourceFromAttributes(own))
  const urlOf = (signal: string): string => `${endpoint.replace(/\/$/, '')}/v1/${signal}`
  const traces = new OTLPTraceExporter({ url: urlOf('traces'), timeoutMillis: EXPORT_TIMEOUT_MS })
  const provider = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: traces, exportTimeoutMillis: EXPORT_TIMEOUT_MS })],
  })
  const tracing = new Tracing(provider.getTracer('lettermill'))
  let meters: MeterProvider | undefined
  return {
    tracing,
    doors: [tracing.requests],
    settings: { traceparent: tracing.traceparent },
    measure: metrics => {
      const exporter = new OTLPMetricExporter({ url: urlOf('metrics'), timeoutMillis: EXPORT_TIMEOUT_MS })
      const reader = new PeriodicExportingMetricReader({
        exporter,
        exportIntervalMillis: METRICS_EVERY_MS,
        exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        metricProducers: [metricProducer(metrics, resource)],
      })
      meters = new MeterProvider({ resource, readers: [reader] })
    },
    stop: async () => {
      await Promise.allSettled([provider.shutdown(), meters?.shutdown()])
      diag.disable()
    },
  }
}
