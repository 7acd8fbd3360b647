// Composition root: opens the store, modules, queue and interfaces of one server. `main.ts` runs one; tests run many.
import { randomUUID } from 'node:crypto'
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { errandRunners } from '../campaigns/automations/errands/actions.ts'
import { Backups } from './backups/actions.ts'
import type { ReturnPaths } from '../mail/bounces/return-path.ts'
import { openClocks } from './clocks.ts'
import type { Config } from '../base/config/config.ts'
import { dashboardEndpoint } from '../interfaces/dashboard/endpoint.ts'
import type { Dashboard } from '../interfaces/dashboard/routes.ts'
import type { CapturedOutcome } from '../mail/delivery/test-addresses.ts'
import type { Routes } from '../mail/delivery/routes/actions.ts'
import { docsPages } from '../interfaces/docs/routes.ts'
import { type FirstAccess, firstStart } from './first-start.ts'
import { createHandlers } from './handlers.ts'
import { createApp } from '../interfaces/http/app.ts'
import { openContract } from '../interfaces/http/contract/backend.ts'
import { docsRoutes } from '../interfaces/docs/files.ts'
import { type CheckResult, healthRoutes, notServedHere } from '../interfaces/http/health.ts'
import { rateLimit } from '../interfaces/http/hooks/rate-limit.ts'
import type { ContractParts, Identify } from '../interfaces/http/contract/parts.ts'
import { createIdentify } from './identify.ts'
import type { Telemetry } from './telemetry/otlp.ts'
import { metricsMiddleware, openMetrics, openTelemetryOf, type MonitoredParts } from './monitoring.ts'
import { createJobs } from './jobs.ts'
import { openFiles, openTracking, type FileServing, type EmailTracking } from './links.ts'
import { mailsAtOnce, openMailRoutes, relayViews, describeMailDestination } from './mail-routes.ts'
import type { Metrics } from './metrics/actions.ts'
import { openMcp } from './mcp.ts'
import { type Dns, dnsClient, EMPTY_DNS } from '../base/net/dns.ts'
import { type HttpClients, httpClients } from '../base/net/keep-alive.ts'
import { type HttpServer, httpServer } from '../base/net/http-server.ts'
import { type OAuth, createOAuth } from '../identity/oauth/actions.ts'
import { openProvider } from '../identity/login/openid/actions.ts'
import { Backlog } from '../base/queue/backlog.ts'
import { remoteQueue } from '../base/queue/remote-queue.ts'
import { type Queue, createQueue } from '../base/queue/runner.ts'
import { PERSONAL_LISTS } from './personal.ts'
import { noticeOf, relayNote } from './notices.ts'
import { windowLimiter } from '../base/rate-limits/windows/actions.ts'
import { serverSecret } from '../base/store/server-secret.ts'
import { type MailListeners, openMailListeners, openReturnPaths } from '../interfaces/smtp/listeners.ts'
import type { Database, IdSource } from '../base/store/database.ts'
import { OrderedIds } from '../base/store/ids.ts'
import { openModel } from '../inbound/inboxes/agent/model/actions.ts'
import { prepareFolder } from '../base/store/folder.ts'
import { DiskMonitor } from '../base/store/disk-monitor.ts'
import { openDatabase } from '../base/store/open.ts'
import type { SteadyClock } from '../base/store/steady-clock.ts'
import { writeProbe } from '../base/store/probe.ts'
import { subscribers } from './subscribers.ts'
import { ensureSweep } from './sweep.ts'
import { hasNoTeam } from '../identity/teams/actions.ts'
import { EventStreams, type StreamTimes } from '../integrations/webhooks/stream/actions.ts'
import { openUnitSettings } from './unit-settings.ts'
import { RequestLogs } from '../watch/logs/actions.ts'
import { createLogHandlers } from '../watch/logs/handlers.ts'

/** Long enough to distinguish a few processes. */
const WORKER_LENGTH = 8

export interface Server {
  /** Identifies this process among those that share a database, in the log and at /healthz. */
  worker: string
  /** The port that the server listens on. */
  port: number
  /** Set if this was the first start on this database. */
  first_access: FirstAccess | undefined
  database: Database
  oauth: OAuth
  queue: Queue
  /** The ports for incoming mail; closed ones are omitted. */
  mail_ports: MailListeners['ports']
  /** Stops accepting requests, finishes accepted work, and closes everything in reverse order. */
  stop(): Promise<void>
}

export interface ServerOptions {
  now?: () => Date
  /** Milliseconds since a fixed moment, such as the start of the machine. Not affected by clock changes. */
  elapsed_ms?: () => number
  /** Hashes the first administrator's password. Tests start many servers, so they pass a cheap function. */
  hashPassword?: (password: string) => Promise<string>
  onAnswer?: ContractParts['onAnswer']
  /** Source of ids, for tests that need the same ids in each run. */
  ids?: IdSource
  /** Called with the opened database before its first use. Tests use it to observe units of work. */
  onDatabase?: (database: Database) => void
  /** The outcome that captured email gets for its recipients. */
  pretence?: CapturedOutcome
  /** Limits errands of automations to the networks that the settings allow. */
  isolated?: boolean
  /** The port from which MTA-STS policies are fetched, if not 443. */
  sts_port?: number
  /** Maximum duration of event streams. */
  streams?: Partial<StreamTimes>
  /** Run before all other interfaces. */
  doors?: Middleware[]
}

/** Throws if the server cannot start; everything is closed again first. */
export async function startServer(config: Config, log: Logger, options: ServerOptions = {}): Promise<Server> {
  const { host, metrics } = config
  const onTrouble = (error: Error): void => log.error({ err: error }, 'connection failed')
  const newServer = (): HttpServer => httpServer(onTrouble, { is_https: config.public_url.startsWith('https:') })
  const servers = { main: newServer(), metrics: metrics.port === undefined ? undefined : newServer() }
  try {
    // first, so that a port in use does not keep the operator from seeing the credentials, which are created once
    const port = await servers.main.listen(config)
    await servers.metrics?.listen({ host, port: metrics.port!, setting: 'METRICS_PORT' })
    return { port, ...(await serve(servers, config, log, options)) }
  } catch (error) {
    await Promise.all([servers.main.close(0), servers.metrics?.close(0)])
    throw error
  }
}

/** The HTTP servers: one for the interfaces, and one for metrics if they have a separate port. */
export interface Servers {
  main: HttpServer
  metrics: HttpServer | undefined
}

/** Opens everything behind the ports. If it throws, the database is closed again. */
export async function serve(
  servers: Servers,
  config: Config,
  general_log: Logger,
  options: ServerOptions,
): Promise<Omit<Server, 'port'>> {
  const worker = randomUUID().slice(0, WORKER_LENGTH)
  const log = general_log.child({ worker })
  if (config.database_file !== undefined) prepareFolder(config.database_file, config.database_setting)
  const ids = options.ids ?? new OrderedIds()
  const database = await openDatabase(config.database_url, {
    tell: (words, level = 'info') => log[level](words),
    ids,
    movesLog: config.moves_log,
  })
  options.onDatabase?.(database)
  try {
    return { worker, ...(await assemble({ servers, database, config, worker, log, options: { ...options, ids } })) }
  } catch (error) {
    await database.close()
    throw error
  }
}

interface StartedParts extends Pick<WorkerParts, 'database' | 'log' | 'worker'> {
  servers: Servers
  config: Config
  options: ServerOptions
}

async function assemble(begun: StartedParts): Promise<Omit<Server, 'port' | 'worker'>> {
  const { servers, database, config, worker, log, options } = begun
  const { now, clock, stopClock } = await openClocks(database, log, options)
  database.subscribers = subscribers
  const telemetry = await openTelemetryOf(config, database, worker, log)
  database.settings = { ...(await openUnitSettings(database, config, now())), ...telemetry?.settings }
  database.onFault = fault => log.fatal({ fault }, 'database writes stopped, see docs/operating.md')
  const first_access = await firstStart(database, config, { now: now(), hash: options.hashPassword })
  await ensureSweep(database, now())
  const [is_web, is_worker] = [config.roles.includes('web'), config.roles.includes('worker')]
  const dns = dnsClient({ servers: config.dns_servers })
  const { private_networks: allowed, trusted_proxies: proxies } = config
  const http = httpClients({ allowed, isolated: options.isolated === true, dns, ...telemetry?.settings })
  const oauth = await createOAuth({ database, issuer: config.public_url, clock, settings: config.oauth, http })
  const routed = { database, dns, http, now, log, sts_port: options.sts_port }
  const sender = is_worker ? await openMailRoutes(config, routed) : undefined
  const return_paths = await openReturnPaths(config, database, now)
  const tracked = await openTracking(config.public_url, { database, now, log })
  const logs = new RequestLogs({ database, now, log, keeps: config.retention.logs_days > 0 })
  const written = () => logs.written()
  const working = { database, sender, http, dns, return_paths, tracked, now, log, worker, telemetry, written }
  const queue = is_worker ? workingQueue(config, options, working) : remoteQueue(database, { now, log, worker })
  const backlog = new Backlog(database, 'deliver_email', config.backlog_max)
  if (is_web) await backlog.start()
  const identify = identifyWith(database, oauth, log)
  const files = await openFiles(config, { database, http, now })
  const streams = new EventStreams(database, options.streams)
  const limit_rate = rateLimit(windowLimiter(config.rate_limit, database))
  const contract = await openContract({
    database,
    handlers: createHandlers(oauth.handlers, files.handlers, createLogHandlers(logs), streams, config),
    ...files.taking_in,
    prepare: oauth.prepare,
    identify,
    now,
    log,
    limit_rate,
    hasRoomForMail: mails => backlog.admit(mails),
    resource_metadata_url: `${config.public_url}/.well-known/oauth-protected-resource`,
    ...(options.onAnswer && { onAnswer: options.onAnswer }),
  })
  const checks = checksOf(database, is_worker ? queue : undefined)
  const [backups, disk] = [backupsOf(config, now, log), await watchDisk(config, log)]
  const health = healthRoutes(worker, checks, notesOf({ queue, sender, backups, disk }))
  const metrics = openMetrics(config, { database, queue, sender, backups, checks, now, telemetry })
  const dashboard = await openDashboard(config, { database, oauth, sender, disk, clock, now, files, logs, http })
  const watched = metricsMiddleware(config, metrics)
  const first = is_web ? [tracked.first] : []
  const listening = { kept: logs, answered: metrics?.answered }
  const appOf = (doors: Middleware[]) => createApp(doors, { log, proxies, ...listening })
  const mcp = openMcp(config, { contract, listening, log, identify, limit_rate, now })
  const pages = [mcp, contract.door, files.door, tracked.door, docsRoutes, docsPages(), health, dashboard.last]
  const doors = is_web ? [...(options.doors ?? []), dashboard.first, ...pages] : [health, notServedHere]
  servers.main.answerWith(
    appOf([...(telemetry?.doors ?? []), ...first, ...(servers.metrics ? [] : watched), ...doors]).callback(),
  )
  servers.metrics?.answerWith(appOf(watched).callback())
  const mail_doors = await openMailListeners(config, { database, now, log, return_paths, identify, api: servers.main })
  await sender?.start()
  await queue.start()
  streams.start()
  backups?.start()
  if (sender && config.relays.length > 0) void sender.check()
  const beside = { backlog, backups, disk, metrics, mail_doors, logs, streams, telemetry }
  const stop = () => stopAll({ servers, stopClock, queue, sender, http, database, tracked, ...beside }, config)
  return { first_access, database, oauth, queue, mail_ports: mail_doors.ports, stop }
}

function identifyWith(database: Database, { findCallerWithToken, allowsKeyOf }: OAuth, log: Logger): Identify {
  const onTrouble = (error: unknown): void => log.warn({ err: error }, 'API key last use not recorded')
  return createIdentify({ database, findCallerWithToken, allowsKeyOf, onTrouble })
}

interface WorkerParts {
  database: Database
  return_paths: ReturnPaths | undefined
  tracked: EmailTracking
  dns: Dns
  sender: Routes | undefined
  http: HttpClients
  now: () => Date
  log: Logger
  worker: string
  telemetry: Telemetry | undefined
  /** Resolves when the request log is written up to the last completed request. */
  written: () => Promise<void>
}

function workingQueue(config: Config, options: ServerOptions, working: WorkerParts): Queue {
  const { database, sender, http, dns, return_paths, tracked, now, log, worker, telemetry, written } = working
  const { retention, delivery_policy, backlog_max, roles, webhooks } = config
  const domains = { dns: options.isolated ? EMPTY_DNS : dns, settings: config }
  const doing = {
    errands: errandRunners({ http }),
    http,
    connections: http,
    webhooks,
    model: config.agent && openModel(config.agent),
    domains,
    receiving: { ...config, ...config.mail_in },
    upkeep: database.upkeep,
    return_paths,
    track: tracked.track,
    written,
  }
  const tracing = telemetry?.tracing
  const offering = sender && tracing ? tracing.sender(sender) : sender
  const jobs = createJobs({ sender: offering ?? options.pretence, delivery_policy, backlog_max, retention, ...doing })
  const concurrency = sender && { deliver_email: mailsAtOnce(config) }
  const self = { roles, name: worker }
  const gates = sender && { deliver_email: sender.gates }
  return createQueue(database, tracing?.jobs(jobs) ?? jobs, { now, log, concurrency, self, gates })
}

interface DashboardBackends {
  database: Database
  oauth: OAuth
  sender: Routes | undefined
  disk: DiskMonitor | undefined
  clock: SteadyClock
  now: () => Date
  files: FileServing
  logs: RequestLogs
  http: HttpClients
}

async function openDashboard(config: Config, behind: DashboardBackends): Promise<Dashboard> {
  const { database, oauth, sender, disk, clock, now, files, logs, http } = behind
  const relay = describeMailDestination(config)
  return dashboardEndpoint({
    database,
    oauth,
    public_url: config.public_url,
    provider: await openProvider(config, { database, http, now: clock.now }),
    has_mcp: config.mcp !== undefined,
    links: files.links,
    shares: files.shares,
    uploads: files.taking_in.uploads,
    images_bytes_max: config.images_bytes_max,
    logs,
    personal_lists: PERSONAL_LISTS,
    relay,
    relays: relayViews(config),
    domains: config,
    limits: config,
    server: () => ({ relay: sender?.status(), disk: disk?.status }),
    notice: () => noticeOf(disk?.status, sender?.status(), relay),
    csrf_secret: await database.unit(tx => serverSecret(tx, 'dashboard_forms', now())),
    notices_from: config.webhooks.notices_from,
    factor_secret: await database.unit(tx => serverSecret(tx, 'second_factors', now())),
    browser_secret: await database.unit(tx => serverSecret(tx, 'known_browsers', now())),
    // the steady clock: ended sessions and invitations do not become valid again when the clock is set back
    now: clock.now,
  })
}

/** The checks of /readyz: all must pass for this process to receive traffic. */
function checksOf(database: Database, queue: Queue | undefined): Record<string, () => Promise<CheckResult>> {
  return {
    database: async () => !(await database.read(hasNoTeam)) || 'The data is missing',
    storage: writeProbe(database),
    ...(queue && { queue: async () => queue.isRunning() || 'The queue is not running' }),
  }
}

async function watchDisk({ database_file, disk_free_min }: Config, log: Logger): Promise<DiskMonitor | undefined> {
  const watch = database_file === undefined ? undefined : new DiskMonitor(database_file, disk_free_min, log)
  await watch?.start()
  return watch
}

function backupsOf({ backups: plan, database_file }: Config, now: () => Date, log: Logger): Backups | undefined {
  return plan && database_file !== undefined ? new Backups({ plan, database_file, now, log }) : undefined
}

interface NoticeSources extends Pick<MonitoredParts, 'queue' | 'sender' | 'backups'> {
  disk: DiskMonitor | undefined
}

function notesOf({ queue, sender, backups, disk }: NoticeSources): Record<string, () => unknown> {
  return {
    ...(queue.workers() !== undefined && { workers: () => queue.workers() }),
    ...(sender && { relay: () => relayNote(sender.status()) }),
    ...(backups && { backups: () => backups.status }),
    // no figures, because the page is public
    ...(disk && { disk: () => disk.status?.state }),
  }
}

/**
 * Graceful stop: answers open requests and finishes emails in progress, and closes other connections after 3/4 of `stop_s`.
 */
async function stopAll(
  {
    servers,
    stopClock,
    queue,
    backlog,
    backups,
    disk,
    sender,
    http,
    database,
    metrics,
    mail_doors,
    tracked,
    logs,
    telemetry,
    streams,
  }: PartsToStop,
  { stop_s }: Pick<Config, 'stop_s'>,
): Promise<void> {
  stopClock()
  for (const each of [streams, backlog, disk, metrics]) each?.stop()
  const patience_ms = stop_s * 750
  const impatient = setTimeout(() => {
    http.close()
    sender?.close(0).catch(() => {})
  }, patience_ms)
  const doors = [servers.main.close(patience_ms), servers.metrics?.close(patience_ms), mail_doors.close(patience_ms)]
  await Promise.all([...doors, queue.stop(), backups?.stop()])
  clearTimeout(impatient)
  http.close()
  await Promise.all([sender?.close(0), tracked.stop(), logs.written(), telemetry?.stop()])
  await database.close()
}

interface PartsToStop {
  servers: Servers
  stopClock: () => void
  queue: Queue
  backlog: Backlog
  backups: Backups | undefined
  disk: DiskMonitor | undefined
  sender: Routes | undefined
  http: HttpClients
  database: Database
  metrics: Metrics | undefined
  mail_doors: MailListeners
  streams: EventStreams
  tracked: EmailTracking
  logs: RequestLogs
  telemetry: Telemetry | undefined
}
