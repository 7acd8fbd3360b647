// A server without a database: requests are validated against the contract like in the real server, and responses are
// the examples of the contract. It stores nothing.
import type { Middleware } from 'koa'
import type { Document } from 'openapi-backend'
import type { Logger } from 'pino'
import type { OperationId } from '../../generated/api.ts'
import { type Config, readConfig } from '../../src/base/config/config.ts'
import { createApp } from '../../src/interfaces/http/app.ts'
import { type Contract, openContract } from '../../src/interfaces/http/contract/backend.ts'
import { docsPages } from '../../src/interfaces/docs/routes.ts'
import { docsRoutes } from '../../src/interfaces/docs/files.ts'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { healthRoutes } from '../../src/interfaces/http/health.ts'
import { fromOwnPagesOnly } from '../sandbox/own-origin.ts'
import type { ContractParts, Identify } from '../../src/interfaces/http/contract/parts.ts'
import { createIdentify } from '../../src/app/identify.ts'
import { httpServer } from '../../src/base/net/http-server.ts'
import { refuseMalformed } from '../../src/identity/oauth/malformed.ts'
import type { Caller, RawRequest } from '../../src/base/operation/operation.ts'
import { SCOPES } from '../../src/base/operation/scope.ts'
import type { SettingName } from '../../src/base/config/settings.ts'
import { SERVER } from '../../src/base/store/actor.ts'
import { type Database, DEFAULT_UNIT_SETTINGS, type Tx } from '../../src/base/store/database.ts'
import { answerOf } from './answers.ts'
import { preferenceIn } from './preferences.ts'

export const KEY = 're_mock_00000000000000000000'

interface Call {
  headers: Record<string, string | string[] | undefined>
  /** For an operation that validates everything itself. */
  raw?: RawRequest
  now: Date
}

/** A transaction that finds and stores nothing. */
const NOTHING: Tx = {
  get: async () => undefined,
  all: async () => [],
  run: async () => 1,
  put: () => {},
  must: () => {},
  guard: () => {},
  pause: async () => {},
  newId: () => '',
  wakeQueue: () => {},
  counted: () => {},
  add: () => {},
  several: false,
  waitsUnder: () => undefined,
  settings: DEFAULT_UNIT_SETTINGS,
  actor: SERVER,
  get subscribers(): never {
    throw new Error('Nothing happens here')
  },
}
const NO_DATABASE: Pick<Database, 'unit' | 'read' | 'readSnapshot' | 'readShared'> = {
  unit: body => body(NOTHING),
  read: body => body(NOTHING),
  readSnapshot: body => body(NOTHING),
  readShared: (_, body) => body(NOTHING),
}

const ANYBODY: Caller = {
  team_id: 'mock',
  kind: 'api_key',
  id: 'mock',
  scopes: SCOPES,
  domain_id: null,
  grant_id: null,
}
/** An API key, or a token in the form of a signed one. */
const CREDENTIALS = /^Bearer +(?:re_[A-Za-z0-9_]{8,}|[\w-]+\.[\w-]+\.[\w-]*) *$/i

/** Accepts any key or token with a valid format; other requests get the error of the server. */
function identify(): Identify {
  const refuse = createIdentify({
    database: NO_DATABASE,
    findCallerWithToken: async () => undefined,
    allowsKeyOf: async () => false,
    onTrouble: () => {},
  })
  return async (authorization, now) => (CREDENTIALS.test(authorization ?? '') ? ANYBODY : refuse(authorization, now))
}

/**
 * Answers each operation with an example of the contract, found by openapi-backend. `contract`: available after it was
 * opened.
 */
function handlers(document: Document, contract: () => Contract): ContractParts['handlers'] {
  const operations = Object.values(document.paths ?? {}).flatMap(item => Object.values(item ?? {}) as object[])
  const ids = operations.flatMap(operation =>
    'operationId' in operation ? (operation.operationId as OperationId) : [],
  )
  const entries = ids.map(id => [
    id,
    async ({ headers, raw, now }: Call) => {
      if (raw) refuseMalformed(id, raw, now)
      const { api } = contract()
      return answerOf(api, api.getOperation(id)!, preferenceIn(headers.prefer))
    },
  ])
  return Object.fromEntries(entries)
}

/** Reads a file completely, because clients expect that, and stores nothing. */
async function passOver(_team_id: string, pieces: AsyncIterable<Buffer>): Promise<string> {
  let bytes = 0
  for await (const piece of pieces) bytes += piece.length
  return `${bytes} bytes`
}

/** For tools in a browser on another origin of this machine. */
const openToBrowsers: Middleware = async (ctx, next) => {
  const origin = ctx.get('Origin')
  if (origin !== '')
    ctx.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': '*', Vary: 'Origin' })
  if (ctx.method !== 'OPTIONS' || ctx.get('access-control-request-method') === '') return next()
  ctx.set({
    'Access-Control-Allow-Methods': 'GET, POST, PATCH, PUT, DELETE',
    'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key, prefer',
    'Access-Control-Max-Age': '600',
  })
  ctx.status = 204
}

/** The settings that apply to a mock. */
const TAKEN: SettingName[] = ['PORT', 'HOST', 'PUBLIC_URL', 'TRUSTED_PROXIES', 'LOG_LEVEL', 'STOP_SECONDS']

function mockConfig(env: Record<string, string | undefined>): Config {
  return readConfig(Object.fromEntries(TAKEN.map(name => [name, env[name]])))
}

export async function startMock(
  env: Record<string, string | undefined>,
  log: Logger,
  options: Pick<ContractParts, 'onAnswer'> = {},
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = httpServer(error => log.error({ err: error }, 'connection failed'))
  const config = mockConfig(env)
  const port = await server.listen(config)
  const { public_url } = mockConfig({ ...env, PORT: String(port) })
  // including its responses, which the real server does not need
  const document = readDocument()
  const contract: Contract = await openContract(
    {
      ...options,
      database: NO_DATABASE,
      handlers: handlers(document, () => contract),
      identify: identify(),
      uploads: { bytes_max: config.import_bytes_max, receive: passOver, discard: async () => {} },
      now: () => new Date(),
      log,
      resource_metadata_url: `${public_url}/.well-known/oauth-protected-resource`,
    },
    document,
  )
  const doors = [
    fromOwnPagesOnly(public_url),
    openToBrowsers,
    contract.door,
    docsRoutes,
    docsPages(),
    healthRoutes('mock', {}),
  ]
  server.answerWith(createApp(doors, { log, proxies: config.trusted_proxies }).callback())
  return { url: public_url, stop: () => server.close(0) }
}

/** `npm run mock`: starts a mock and prints how to use it. */
export const mock = { configOf: mockConfig, start: greetedMock }

async function greetedMock(
  env: Record<string, string | undefined>,
  log: Logger,
): Promise<{ stop(): Promise<void>; greeting: string }> {
  const { url, stop } = await startMock(env, log)
  const greeting = `
A mock server is ready. It responds with the examples of the contract and stores nothing.

  Address  ${url}
  API key  ${KEY} (or any other key in this format)

  curl ${url}/emails/0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11 -H 'Authorization: Bearer ${KEY}'
  curl ${url}/emails -H 'Authorization: Bearer ${KEY}' -H 'Prefer: code=401'
`
  return { stop, greeting }
}
