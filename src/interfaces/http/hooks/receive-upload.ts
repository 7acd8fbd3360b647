// Reads the body of an operation that accepts a file. The file is stored while it arrives, before the unit of work, and
// the body contains the name it is stored under. If the request is refused later, the file is removed.
import { refusal } from '../../../base/text/refusal.ts'
import { parseJson } from '../../../base/text/json.ts'
import { findUnreadable } from '../../../base/text/readable.ts'
import type { Context as KoaContext } from 'koa'
import { mediaType } from '../body.ts'
import type { UploadReceiver } from '../contract/parts.ts'
import type { ContractRequest } from '../contract/request.ts'
import type { BodyTraits } from '../contract/traits.ts'
import { type FormFields, readMultipart } from '../multipart.ts'
import { requestLog } from '../request-log.ts'
import { refuseUnreadable } from '../validation.ts'

const MULTIPART = 'multipart/form-data'
/** Total bytes of all fields besides the file. */
const FIELDS_BYTES_MAX = 2_000_000
const JSON_VALUES_MAX = 2_000

/** Reads the form into the request, which then contains the name of the stored file, and how to discard it. */
export async function receiveUpload(
  request: ContractRequest,
  ctx: KoaContext,
  { upload }: BodyTraits & { upload: object },
  uploads: UploadReceiver | undefined,
): Promise<void> {
  if (!uploads) throw new Error('No handler for uploads')
  const team_id = request.caller!.team_id
  requestLog(ctx).sent = 'not_json'
  refuseOther(ctx.req.headers['content-type'] === undefined ? undefined : mediaType(ctx.req))
  refuseLarge(Number(ctx.req.headers['content-length'] ?? 0), uploads)
  const { fields, file } = await readMultipart(ctx.req, pieces => uploads.receive(team_id, pieces))
  if (file === undefined) throw refusal('missing_required_field', 'Missing `file` field.')
  request.discard = () => uploads.discard(team_id, file)
  const value = { ...valuesOf(fields, upload), file }
  refuseUnreadable(findUnreadable(value))
  request.json = { value, hash: undefined, large: false }
}

function refuseOther(type: string | undefined): void {
  if (type === MULTIPART) return
  throw refusal('validation_error', `Send the body as ${MULTIPART}${type ? `, not as ${type}` : ''}.`, 415)
}

function refuseLarge(announced: number, { bytes_max }: UploadReceiver): void {
  if (announced <= bytes_max + FIELDS_BYTES_MAX) return
  const words = `The file is too large: at most ${bytes_max} bytes are allowed; received ${announced}.`
  throw refusal('validation_error', words, 413)
}

/**
 * The fields as the contract declares them; some contain JSON. If one that is not a list is repeated, the last value
 * counts.
 */
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
    return parseJson(Buffer.from(text), { values_max: JSON_VALUES_MAX })
  } catch {
    throw refusal('validation_error', `Invalid \`${name}\` field: it must be JSON.`)
  }
}
