// Reads the body of an operation that takes a file: the file is stored while it arrives, before the unit of work, and the body
// holds the name it is stored under. If the request is refused later, the file is removed.
import { refusal } from '../../../base/text/refusal.ts'
import { parsedJson } from '../../../base/text/json.ts'
import { unreadablePlace } from '../../../base/text/readable.ts'
import { mediaType } from '../body.ts'
import { type FormFields, readMultipart } from '../multipart.ts'
import type { ContractParts, Uploading } from '../parts.ts'
import { requestLog } from '../request-log.ts'
import type { BodyTraits, Traits } from '../traits.ts'
import { refuseUnreadable } from '../validation.ts'
import type { Stage } from './in-order.ts'
import type { Identified } from './identify.ts'
import type { Parsed } from './parse-body.ts'

const MULTIPART = 'multipart/form-data'
/** Bytes of all fields beside the file. */
const FIELDS_BYTES_MAX = 2_000_000
const JSON_VALUES_MAX = 2_000

/** `rest`: the stages that follow. */
export function withUpload(
  { body }: Traits,
  { uploads }: ContractParts,
  rest: Stage<Parsed, void>,
): Stage<Identified, void> {
  return async identified => {
    if (!body?.upload || !uploads) throw new Error('No handler for uploads')
    const { ctx, caller } = identified
    const team_id = caller!.team_id
    requestLog(ctx).sent = 'not_json'
    refuseOther(ctx.req.headers['content-type'] === undefined ? undefined : mediaType(ctx.req))
    refuseLarge(Number(ctx.req.headers['content-length'] ?? 0), uploads)
    const { fields, file } = await readMultipart(ctx.req, pieces => uploads.receive(team_id, pieces))
    if (file === undefined) throw refusal('missing_required_field', 'Missing `file` field.')
    try {
      const value = { ...valuesOf(fields, body.upload), file }
      refuseUnreadable(unreadablePlace(value))
      return await rest({ ...identified, json: { value, hash: undefined, large: false } })
    } catch (error) {
      await uploads.discard(team_id, file)
      throw error
    }
  }
}

function refuseOther(type: string | undefined): void {
  if (type === MULTIPART) return
  throw refusal('validation_error', `Send the body as ${MULTIPART}${type ? `, not as ${type}` : ''}.`, 415)
}

function refuseLarge(announced: number, { bytes_max }: Uploading): void {
  if (announced <= bytes_max + FIELDS_BYTES_MAX) return
  const words = `The body is too large: at most ${bytes_max} bytes of a file are read here, and it has ${announced}.`
  throw refusal('validation_error', words, 413)
}

/** The fields as the contract declares them; some hold JSON. Where one that is no list is repeated, the last value counts. */
function valuesOf(fields: FormFields, { json, lists }: NonNullable<BodyTraits['upload']>): object {
  const entries = [...fields].map(([name, texts]) => {
    if (!json.includes(name)) return [name, texts.at(-1)] as const
    const values = texts.map(text => jsonIn(name, text))
    return [name, lists.includes(name) ? values.flat() : values.at(-1)] as const
  })
  // a field named `file` must not replace the name of the stored file
  return Object.fromEntries(entries.filter(([name]) => name !== 'file'))
}

function jsonIn(name: string, text: string): unknown {
  try {
    return parsedJson(Buffer.from(text), { values_max: JSON_VALUES_MAX })
  } catch {
    throw refusal('validation_error', `Invalid \`${name}\` field: it must be JSON.`)
  }
}
