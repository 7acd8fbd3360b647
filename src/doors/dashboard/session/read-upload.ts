// Reading an uploaded file from a form of ours: the file is stored while it comes in, for the visitor's team, and the fields
// hold the name under which it was stored.
import type { Context } from 'koa'
import { FILE_PART, type FormFields, readMultipart } from '../../http/multipart.ts'
import { Refusal } from '../../../base/text/refusal.ts'
import { lookAtSession } from '../../../identity/teams/sessions/actions.ts'
import type { DashboardParts } from '../parts.ts'
import { problem } from '../problems.ts'
import type { Site } from '../site.ts'
import { cookieOf } from './cookies.ts'
import { refuseFromElsewhere } from './read-form.ts'
import { findVisitor, knownOf } from './visitor.ts'

/** The field that says why there is no file. */
export const UPLOAD_TROUBLE = 'upload_trouble'
/** Beside the file. */
const FIELDS_BYTES_MAX = 100_000

/** Without a session nothing is read: such a form has no fields. */
export async function readUpload(ctx: Context, site: Site, parts: DashboardParts): Promise<URLSearchParams> {
  refuseFromElsewhere(ctx, site)
  const team_id = await findTeam(ctx, site, parts)
  if (team_id === undefined) return new URLSearchParams()
  const { uploads } = parts
  const announced = Number(ctx.req.headers['content-length'] ?? 0)
  if (announced > uploads.bytes_max + FIELDS_BYTES_MAX)
    throw problem(413, 'Too large', `The file is larger than ${uploads.bytes_max / 1e6} MB. Nothing of it was kept.`)
  const fields: FormFields = new Map()
  const form = (more: Record<string, string>): URLSearchParams => {
    const own = [...fields].filter(([name]) => name !== FILE_PART && name !== UPLOAD_TROUBLE)
    const pairs = own.flatMap(([name, values]) => values.map(value => [name, value]))
    return new URLSearchParams([...pairs, ...Object.entries(more)])
  }
  try {
    const { file } = await readMultipart(ctx.req, pieces => uploads.receive(team_id, pieces), { fields })
    return form(file === undefined ? {} : { [FILE_PART]: file })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return form({ [UPLOAD_TROUBLE]: error.message })
  }
}

async function findTeam(ctx: Context, site: Site, parts: DashboardParts): Promise<string | undefined> {
  const session = cookieOf(ctx, site, 'session')
  if (!session) return undefined
  return parts.database.read(async tx => {
    const live = await lookAtSession(tx, session, parts.now())
    return live && (await findVisitor(tx, live, knownOf(parts, session))).team.id
  })
}
