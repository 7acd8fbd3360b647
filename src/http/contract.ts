// Binds each operation of the contract to its function, once, at the start. openapi-backend holds the document, the
// security schemes, the validators and the handlers; per request this file goes through one list: who calls, may they,
// what did they send, is it valid, one unit of work, the answer.
import { readFileSync } from 'node:fs'
import type { OutgoingHttpHeaders } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { ValidateFunction } from 'ajv'
import type { Context, Middleware } from 'koa'
import { type Document, OpenAPIBackend, type Operation, type Options } from 'openapi-backend'
import type { Logger } from 'pino'
import type { OperationId } from '../../generated/api.ts'
import { actOnce, checkedKey } from '../idempotency/actions.ts'
import type { Caller, Committed, Handlers, RawRequest, Scope } from '../operation.ts'
import { Refusal, refusal } from '../refusal.ts'
import type { Database, Tx } from '../store/database.ts'
import { jsonHash } from '../text/json.ts'
import { isReadable } from '../text/readable.ts'
import { readBody } from './body.ts'
import { addContractKeywords } from './contract-keywords.ts'
import { type Deprecated, deprecationHeaders } from './deprecation.ts'
import { NOT_SHARED, answerError } from './errors.ts'
import { answerJson } from './json-answer.ts'
import { type Forms, largeJson, refuseOtherType, smallJson } from './json-body.ts'
import { inTurn, LARGE_BYTES, roomToAnswer } from './large-bodies.ts'
import { addLengthKeywords } from './length-keywords.ts'
import { Lookalikes, type Places, WARNING_HEADER } from './lookalikes.ts'
import { OperationRouter } from './router.ts'
import { Raw, refuseManyParameters } from './raw-request.ts'
import { requestLog } from './request-log.ts'
import { type Schema, showsSecret } from './schemas.ts'
import { refusalOf, unreadable } from './validation.ts'

const BODY_LIMIT_BYTES = 1_000_000
/** As much as the largest content of an email takes when all that is not ASCII is escaped, and everything else. */
const SEND_BODY_LIMIT_BYTES = 13_000_000
const OWN_BODY_LIMIT_BYTES = 65_536
/** How many values a body may hold: the largest graph of an automation has 20,000, what is sent far less. */
const VALUES_MAX = 25_000
const SEND_VALUES_MAX = 10_000

/** For what is said between a client, a browser and OAuth's own rules: kept nowhere and told to nobody else. */
const UNSEEN = { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Referrer-Policy': 'no-referrer' }

/** Finds out who calls; throws the 401 otherwise. */
export type Identify = (authorization: string | undefined, now: Date) => Promise<Caller>

export interface ContractParts {
  database: Pick<Database, 'unit' | 'read'>
  handlers: Handlers
  identify: Identify
  now: () => Date
  log: Logger
  /** Whether one more mail may come in. */
  hasRoomForMail?: () => boolean
  /** Where a client learns which authorization server to ask (RFC 9728). */
  resource_metadata_url: string
  /** Sees every answer an operation gives; tests check it against the contract. */
  onAnswer?: (operation: OperationId, status: number, body: unknown, headers: OutgoingHttpHeaders) => void
}

const TOO_MUCH_WAITS =
  'Too many mails wait to be delivered, so nothing was accepted. Try again after the seconds in Retry-After.'

type AnyHandler = (call: unknown) => ReturnType<Act>

/** The contract's routes. Throws when an operation has no handler, or a handler has no operation. */
export async function contractRoutes(document: Document, parts: ContractParts): Promise<Middleware> {
  const api = await openedContract(document, parts.handlers)
  const router = new OperationRouter()
  router.unserved = JSON.parse(readFileSync(new URL('../../generated/unserved.json', import.meta.url), 'utf8'))
  const contract: Contract = { document, places: new Map() }
  const operations = api.getOperations()
  const missing = operations.filter(({ operationId }) => !Object.hasOwn(parts.handlers, String(operationId)))
  if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ operationId }) => operationId).join(', ')}`)
  for (const operation of operations) {
    const path = operation.path.replaceAll(/\{([^}]+)\}/g, ':$1')
    if ((operation as Extended)['x-cors']) router.openToBrowsers.add(path)
    if ((operation as Extended)['x-shares-path']) router.sharing.add(path)
    router.register(path, [operation.method], new Binding(api, contract, operation, parts).middleware as never)
  }
  return router.routes() as unknown as Middleware
}

/** What openapi-backend does again and again, or for nothing, with a document that is there already. */
class ReadContract extends OpenAPIBackend {
  /** Its own way looks for documents elsewhere that are referred to, and nobody uses what comes of it. */
  override async loadDocument(): Promise<Document> {
    return (this.document = this.inputDocument as Document)
  }

  /** Without handlers at first: it makes the list of all operations anew for each of them. */
  static async opened(options: Options, handlers: Options['handlers']): Promise<ReadContract> {
    const api = new ReadContract({ ...options, quick: true, strict: true })
    await api.init()
    const operations = api.getOperations()
    api.router.getOperations = () => operations
    api.register(handlers!)
    return api
  }
}

/** The document with its validators, which are made when they are first asked for. */
export function openedContract(document: Document, handlers: Handlers): Promise<OpenAPIBackend> {
  const options = { definition: document, customizeAjv: sharedAjv() }
  return ReadContract.opened(options, handlers as unknown as Options['handlers'])
}

/** One Ajv per use instead of one per operation. */
function sharedAjv(): (own: unknown, options: unknown, context: unknown) => never {
  const shared = new Map<unknown, Ajv2020>()
  return (_, options, context) => {
    const known = shared.get(context)
    if (known) return known as never
    const ajv = new Ajv2020({
      ...(options as object),
      useDefaults: true,
      coerceTypes: false,
      validateSchema: false,
      discriminator: true,
      verbose: true,
    })
    addLengthKeywords(ajv)
    addContractKeywords(ajv)
    ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
    shared.set(context, ajv)
    return ajv as never
  }
}

type Extended = Operation & Deprecated & { 'x-rules'?: 'own'; 'x-cors'?: boolean; 'x-shares-path'?: boolean }

interface Parameter {
  in: string
  name: string
  schema: { type?: string }
}

interface Content {
  content?: { 'application/json'?: { schema?: Schema } }
}

type RequestBody = Content & { required?: boolean }

function bodySchema(body: Content | undefined): Schema | undefined {
  return body?.content?.['application/json']?.schema
}

/** Answers are one caller's business; those that show a secret are not kept even by the caller's own cache. */
function cacheControl(document: Document, operation: Extended): string {
  const answers = Object.values(operation.responses ?? {}).flatMap(answer => bodySchema(answer as Content) ?? [])
  return answers.some(answer => showsSecret(document, answer)) ? 'no-store' : NOT_SHARED
}

/** What operations have in common. */
interface Contract {
  document: Document
  places: Places
}

/** What is known of an operation before the first request comes. */
class Binding {
  readonly #id: OperationId
  readonly #parts: ContractParts
  readonly #handler: AnyHandler
  readonly #validators: () => ValidateFunction[]
  readonly #scopes: Scope[]
  readonly #public: boolean
  readonly #optional: boolean
  readonly #own: boolean
  readonly #writes: boolean
  readonly #cors: boolean
  readonly #deprecation: Record<string, string> | undefined
  readonly #hasBody: boolean
  readonly #bodyRequired: boolean
  readonly #limit_bytes: number
  readonly #sends: boolean
  readonly #idempotent: boolean
  readonly #numbers: Map<string, boolean>
  readonly #forms: Forms
  readonly #lookalikes: Lookalikes
  readonly #cache_control: string | undefined

  constructor(api: OpenAPIBackend, { document, places }: Contract, operation: Extended, parts: ContractParts) {
    const security = operation.security ?? []
    const parameters = (operation.parameters ?? []) as Parameter[]
    const requestBody = operation.requestBody as RequestBody | undefined
    this.#id = operation.operationId as OperationId
    this.#parts = parts
    this.#handler = parts.handlers[this.#id] as unknown as AnyHandler
    this.#validators = () => api.validator.getRequestValidatorsForOperation(operation.operationId!) ?? []
    this.#scopes = security.flatMap(requirement => Object.values(requirement).flat()) as Scope[]
    this.#public = security.some(requirement => Object.keys(requirement).length === 0)
    this.#optional = this.#public && security.some(requirement => 'ApiKey' in requirement)
    this.#own = operation['x-rules'] === 'own'
    this.#writes = operation.method !== 'get'
    this.#cors = operation['x-cors'] === true
    this.#deprecation = deprecationHeaders(operation)
    this.#hasBody = requestBody !== undefined
    this.#bodyRequired = requestBody?.required === true
    const sends = this.#scopes.includes('emails:send')
    this.#sends = sends
    this.#limit_bytes = this.#own ? OWN_BODY_LIMIT_BYTES : sends ? SEND_BODY_LIMIT_BYTES : BODY_LIMIT_BYTES
    this.#forms = {
      list: takesList(bodySchema(requestBody)),
      values_max: sends ? SEND_VALUES_MAX : VALUES_MAX,
    }
    this.#idempotent = parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
    this.#numbers = new Map(
      parameters
        .filter(parameter => parameter.in === 'query')
        .map(({ name, schema }) => [name, schema.type === 'integer']),
    )
    this.#lookalikes = new Lookalikes(document, places, bodySchema(requestBody), [...this.#numbers.keys()])
    this.#cache_control = this.#public ? undefined : cacheControl(document, operation)
  }

  readonly middleware: Middleware = async ctx => {
    const log = requestLog(ctx)
    log.operation = this.#id
    try {
      if (this.#cors) ctx.set('Access-Control-Allow-Origin', '*')
      if (this.#deprecation) ctx.set(this.#deprecation)
      if (this.#own) ctx.set(UNSEEN)
      else if (this.#cache_control !== undefined) ctx.res.setHeader('Cache-Control', this.#cache_control)
      await this.#answer(ctx)
    } catch (error) {
      answerError(ctx, error, this.#own ? 'oauth' : 'api', log.logger)
    }
    const { onAnswer } = this.#parts
    if (!onAnswer) return
    const body = typeof ctx.body === 'string' ? JSON.parse(ctx.body) : ctx.body
    onAnswer(this.#id, ctx.status, body, ctx.res.getHeaders())
  }

  async #answer(ctx: Context): Promise<void> {
    const now = this.#parts.now()
    const caller = this.#identifies(ctx) ? await this.#caller(ctx, now) : undefined
    if (!this.#own && !acceptsJson(ctx))
      throw refusal('validation_error', 'The answer is JSON: accept application/json.', 406)
    // before the body is read, which may be large
    if (this.#sends && this.#parts.hasRoomForMail?.() === false) throw refusal('service_unavailable', TOO_MUCH_WAITS)
    const call = { caller, now, path: ctx.params, headers: ctx.headers, ...(await this.#input(ctx, caller)) }
    const work = (): ReturnType<Act> => this.#unit(tx => this.#act(tx, this.#handler, call))
    const answer = await (call.large ? inTurn(work) : work())
    const body = answer.afterCommit ? await answer.afterCommit(this.#committed(ctx, caller)) : answer.body
    // before the status, for Koa takes no body to mean 204
    if (body === undefined) ctx.body = null
    else answerJson(ctx, body)
    ctx.status = answer.status
    if (answer.headers) ctx.set(answer.headers)
  }

  #committed(ctx: Context, caller: Caller | undefined): Committed {
    const { database } = this.#parts
    return {
      unit: body => database.unit(body),
      read: body => database.read(body),
      // one at a time, with others in between
      readLarge: async (bytes, body) => {
        await roomToAnswer(bytes, { response: ctx.res, team_id: caller?.team_id })
        return inTurn(() => database.read(body))
      },
    }
  }

  /** Where credentials are optional, a client's own (Basic) are for the operation's own rules to read. */
  #identifies(ctx: Context): boolean {
    return !this.#public || (this.#optional && /^bearer(?: |$)/i.test(ctx.headers.authorization ?? ''))
  }

  async #caller(ctx: Context, now: Date): Promise<Caller> {
    const { authorization } = ctx.headers
    let caller: Caller
    try {
      caller = await this.#parts.identify(authorization, now)
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) {
        ctx.set('WWW-Authenticate', this.#challenge(authorization ? 'error="invalid_token"' : undefined))
      }
      throw error
    }
    requestLog(ctx).team_id = caller.team_id
    if (caller.scopes.includes('full_access') || this.#scopes.some(scope => caller.scopes.includes(scope)))
      return caller
    // RFC 6750 3.1
    ctx.set('WWW-Authenticate', this.#challenge(`error="insufficient_scope", scope="${this.#scopes.join(' ')}"`))
    if (caller.kind === 'api_key') {
      throw refusal('restricted_api_key', 'This API key is restricted to only send emails.')
    }
    throw refusal('invalid_permission', `This access token lacks the scope ${this.#scopes.join(' ')}.`)
  }

  /** RFC 9728 5.1 and RFC 6750 3. */
  #challenge(error: string | undefined): string {
    const resource = `resource_metadata="${this.#parts.resource_metadata_url}"`
    return error ? `Bearer ${error}, ${resource}` : `Bearer ${resource}`
  }

  async #input(ctx: Context, caller: Caller | undefined): Promise<Input> {
    const large_body = { response: ctx.res, team_id: caller?.team_id }
    const bytes = this.#hasBody ? await readBody(ctx.req, this.#limit_bytes, large_body) : NOTHING
    const raw = new Raw(ctx, bytes)
    const queried = ctx.querystring !== ''
    // before anything asks for `ctx.query`, which takes time with the square of their number
    if (queried || this.#own) refuseManyParameters(raw, this.#own ? 400 : 422)
    if (this.#own) return { raw }
    const given = bytes.length > 0 || this.#bodyRequired
    if (this.#hasBody && given) refuseOtherType(raw.content_type)
    const hashed = this.#idempotent && ctx.headers['idempotency-key'] !== undefined
    const large = bytes.length > LARGE_BYTES ? await largeJson(bytes, this.#forms, hashed) : undefined
    const requestBody = large ? large.value : this.#hasBody && given ? smallJson(bytes, this.#forms) : undefined
    if (queried || requestBody !== undefined) {
      const warning = this.#lookalikes.warning(requestBody, queried ? ctx.query : undefined)
      if (warning !== undefined) ctx.set(WARNING_HEADER, warning)
    }
    const query = queried ? this.#query(ctx) : {}
    const input = { path: ctx.params, query, header: ctx.headers, cookie: {}, requestBody }
    for (const validate of this.#validators()) {
      if (!validate(input)) throw refusalOf(validate.errors!)
    }
    return { query: input.query, body: requestBody, body_hash: large?.hash, large: large !== undefined, raw }
  }

  /** The declared parameters only (others are ignored), with plain whole numbers as numbers. */
  #query(ctx: Context): Record<string, unknown> {
    const query: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(ctx.query)) {
      const number = this.#numbers.get(name)
      if (number === undefined) continue
      // the parser wrote U+FFFD in the place of bytes that are no text
      if (String(value).includes('\uFFFD') || !isReadable(String(value))) throw unreadable(`\`${name}\` parameter`)
      query[name] = number && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
    }
    return query
  }

  #unit<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#writes ? this.#parts.database.unit(body) : this.#parts.database.read(body)
  }

  #act(
    tx: Tx,
    handler: AnyHandler,
    call: Input & { caller: Caller | undefined; now: Date; headers: Context['headers'] },
  ): ReturnType<Act> {
    // by the clock of the unit, not of the request: a body may take its time to come in
    const act: Act = () => handler({ ...call, tx, now: this.#own ? call.now : this.#parts.now() })
    const key = this.#idempotent ? call.headers['idempotency-key'] : undefined
    if (typeof key !== 'string' || !call.caller) return act()
    // the aliases of an operation share its function, and with it the scope of a key
    const keyOf = { team_id: call.caller.team_id, operation: handler.name, key: checkedKey(key) }
    const body_hash = call.body_hash ?? jsonHash(call.body)
    return actOnce(tx, keyOf, body_hash, call.now, act as () => Promise<{ status: number; body: unknown }>)
  }
}

interface Input {
  query?: unknown
  body?: unknown
  /** Of a large body, where it will be needed. */
  body_hash?: string | undefined
  large?: boolean
  raw: RawRequest
}

type Act = () => Promise<{
  status: number
  headers?: Record<string, string>
  body?: unknown
  afterCommit?: (committed: Committed) => Promise<unknown>
}>

const NOTHING = Buffer.alloc(0)

function takesList(schema: Schema | undefined): boolean {
  return schema?.type === 'array' || schema?.anyOf?.some(takesList) === true
}

function acceptsJson(ctx: Context): boolean {
  const accept = ctx.headers.accept
  return accept === undefined || accept.includes('*/*') || ctx.accepts('json') !== false
}
