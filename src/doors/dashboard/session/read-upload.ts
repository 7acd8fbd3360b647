// Reading an uploaded file from a form of ours: the file is stored while it comes in, for the visitor's team, and the fields
// hold the name under which it was stored.
import type { Context } from 'koa'
import { mediaType } from '../../http/body.ts'
import { type AboutFile, FILE_PART, type FormFields, readMultipart } from '../../http/multipart.ts'
import { storePieces } from '../../../mail/attachments/actions.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import { lookAtSession } from '../../../identity/teams/sessions/actions.ts'
import type { DashboardParts } from '../parts.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'
import { cookieOf } from './cookies.ts'
import { readForm, refuseFromElsewhere } from './read-form.ts'
import { findVisitor, knownOf } from './visitor.ts'

/** The field that says why there is no file. */
export const UPLOAD_TROUBLE = 'upload_trouble'
/** Beside the file. */
const FIELDS_BYTES_MAX = { import: 100_000, attachment: 1_000_000 }
/** All files of an email together are no larger. */
const ATTACHED_BYTES_MAX = 25 * 1024 * 1024

type UploadParts = DashboardParts & { site: Site }

interface Taking {
  takes_file: 'import' | 'attachment'
  form_bytes: number | undefined
}

/** Without a session nothing is read: such a form has no fields. */
export async function readUpload(ctx: Context, parts: UploadParts, taking: Taking): Promise<URLSearchParams> {
  const { site } = parts
  refuseFromElsewhere(ctx, site)
  const team_id = await findTeam(ctx, site, parts)
  if (team_id === undefined) return new URLSearchParams()
  const isImport = taking.takes_file === 'import'
  // what stands in the place of a file is only what was taken in here
  if (!isImport && mediaType(ctx.req) !== 'multipart/form-data')
    return withoutFile(await readForm(ctx, site, taking.form_bytes))
  const bytes_max = isImport ? parts.uploads.bytes_max : ATTACHED_BYTES_MAX
  const announced = Number(ctx.req.headers['content-length'] ?? 0)
  if (announced > bytes_max + FIELDS_BYTES_MAX[taking.takes_file])
    throw problem(413, 'Too large', `The file is larger than ${bytes_max / 1e6} MB. Nothing of it was kept.`)
  const fields: FormFields = new Map()
  const form = (more: Record<string, string>): URLSearchParams => {
    const pairs = [...fields].flatMap(([name, values]) => values.map(value => [name, value]))
    return new URLSearchParams([...withoutFile(new URLSearchParams(pairs)), ...Object.entries(more)])
  }
  try {
    const { file } = await readMultipart(
      ctx.req,
      (pieces, about) =>
        isImport ? parts.uploads.receive(team_id, pieces) : storeAttached(parts, { team_id, bytes_max }, pieces, about),
      { fields },
    )
    return form(file ? { [FILE_PART]: file } : {})
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return form({ [UPLOAD_TROUBLE]: error.message })
  }
}

function withoutFile(form: URLSearchParams): URLSearchParams {
  form.delete(FILE_PART)
  form.delete(UPLOAD_TROUBLE)
  return form
}

/** Stores a file, and says under which name it is stored as requests have it. Browsers send an empty one when none is chosen. */
async function storeAttached(
  parts: DashboardParts,
  of: { team_id: string; bytes_max: number },
  pieces: AsyncIterable<Buffer>,
  { filename, content_type }: AboutFile,
): Promise<string> {
  const { hash, bytes } = await storePieces(parts, of, pieces)
  if (bytes === 0 && filename === '') return ''
  return JSON.stringify({ content: `${hash}:${bytes}`, filename, content_type })
}

async function findTeam(ctx: Context, site: Site, parts: DashboardParts): Promise<string | undefined> {
  const session = cookieOf(ctx, site, 'session')
  if (!session) return undefined
  return parts.database.read(async tx => {
    const live = await lookAtSession(tx, session, parts.now())
    return live && (await findVisitor(tx, live, knownOf(parts, session))).team.id
  })
}
