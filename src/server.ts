// Puts the house together: store, rooms, queue and doors. `main.ts` runs one; tests run many.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import type { OperationId } from '../generated/api.ts'
import type { Config } from './config.ts'
import { type FirstAccess, firstStart } from './first-start.ts'
import { handlers } from './handlers.ts'
import { createApp } from './http/app.ts'
import { contractRoutes, readDocument } from './http/contract.ts'
import { docsRoutes } from './http/docs.ts'
import { healthRoutes } from './http/health.ts'
import { createIdentify } from './identify.ts'
import { createJobs } from './jobs.ts'
import { type Queue, createQueue } from './queue/runner.ts'
import type { Database } from './store/database.ts'
import { openDatabase } from './store/open.ts'
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
  queue: Queue
  /** Takes nothing new, finishes what was accepted, closes in reverse order. */
  stop(): Promise<void>
}

export interface Options {
  now?: () => Date
  onAnswer?: (operation: OperationId, status: number, body: unknown) => void
}

export async function startServer(config: Config, log: Logger, options: Options = {}): Promise<Server> {
  const now = options.now ?? (() => new Date())
  const database = await openDatabase(config.database_url)
  const first_access = await firstStart(database, config, now())
  await keepSweeping(database, now())
  const queue = createQueue(database, createJobs(), now, log)
  const identify = createIdentify({
    database,
    callerWithToken: async () => undefined,
    onTrouble: error => log.warn({ err: error }, "an API key's last use could not be noted"),
  })
  const contract = await contractRoutes(readDocument(), {
    database,
    handlers,
    identify,
    now,
    log,
    resource_metadata_url: `${config.public_url}/.well-known/oauth-protected-resource`,
    ...(options.onAnswer && { onAnswer: options.onAnswer }),
  })
  const health = healthRoutes({
    database: async () => !(await database.read(isNew)),
    queue: async () => queue.isRunning(),
  })
  const app = createApp([contract, docsRoutes(), health], log)
  const server = http.createServer({ maxHeaderSize: HEADERS_LIMIT_BYTES }, app.callback())
  await queue.start()
  await listening(server, config)
  return {
    port: (server.address() as AddressInfo).port,
    first_access,
    database,
    queue,
    stop: async () => {
      await closed(server)
      await queue.stop()
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
