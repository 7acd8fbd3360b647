// The floor: the least work that a server on Koa and SQLite can do for a request with the same guarantees. It runs the
// statements that were recorded from our server (recording.ts), with the same SQLite settings and a group commit, and
// sends the same response. It contains none of our code. It also does what every response requires: it reads and parses
// the body and JSON columns, hashes the key, assigns a request id, seals the data in redirects and signs an access
// token.
import { createCipheriv, createHash, generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { IncomingMessage } from 'node:http'
import v8 from 'node:v8'
import SQLite from 'better-sqlite3'
import Koa from 'koa'
import type { FixedAnswer } from './bare-koa.ts'
import type { Recorded } from './recording.ts'
import type { Replayed, Template } from './replay.ts'

/** The same number of units and turns as in our server. */
const UNITS_MAX = 100
const TURNS_MAX = 4
const PATH = `${process.env.DATA_DIR}/lettermill.db`

interface Context {
  at_ms: number
  keys: string[]
  before: string[]
}

interface Step {
  run: (context: Context) => void
  isShared: boolean
}

/** Steps of one transaction; a request runs its segments in sequence. */
interface Segment {
  writes: boolean
  steps: Step[]
}

interface Unit {
  run: () => void
  resolve: () => void
}

const driver = new SQLite(PATH)
const [begin, beginImmediate, commit] = ['begin', 'begin immediate', 'commit'].map(sql => driver.prepare(sql)) as [
  SQLite.Statement,
  SQLite.Statement,
  SQLite.Statement,
]

// ---- transactions: reads of one turn share one, and so do units that arrive together ----------------------------

let snapshot: NodeJS.Immediate | undefined
const shared = new Set<Step>()
let waiting: Unit[] = []
let isFlushing = false

function endSnapshot(): void {
  if (!snapshot) return
  clearImmediate(snapshot)
  snapshot = undefined
  shared.clear()
  commit.run()
}

function runSteps({ steps }: Segment, context: Context): void {
  for (const step of steps) {
    if (step.isShared && shared.has(step)) continue
    step.run(context)
    if (step.isShared) shared.add(step)
  }
}

function read(segment: Segment, context: Context): void {
  if (!snapshot) {
    begin.run()
    snapshot = setImmediate(endSnapshot)
  }
  runSteps(segment, context)
}

function write(segment: Segment, context: Context): Promise<void> {
  return new Promise(resolve => {
    waiting.push({ run: () => runSteps(segment, context), resolve })
    if (!isFlushing) gather(1)
  })
}

function gather(turns: number): void {
  isFlushing = true
  const before = waiting.length
  setImmediate(() => {
    if (turns < TURNS_MAX && waiting.length > before && waiting.length < UNITS_MAX) gather(turns + 1)
    else flush()
  })
}

function flush(): void {
  endSnapshot()
  const units = waiting.splice(0, UNITS_MAX)
  // an error ends the process, because later measurements would be wrong
  beginImmediate.run()
  for (const unit of units) unit.run()
  commit.run()
  shared.clear()
  isFlushing = false
  for (const unit of units) unit.resolve()
  if (waiting.length > 0 && !isFlushing) gather(1)
}

// ---- statements --------------------------------------------------------------------------------------------------

let id_ms = 0
let id_count = 0

/** A UUIDv7; ascending, like ours. */
function newId(): string {
  const now_ms = Date.now()
  id_count = now_ms > id_ms ? 0 : id_count + 1
  id_ms = Math.max(id_ms, now_ms)
  const time = (id_ms + Math.floor(id_count / 0x1000)).toString(16).padStart(12, '0')
  const count = (id_count % 0x1000).toString(16).padStart(3, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`
}

/** Creates new keys in the form of another one. */
function keyMaker(form: string): () => string {
  if (/^[\da-f]{8}-[\da-f]{4}-7/.test(form)) return newId
  const encoding = /^[\da-f]+$/.test(form) ? 'hex' : 'base64url'
  return () => (createHash('sha256').update(randomBytes(32)).digest(encoding) + form).slice(0, form.length)
}

function makerOf(template: Template): (context: Context) => unknown {
  if ('constant' in template) return () => template.constant
  if ('offset_ms' in template) return ({ at_ms }) => new Date(at_ms + template.offset_ms).toISOString()
  if ('fresh' in template) return ({ keys }) => keys[template.fresh]
  if ('chained' in template) return ({ before }) => before[template.chained]
  if ('parts' in template) {
    return ({ keys }) => template.parts.map(part => (typeof part === 'number' ? keys[part] : part)).join('')
  }
  let { next } = template
  return () => {
    const number = next
    next += template.step
    return number
  }
}

function stepOf({ sql, method, isShared, parameters, rows }: Replayed): Step {
  const statement = driver.prepare(sql)
  const makers = parameters.map(makerOf)
  const run = (context: Context): void => {
    const values = makers.map(make => make(context))
    const found = rowsOf(statement[method](values))
    if (found !== rows) throw new Error(`${found} rows instead of the ${rows} of our server: ${sql} ${String(values)}`)
  }
  return { isShared, run }
}

/** How many rows were written or read. Parses the JSON in rows that were read. */
function rowsOf(result: unknown): number {
  if (Array.isArray(result)) {
    for (const row of result) parseColumns(row as object)
    return result.length
  }
  if (typeof result === 'object' && result !== null && !('lastInsertRowid' in result)) parseColumns(result)
  const changes = (result as SQLite.RunResult | undefined)?.changes
  return changes ?? Number(result !== undefined)
}

function parseColumns(row: object): void {
  for (const value of Object.values(row))
    if (typeof value === 'string' && (value.startsWith('[') || value.startsWith('{'))) JSON.parse(value)
}

function segmentsOf(statements: Replayed[]): Segment[] {
  const segments: Segment[] = []
  for (const statement of statements) {
    const writes = statement.transaction === 'begin immediate'
    if (segments.at(-1)?.writes !== writes) segments.push({ writes, steps: [] })
    segments.at(-1)!.steps.push(stepOf(statement))
  }
  return segments
}

// ---- requests ----------------------------------------------------------------------------------------------------

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const seal_key = randomBytes(32)

let segments: Segment[] = []
let makers: (() => string)[] = []
let chains: string[][] = []
let answer: FixedAnswer = { status: 200, headers: {}, body: '' }
/** The body of the response, if it is JSON. */
let record: { access_token?: string } | undefined

function set(recorded: Recorded, fixed: FixedAnswer): void {
  for (const [name, value] of Object.entries(recorded.pragmas)) driver.pragma(`${name} = ${value}`)
  segments = segmentsOf(recorded.replay.statements)
  makers = recorded.replay.keys.map(keyMaker)
  chains = recorded.chains
  answer = fixed
  record = fixed.headers['content-type']?.includes('json') ? JSON.parse(fixed.body) : undefined
}

const app = new Koa()
app.use(async ctx => {
  ctx.res.setHeader('x-request-id', newId())
  ctx.res.setHeader('X-Content-Type-Options', 'nosniff')
  const { authorization } = ctx.req.headers
  if (authorization) createHash('sha256').update(authorization).digest('base64url')
  if (ctx.method !== 'GET') parse(await bodyOf(ctx.req), ctx.req.headers['content-type'])
  const context: Context = { at_ms: Date.now(), keys: makers.map(make => make()), before: chains.shift() ?? [] }
  for (const segment of segments) {
    if (segment.writes) await write(segment, context)
    else read(segment, context)
  }
  chains.push(context.keys)
  ctx.status = answer.status
  for (const name in answer.headers) ctx.res.setHeader(name, answer.headers[name]!)
  if (answer.headers.location !== undefined) seal(ctx.querystring)
  if (record?.access_token !== undefined) signToken(record.access_token)
  ctx.body = record ? JSON.stringify(record) : answer.body
})

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    request.on('data', part => void parts.push(part))
    request.on('end', () => resolve(parts.length === 1 ? parts[0]! : Buffer.concat(parts)))
    request.on('error', reject)
  })
}

function parse(body: Buffer, type = ''): unknown {
  const text = body.toString()
  return type.includes('json') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

function seal(query: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', seal_key, nonce)
  const text = JSON.stringify(Object.fromEntries(new URLSearchParams(query)))
  return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** ES256, like the recorded token. */
function signToken(token: string): string {
  const text = token.slice(0, token.lastIndexOf('.'))
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const server = app.listen(0, '127.0.0.1', () => {
  process.on('message', (message: { recorded?: string; answer: FixedAnswer } | string) => {
    if (typeof message === 'string' || !message.recorded) return
    set(v8.deserialize(Buffer.from(message.recorded, 'base64')) as Recorded, message.answer)
    process.send?.({ port: (server.address() as AddressInfo).port })
  })
})
