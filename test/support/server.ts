// A complete server on a free port with a new database, and builders for the tests.
import path from 'node:path'
import { pino } from 'pino'
import { createApiKey, newApiKeyToken } from '../../src/identity/api-keys/actions.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { type ServerOptions, type Server, startServer as start } from '../../src/app/server.ts'
import { addTeam } from '../../src/identity/teams/actions.ts'
import { databaseOf, removeDatabaseOf, ON_POSTGRES } from './databases.ts'
import { temporaryFolder } from './folder.ts'
import { newFile } from './new-file.ts'
import { quickHash } from './passwords.ts'
import { freePort } from './port.ts'
import { requestAt } from './requests.ts'
import { checkAnswer, checkHeaders } from './sealed.ts'
import { RUNS_TWICE, runTwice } from './twice.ts'

export interface Reply {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape; the seal checks them
  body: any
  headers: Headers
}

export interface RequestOptions {
  /** `null` sends no credentials; the default is the team's full-access key. */
  key?: string | null
  body?: unknown
  headers?: Record<string, string>
}

/** Tests register many clients, each from a new address (see `anAddress`). */
const DEFAULTS = { ADMIN_PASSWORD: 'correct horse battery', TRUSTED_PROXIES: '127.0.0.1, ::1' }

let addresses = 0

/** A header that makes each request come from a new address. */
export function anAddress(): Record<string, string> {
  addresses++
  return { 'x-forwarded-for': `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}` }
}

export interface TestServer extends Server {
  url: string
  data_dir: string
  database_url: string
  /** A full-access key. */
  key: string
  admin: { email: string; password: string }
  /** The server's clock. */
  now: () => Date
  /** The log output. */
  logged: () => string
  call(method: string, path: string, ask?: RequestOptions): Promise<Reply>
  /** Responses that violate the contract; `stop` throws if there are any. */
  breaches: string[]
}

export { freePort, temporaryFolder }

/** Starts a server whose responses are checked against the contract. `env` is its configuration. */
export async function startServer(env: Record<string, string> = {}, options: ServerOptions = {}): Promise<TestServer> {
  const data_dir = env.DATA_DIR ?? temporaryFolder()
  if (!ON_POSTGRES && !env.DATA_DIR && !env.DATABASE_URL) await newFile(path.join(data_dir, 'lettermill.db'))
  const port = env.PORT ?? String(await freePort())
  const lines: string[] = []
  const breaches: string[] = []
  const config = readConfig({ ...DEFAULTS, ...(await databaseOf(data_dir)), ...env, DATA_DIR: data_dir, PORT: port })
  const log = pino({ level: 'debug' }, { write: line => void lines.push(line) })
  const server = await start(config, log, {
    onAnswer: (id, status, body, headers) => {
      try {
        checkAnswer(id, status, body)
        checkHeaders(id, status, headers)
      } catch (error) {
        breaches.push((error as Error).message)
      }
    },
    hashPassword: quickHash,
    // a manual clock advances only when the test moves it
    ...(options.now && { elapsed_ms: () => 0 }),
    ...options,
    onDatabase: database => {
      // a test waits for each job, and batching commits would save no disk access
      database.gather_ms = 0
      if (RUNS_TWICE) runTwice(database)
      options.onDatabase?.(database)
    },
  })
  const url = `http://localhost:${server.port}`
  const key = server.first_access?.api_key ?? ''
  return {
    ...server,
    url,
    data_dir,
    database_url: config.database_url,
    key,
    now: options.now ?? (() => new Date()),
    admin: { email: config.admin_email, password: 'correct horse battery' },
    breaches,
    logged: () => lines.join(''),
    call: (method, path, ask = {}) => callAt(url, key, method, path, ask),
    stop: async () => {
      await server.stop()
      if (!env.DATA_DIR) await removeDatabaseOf(data_dir)
      if (breaches.length > 0) throw new Error(breaches.join('\n'))
    },
  }
}

/** Sends a request with this key, unless `more` contains another one. */
export async function callAt(
  url: string,
  own: string,
  method: string,
  path: string,
  ask: RequestOptions,
): Promise<Reply> {
  const { key = own, body, headers } = ask
  const { status, text, ...answer } = await requestAt(url + path, {
    method,
    headers: {
      ...(key !== null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const json = answer.headers.get('content-type')?.includes('json') && text !== ''
  return { status, body: json ? JSON.parse(text) : text, headers: answer.headers }
}

/** Another team on the same server; its key must not access anything of the first team. */
export async function aTeam(
  { database }: TestServer,
  name = 'Another team',
): Promise<{ team_id: string; key: string }> {
  const token = newApiKeyToken()
  const now = new Date()
  const team_id = await database.unit(async tx => {
    const admin = { email: `${name.replaceAll(/\W/g, '-')}@example.com`, password_hash: 'none' }
    const team = await addTeam(tx, { name, ...admin }, now)
    await createApiKey({ tx, team_id: team.id, now }, { name: 'Key', token })
    return team.id
  })
  return { team_id, key: token }
}

/** A send-only key. */
export async function aSendingKey({ call }: TestServer): Promise<string> {
  const { body } = await call('POST', '/api-keys', { body: { name: 'Sending only', permission: 'sending_access' } })
  return body.token
}
