// Opens the monitoring of a server: metrics on request, and telemetry sent to a collector.
import { readFileSync } from 'node:fs'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import type { Backups } from './backups/actions.ts'
import { createMetrics, type Metrics } from './metrics/actions.ts'
import { MEDIA_TYPE } from './metrics/exposition.ts'
import type { Telemetry } from './telemetry/otlp.ts'
import type { Config } from '../base/config/config.ts'
import type { Queue } from '../base/queue/runner.ts'
import type { Database } from '../base/store/database.ts'
import { countRunning } from '../campaigns/automations/actions.ts'
import type { CheckResult } from '../interfaces/http/health.ts'
import { metricsRoutes } from '../interfaces/http/metrics.ts'
import type { Routes } from '../mail/delivery/routes/actions.ts'

export interface MonitoredParts {
  database: Database
  queue: Queue
  sender: Routes | undefined
  backups: Backups | undefined
  checks: Readonly<Record<string, () => Promise<CheckResult>>>
  now: () => Date
  telemetry: Telemetry | undefined
}

/** Measures nothing unless metrics can be read, on their own port or with a token, or are sent. */
export function openMetrics(
  config: Config,
  { database, queue, sender, backups, checks, now, telemetry }: MonitoredParts,
): Metrics | undefined {
  const { token, port } = config.metrics
  if (token === undefined && port === undefined && !config.telemetry) return undefined
  const isWell = Object.entries(checks).map(([name, check]) => [name, async () => (await check()) === true] as const)
  const metrics = createMetrics({
    database,
    database_file: config.database_file,
    inHand: () => queue.inHand(),
    workers: () => queue.workers(),
    countRunning: () => database.read(countRunning),
    relay: () => sender?.status(),
    backups: () => backups?.status,
    checks: Object.fromEntries(isWell),
    build: { version: readVersion(), node: process.versions.node },
    now,
  })
  telemetry?.measure(metrics)
  return metrics
}

/** The interface at /metrics; `undefined` if metrics are only sent. */
export function metricsMiddleware({ metrics: { token, port } }: Config, metrics: Metrics | undefined): Middleware[] {
  if (!metrics || (token === undefined && port === undefined)) return []
  return [metricsRoutes({ media_type: MEDIA_TYPE, read: metrics.read }, token)]
}

export function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).version as string
}

/** Its packages are loaded only if telemetry is enabled. */
export async function openTelemetryOf(
  { telemetry }: Config,
  database: Database,
  worker: string,
  log: Logger,
): Promise<Telemetry | undefined> {
  if (!telemetry) return undefined
  const { openTelemetry } = await import('./telemetry/otlp.ts')
  const opened = openTelemetry(telemetry, { version: readVersion(), worker }, log)
  opened.tracing.watch(database)
  return opened
}
