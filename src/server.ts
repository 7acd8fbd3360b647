// Puts the house together: store, rooms, queue and doors. `main.ts` runs one; tests run many.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { OperationId } from '../generated/api.ts'
import type { Config } from './config.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import type { FirstPassword } from './first-password.ts'
import { type FirstAccess, firstStart } from './first-start.ts'
import { createHandlers } from './handlers.ts'
import { createApp } from './http/app.ts'
import { contractRoutes, readDocument } from './http/contract.ts'
import { docsRoutes } from './http/docs.ts'
import { healthRoutes } from './http/health.ts'
import { createIdentify } from './identify.ts'
import { createJobs } from './jobs.ts'
import { type SmtpSender, smtpSender } from './net/smtp.ts'
import { type OAuth, createOAuth } from './oauth/actions.ts'
import { type Queue, createQueue } from './queue/runner.ts'
import { serverSecret } from './secrets/store.ts'
import type { Database } from './store/database.ts'
import { openDatabase } from './store/open.ts'
import { writeProbe } from './store/probe.ts'
import { keepSweeping } from './sweep.ts'
import { isNew } from './teams/actions.ts'

/** A legal `state` plus `redirect_uri` can exceed Node's default of 16 kB. */
const HEADERS_LIMIT_BYTES = 64 * 1024
/** How long a stopping server waits for requests in flight. */
const STOP_WAIT_MS = 10_000

export interface Server {
  /** The port it listens on. */
  port: number
  /** Set when this was the first start on this database. */
  first_access: FirstAccess | undefined
  database: Database
  oauth: OAuth
  queue: Queue
  /** Takes nothing new, finishes what was accepted, closes in reverse order. */
  stop(): Promise<void>
}

export interface Options {
  now?: () => Date
  /** For the first start, when its password is already being hashed. */
  first_password?: Promise<FirstPassword>
  onAnswer?: (operation: OperationId, status: number, body: unknown) => void
}

/** Throws, with everything closed again, when it cannot start. */
export async function startServer(config: Config, log: Logger, options: Options = {}): Promise<Server> {
  const database = await openDatabase(config.database_url)
  try {
    return await assembled(database, config, log, options)
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assembled(database: Database, config: Config, log: Logger, options: Options): Promise<Server> {
  const now = options.now ?? (() => new Date())
  database.onDamage = fault =>
    log.fatal({ fault }, 'nothing is stored any more until the database is restored: see docs/operating.md')
  const first_access = await firstStart(database, config, now(), options.first_password)
  const oauth = await createOAuth({ database, issuer: config.public_url, now: now(), settings: config.oauth })
  await keepSweeping(database, now())
  const sender = config.smtp_url === undefined ? undefined : smtpSender(config.smtp_url, config.smtp)
  const queue = createQueue(database, createJobs({ sender }), now, log)
  const identify = createIdentify({
    database,
    callerWithToken: oauth.callerWithToken,
    allowsKeyOf: oauth.allowsKeyOf,
    onTrouble: error => log.warn({ err: error }, "an API key's last use could not be noted"),
  })
  const contract = await contractRoutes(readDocument(), {
    database,
    handlers: createHandlers({ oauth: oauth.handlers }),
    identify,
    now,
    log,
    resource_metadata_url: `${config.public_url}/.well-known/oauth-protected-resource`,
    ...(options.onAnswer && { onAnswer: options.onAnswer }),
  })
  const health = healthRoutes({
    database: async () => !(await database.read(isNew)) || 'Its data are gone',
    storage: writeProbe(database),
    queue: async () => queue.isRunning() || 'It is not running',
  })
  const dashboard = dashboardRoutes({
    database,
    oauth,
    public_url: config.public_url,
    form_secret: await database.unit(tx => serverSecret(tx, 'dashboard_forms', now())),
    browser_secret: await database.unit(tx => serverSecret(tx, 'known_browsers', now())),
    now,
  })
  const app = createApp([dashboard.first, contract, docsRoutes(), health, dashboard.last], log, config.trusted_proxies)
  const server = http.createServer({ maxHeaderSize: HEADERS_LIMIT_BYTES }, app.callback())
  await listening(server, config)
  // a connection that could not be taken on, for example, with all files in use: the others go on
  server.on('error', error => log.error({ err: error }, 'the server could not take a connection'))
  await queue.start()
  return {
    port: (server.address() as AddressInfo).port,
    first_access,
    database,
    oauth,
    queue,
    stop: async () => {
      await closed(server)
      await stopped(queue, sender)
      await database.close()
    },
  }
}

function listening(server: http.Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} on ${host} is in use: stop what listens there, or set PORT to another one.`
      reject(error.code === 'EADDRINUSE' ? new Error(taken) : error)
    })
    server.listen(port, host, resolve)
  })
}

/** Mails in hand get some time; then their connections are closed, which ends what waits for a slow server. */
async function stopped(queue: Queue, sender: SmtpSender | undefined): Promise<void> {
  const impatient = setTimeout(() => void sender?.close(), STOP_WAIT_MS)
  await queue.stop()
  clearTimeout(impatient)
  await sender?.close()
}

function closed(server: http.Server): Promise<void> {
  return new Promise(resolve => {
    const impatient = setTimeout(() => server.closeAllConnections(), STOP_WAIT_MS)
    server.close(() => {
      clearTimeout(impatient)
      resolve()
    })
    server.closeIdleConnections()
  })
}
