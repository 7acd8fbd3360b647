// Reads one JSON-RPC message and determines its revision of MCP. From 2026-07-28 on, each request contains its revision
// in `_meta`, and headers repeat values of the body. In earlier revisions, `initialize` came first and a header
// contains the revision.

export const MODERN = '2026-07-28'
export const LEGACY = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
export const SUPPORTED_VERSIONS = [MODERN, ...LEGACY]

export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
export const PARSE_ERROR = -32_700
export const FORBIDDEN = -32_000
const HEADER_MISMATCH = -32_020
const UNSUPPORTED_VERSION = -32_022

const META = 'io.modelcontextprotocol'
const VERSION_KEY = `${META}/protocolVersion`
const CAPABILITIES_KEY = `${META}/clientCapabilities`
export const SERVER_INFO_KEY = `${META}/serverInfo`

type Members = Readonly<Record<string, unknown>>

export interface Message {
  /** `undefined`: a notification, which gets no response. */
  id: string | number | undefined
  method: string
  params: Members
  is_modern: boolean
}

/** The headers that repeat values of the body. */
export interface MessageHeaders {
  version: string | undefined
  method: string | undefined
  name: string | undefined
}

/** A JSON-RPC error. */
export class McpFault extends Error {
  readonly code: number
  readonly status: number
  readonly data: object | undefined

  constructor(code: number, message: string, { status = 200, data }: { status?: number; data?: object } = {}) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
  }
}

const bad = (code: number, words: string, data?: object): McpFault =>
  new McpFault(code, words, { status: 400, ...(data && { data }) })

/** The id for the response, even if the message is otherwise invalid. */
export function idOf(value: unknown): string | number | null {
  return isJsonObject(value) && isId(value.id) ? value.id : null
}

/** Throws the fault of a message that is not valid MCP, or whose headers contradict it. */
export function readMcpMessage(value: unknown, headers: MessageHeaders): Message {
  if (Array.isArray(value)) throw bad(INVALID_REQUEST, 'Send a single JSON-RPC message. Batches are not supported.')
  const { jsonrpc, id, method, params: sent } = value as Members
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !(id === undefined || isId(id)))
    throw bad(INVALID_REQUEST, 'Send a JSON-RPC 2.0 message: `jsonrpc`, `method`, and for a request an `id`.')
  // some clients send `null` for absent members
  const params = sent ?? {}
  if (!isJsonObject(params)) throw bad(INVALID_PARAMS, '`params` must be an object.')
  const message = { id, method, params }
  const claimed = isJsonObject(params._meta) ? params._meta[VERSION_KEY] : undefined
  if (claimed !== undefined && (method !== 'initialize' || claimed === MODERN)) {
    checkModern(message, params._meta as Members, headers)
    return { ...message, is_modern: true }
  }
  return { ...message, is_modern: isModernByHeader(message, headers) }
}

/** For a message without a revision in `_meta`. */
function isModernByHeader({ id, method }: Omit<Message, 'is_modern'>, { version }: MessageHeaders): boolean {
  if (version === MODERN && method === 'initialize')
    throw bad(HEADER_MISMATCH, `MCP-Protocol-Version ${MODERN} has no \`initialize\` method.`)
  // 2025-06-18, Transports: without the header, a server should assume 2025-03-26
  if (method === 'initialize' || version === undefined) return false
  if (version === MODERN) {
    if (id === undefined) return true
    throw bad(INVALID_PARAMS, `\`params._meta\` must have ${VERSION_KEY} and ${CAPABILITIES_KEY}.`)
  }
  if (!LEGACY.some(each => each === version)) throw unsupported(version)
  return false
}

function checkModern(message: Omit<Message, 'is_modern'>, meta: Members, headers: MessageHeaders): void {
  const { [VERSION_KEY]: version, [CAPABILITIES_KEY]: capabilities } = meta
  if (typeof version !== 'string') throw bad(INVALID_PARAMS, `${VERSION_KEY} must be a text.`)
  const is_request = message.id !== undefined
  if (is_request && !isJsonObject(capabilities))
    throw bad(INVALID_PARAMS, `\`params._meta\` must have ${CAPABILITIES_KEY}.`)
  if (headers.version !== version) throw mismatch('MCP-Protocol-Version', VERSION_KEY)
  if (version !== MODERN) throw unsupported(version)
  if ((is_request || headers.method !== undefined) && headers.method !== message.method)
    throw mismatch('Mcp-Method', 'method')
  if (message.method !== 'tools/call') return
  if (headers.name === undefined || decoded(headers.name) !== message.params.name)
    throw mismatch('Mcp-Name', 'params.name')
}

function mismatch(header: string, member: string): McpFault {
  return bad(HEADER_MISMATCH, `The ${header} header is required and must match \`${member}\`.`)
}

function unsupported(requested: string): McpFault {
  const words = `This server supports MCP ${SUPPORTED_VERSIONS.join(', ')}.`
  return bad(UNSUPPORTED_VERSION, words, { supported: SUPPORTED_VERSIONS, requested })
}

/** A header value; one that is not ASCII is sent as base64. `undefined` if that is malformed. */
function decoded(value: string): string | undefined {
  const [, base64] = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(value) ?? []
  if (base64 === undefined) return value.startsWith('=?base64?') ? undefined : value
  const bytes = Buffer.from(base64, 'base64')
  return bytes.toString('base64') === base64 ? bytes.toString() : undefined
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))
}

export function isJsonObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
