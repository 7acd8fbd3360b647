// Reads a form with an uploaded file. The file is stored for the visitor's team as it arrives, once the visitor is authorized
// and the CSRF token was read. The fields contain the name that it is stored under.
import type { Context } from 'koa'
import { mediaType } from '../../http/body.ts'
import { type FileHeaders, FILE_PART, type FormFields, readMultipart } from '../../http/multipart.ts'
import { storePieces } from '../../../mail/attachments/actions.ts'
import { imagePieces } from '../../../mail/images/actions.ts'
import { IMAGE_BYTES_MAX } from '../../../mail/images/rules.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import type { DashboardParts } from '../parts.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'
import { checkCsrfToken } from './csrf.ts'
import { readForm, refuseFromElsewhere } from './read-form.ts'

/** The field with the reason why the file was refused. */
export const UPLOAD_FAULT_FIELD = 'upload_trouble'
/** Maximum bytes of the fields besides the file. */
const FIELDS_BYTES_MAX = { import: 100_000, attachment: 1_000_000, image: 100_000 }
/** Maximum bytes of an attachment: the limit of all files of an email together. */
const ATTACHED_BYTES_MAX = 25 * 1024 * 1024

type UploadParts = DashboardParts & { site: Site }

/** A visitor who may send the form. */
export interface UploadingVisitor {
  team_id: string
  /** The token of the session. */
  session: string
}

interface UploadOptions {
  takes_file: 'import' | 'attachment' | 'image'
  form_bytes: number | undefined
  /** Returns `undefined` without a session, and throws if the visitor may not send the form. */
  findUploader: () => Promise<UploadingVisitor | undefined>
}

/**
 * The fields of the form. Without a session, reads nothing and returns no fields. Refuses a visitor who may not send the form
 * before reading the body, and a file that is not preceded by the CSRF token (403).
 */
export async function readUpload(ctx: Context, parts: UploadParts, taking: UploadOptions): Promise<URLSearchParams> {
  const { site } = parts
  refuseFromElsewhere(ctx, site)
  const uploader = await taking.findUploader()
  if (uploader === undefined) return new URLSearchParams()
  const { team_id, session } = uploader
  const isImport = taking.takes_file === 'import'
  // only this function may set the fields about a file, so that a form cannot name a stored one
  if (!isImport && mediaType(ctx.req) !== 'multipart/form-data')
    return withoutFile(await readForm(ctx, site, taking.form_bytes))
  const isImage = taking.takes_file === 'image'
  const stored_max = isImage ? IMAGE_BYTES_MAX : ATTACHED_BYTES_MAX
  const bytes_max = isImport ? parts.uploads.bytes_max : stored_max
  const announced = Number(ctx.req.headers['content-length'] ?? 0)
  if (announced > bytes_max + FIELDS_BYTES_MAX[taking.takes_file])
    throw problem(413, 'File too large', `The file is larger than ${Math.floor(bytes_max / 1e6)} MB. It was not saved.`)
  const fields: FormFields = new Map()
  const form = (more: Record<string, string>): URLSearchParams => {
    const pairs = [...fields].flatMap(([name, values]) => values.map(value => [name, value]))
    return new URLSearchParams([...withoutFile(new URLSearchParams(pairs)), ...Object.entries(more)])
  }
  const receive = async (pieces: AsyncIterable<Buffer>, about: FileHeaders): Promise<string> => {
    checkCsrfToken(parts.csrf_secret, session, form({}))
    return isImport
      ? parts.uploads.receive(team_id, pieces)
      : storeAttached(parts, { team_id, bytes_max, isImage }, pieces, about)
  }
  try {
    const { file } = await readMultipart(ctx.req, receive, { fields })
    return form(file ? { [FILE_PART]: file } : {})
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return form({ [UPLOAD_FAULT_FIELD]: error.message })
  }
}

function withoutFile(form: URLSearchParams): URLSearchParams {
  form.delete(FILE_PART)
  form.delete(UPLOAD_FAULT_FIELD)
  return form
}

/**
 * Stores an attachment or image and returns it in the form of requests. Empty for the empty file that browsers send if none was
 * chosen.
 */
async function storeAttached(
  parts: DashboardParts,
  { isImage, ...of }: { team_id: string; bytes_max: number; isImage: boolean },
  given: AsyncIterable<Buffer>,
  about: FileHeaders,
): Promise<string> {
  const { filename } = about
  let { content_type } = about
  const pieces = isImage ? imagePieces(given, type => (content_type = type)) : given
  const { hash, bytes } = await storePieces(parts, of, pieces)
  if (bytes === 0 && (isImage || filename === '')) return ''
  return JSON.stringify({ content: `${hash}:${bytes}`, filename, content_type })
}
