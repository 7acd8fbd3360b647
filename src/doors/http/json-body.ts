// The JSON in a body: small bodies are read at once, large ones in a thread, and what is refused is the same.
import { refusal } from '../../base/text/refusal.ts'
import { type FileContent, cutContents, mayHaveContents } from '../../base/text/cut.ts'
import { type JsonLimits, parsedJson } from '../../base/text/json.ts'
import { isSuspect, unreadablePlace } from '../../base/text/readable.ts'
import { ThreadFailed, Threads } from '../../base/threads/pool.ts'
import type { ReadJson } from '../../base/threads/read-json.ts'
import { READ_JSON } from '../../base/threads/tasks.ts'
import { LARGE_BYTES, busy } from './large-bodies.ts'
import { keptSent } from './request-log.ts'
import { refuseUnreadable } from './validation.ts'
import { type AnsweredRequest, BODY_MAX } from '../../watch/logs/actions.ts'

/** What a body can be: an object, or a list where an operation takes one as well; and how much it may hold. */
export interface Forms extends JsonLimits {
  list: boolean
  /** There can be the contents of files in it, which are taken out before it is read. */
  has_files?: boolean
}

const threads = new Threads({ size: 1, waiting_max: 100 })
const READING_LIMIT_MS = 20_000
/** The only fields that may hold long texts: everything else is looked at in the event loop. */
const LONG = ['html', 'text']
const REST_MAX = 1_000_000
/** As much as the largest content of an email takes when all that is not ASCII is escaped, and everything else. */
export const JSON_BYTES_MAX = 13_000_000

/** Refuses what says that it is no JSON (415). */
export function refuseOtherType(type: string | undefined): void {
  if (type === undefined || type === 'application/json' || type.endsWith('+json')) return
  throw refusal('validation_error', `Send the body as application/json, not as ${type}.`, 415)
}

export interface JsonBody {
  /** `undefined` where nothing was sent. */
  value: object | undefined
  /** Of the value of a large body, where it will be needed. */
  hash: string | undefined
  large: boolean
  /** Its JSON without the contents of files, unless it has more than is logged of it. */
  logged?: AnsweredRequest['sent']
  /** What was taken out of it. */
  contents?: readonly FileContent[]
}

/** What is in the bytes, which may be gone afterwards. `team_id`: who sent them, where that is known. */
export function jsonBody(bytes: Buffer, forms: Forms, hashed: boolean, team_id?: string): JsonBody | Promise<JsonBody> {
  if (bytes.length > LARGE_BYTES) return largeJson(bytes, forms, hashed, team_id)
  if (!forms.has_files || !mayHaveContents(bytes))
    return { value: smallJson(bytes, forms), hash: undefined, large: false, logged: keptSent(bytes) }
  const { rest, contents } = cutContents(bytes)
  return { value: smallJson(rest, forms), hash: undefined, large: false, logged: keptSent(rest), contents }
}

/** Refuses what is no JSON or of another form (400), built too large, or has text in it that is none (422). */
export function smallJson(body: Buffer, forms: Forms): object {
  const value = formed(parsedJson(body, forms), forms)
  if (isSuspect(body)) refuseUnreadable(unreadablePlace(value))
  return value
}

/** The same of a large body, whose bytes are gone afterwards; with the hash of the value where it is asked for. */
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
  // only what has its memory for itself can be handed over
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
    if (error instanceof ThreadFailed) throw busy('This request could not be read in time')
    throw error
  }
}

function formed(value: unknown, { list }: Forms): object {
  if (typeof value === 'object' && value !== null && (!Array.isArray(value) || list)) return value
  throw refusal('validation_error', `Request body must be a JSON object${list ? ' or a list' : ''}.`, 400)
}
