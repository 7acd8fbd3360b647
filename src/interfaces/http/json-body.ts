// Parses JSON bodies: a small one in the event loop, a large one in a thread. Both refuse the same bodies.
import { refusal } from '../../base/text/refusal.ts'
import { type FileContent, extractContents, mayContainFiles } from '../../base/text/extract-contents.ts'
import { type JsonLimits, parseJson } from '../../base/text/json.ts'
import { mayBeUnreadable, findUnreadable } from '../../base/text/readable.ts'
import { ThreadFailed, Threads } from '../../base/threads/pool.ts'
import type { ReadJson } from '../../base/threads/read-json.ts'
import { READ_JSON } from '../../base/threads/tasks.ts'
import { LARGE_BYTES, busy } from './large-bodies.ts'
import { loggedRequestBody } from './request-log.ts'
import { refuseUnreadable } from './validation.ts'
import { type CompletedRequest, BODY_MAX } from '../../watch/logs/entry.ts'

/** The allowed forms of a body: an object, or also a list; and its limits. */
export interface Forms extends JsonLimits {
  list: boolean
  /** Contents of files in it are extracted before it is parsed. */
  has_files?: boolean
}

const threads = new Threads({ size: 1, waiting_max: 100 })
const READING_LIMIT_MS = 20_000
/** Fields that may contain long texts: all other content of a large body is checked in the event loop. */
const LONG = ['html', 'text']
const REST_MAX = 1_000_000
/** Room for the largest content of an email with all non-ASCII characters escaped, and for all other fields. */
export const JSON_BYTES_MAX = 13_000_000

/** Refuses (415) a media type other than JSON. */
export function refuseOtherType(type: string | undefined): void {
  if (type === undefined || type === 'application/json' || type.endsWith('+json')) return
  throw refusal('validation_error', `Send the body as application/json, not as ${type}.`, 415)
}

export interface JsonBody {
  /** `undefined` if no body was sent. */
  value: object | undefined
  /** Hash of the value, for a large body with an idempotency key. */
  hash: string | undefined
  large: boolean
  /** Its JSON without the contents of files; 'too_large' if it exceeds what is logged. */
  logged?: CompletedRequest['sent']
  /** The contents of files that were extracted from it. */
  contents?: readonly FileContent[]
}

export const NO_BODY: JsonBody = { value: undefined, hash: undefined, large: false }

/** Parses the bytes, which may be detached afterwards. `team_id`: of the sender, if known. */
export function jsonBody(bytes: Buffer, forms: Forms, hashed: boolean, team_id?: string): JsonBody | Promise<JsonBody> {
  if (bytes.length > LARGE_BYTES) return largeJson(bytes, forms, hashed, team_id)
  if (!forms.has_files || !mayContainFiles(bytes))
    return { value: smallJson(bytes, forms), hash: undefined, large: false, logged: loggedRequestBody(bytes) }
  const { rest, contents } = extractContents(bytes)
  return { value: smallJson(rest, forms), hash: undefined, large: false, logged: loggedRequestBody(rest), contents }
}

/**
 * Refuses a body that is not JSON or not of these forms (400), or that has too many or too deep values, or unreadable
 * text (422).
 */
export function smallJson(body: Buffer, forms: Forms): object {
  const value = formed(parseJson(body, forms), forms)
  if (mayBeUnreadable(body)) refuseUnreadable(findUnreadable(value))
  return value
}

/** Parses a large body, whose bytes are detached afterwards; hashes its value if `hashed`. */
async function largeJson(body: Buffer, forms: Forms, hashed: boolean, team_id?: string): Promise<JsonBody> {
  const { value, hash, unreadable, files, rest_bytes } = await readInThread(body, forms, hashed, team_id)
  refuseUnreadable(unreadable)
  const logged = rest_bytes > BODY_MAX ? 'too_large' : Buffer.from(JSON.stringify(value))
  return { value: formed(value, forms), hash, large: true, logged, ...(files && { contents: contentsIn(files) }) }
}

function contentsIn({ bytes: { buffer, byteOffset }, places }: NonNullable<ReadJson['files']>): FileContent[] {
  return places.map(({ hash, start, length }) => ({ hash, bytes: Buffer.from(buffer, byteOffset + start, length) }))
}

async function readInThread(body: Buffer, forms: Forms, hashed: boolean, owner: string | undefined): Promise<ReadJson> {
  // only a buffer with its own memory can be transferred to a thread
  const bytes = body.length === body.buffer.byteLength ? body : new Uint8Array(body)
  const { has_files = false, values_max, deep_status } = forms
  const limits = {
    values_max,
    ...(deep_status !== undefined && { deep_status }),
    long: LONG,
    rest_max: REST_MAX,
    bytes_max: JSON_BYTES_MAX,
  }
  const transfer = [bytes.buffer as ArrayBuffer]
  const options = { limit_ms: READING_LIMIT_MS, transfer, owner, bytes: body.length }
  try {
    return await threads.run(READ_JSON, [{ bytes, limits, hashed, has_files }], options)
  } catch (error) {
    if (error instanceof ThreadFailed) throw busy('The request could not be parsed in time')
    throw error
  }
}

function formed(value: unknown, { list }: Forms): object {
  if (typeof value === 'object' && value !== null && (!Array.isArray(value) || list)) return value
  throw refusal('validation_error', `Request body must be a JSON object${list ? ' or a list' : ''}.`, 400)
}
