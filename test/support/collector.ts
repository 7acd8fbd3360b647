// A telemetry collector for tests: receives the data of OpenTelemetry exporters over real HTTP.
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface ExportedSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  /** Attribute values by name. */
  attributes: Record<string, unknown>
  status: { code?: number }
}

export interface ExportedMetric {
  name: string
  unit: string
  sum?: { isMonotonic: boolean; dataPoints: ExportedPoint[] }
  gauge?: { dataPoints: ExportedPoint[] }
  histogram?: { dataPoints: (ExportedPoint & { count: number; bucketCounts: number[]; explicitBounds: number[] })[] }
}

interface ExportedPoint {
  attributes: { key: string; value: { stringValue: string } }[]
  asDouble?: number
}

export interface Collector {
  url: string
  spans: ExportedSpan[]
  metrics: ExportedMetric[]
  /** All requests as received. */
  text(): string
  close(): Promise<void>
}

type Attribute = { key: string; value: Record<string, unknown> }
type SentSpan = ExportedSpan & { attributes: Attribute[] }

interface Sent {
  resourceSpans?: { scopeSpans: { spans: SentSpan[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: ExportedMetric[] }[] }[]
}

export async function collector(): Promise<Collector> {
  const bodies: unknown[] = []
  const [spans, metrics]: [ExportedSpan[], ExportedMetric[]] = [[], []]
  const take = async (request: IncomingMessage): Promise<void> => {
    const body = (await json(request)) as Sent
    bodies.push(body)
    for (const { scopeSpans } of body.resourceSpans ?? [])
      for (const each of scopeSpans) spans.push(...each.spans.map(spanOf))
    for (const { scopeMetrics } of body.resourceMetrics ?? [])
      for (const each of scopeMetrics) metrics.push(...each.metrics)
  }
  const server = createServer(async (request, response) => {
    await take(request)
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    metrics,
    text: () => JSON.stringify(bodies),
    close: () => new Promise(resolve => server.close(() => resolve())),
  }
}

function spanOf(span: SentSpan): ExportedSpan {
  const attributes = span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])
  return { ...span, attributes: Object.fromEntries(attributes) }
}
