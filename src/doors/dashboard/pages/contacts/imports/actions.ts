// Importing contacts: uploading a file, choosing what goes where in it, and how far each import is.
import {
  cancelImport,
  findImport,
  findSample,
  findUploadedColumns,
  guessedColumns,
  listImportErrors,
  listImports,
  startImport,
} from '../../../../../audience/imports/actions.ts'
import { Refusal } from '../../../../../base/text/refusal.ts'
import { listSegments } from '../../../../../audience/segments/actions.ts'
import { listTopics } from '../../../../../audience/topics/actions.ts'
import { type DashboardPage, page, openPage, type View, type Visit } from '../../../page.ts'
import { type PageProblem, problem } from '../../../problems.ts'
import { UPLOAD_TROUBLE } from '../../../session/read-upload.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { findPage } from '../../../ui/table.ts'
import { askedImport } from './asked.ts'
import { choosingBody, importBody, importsBody } from './view.ts'

/** To choose from. */
const NAMED_MAX = 30
/** How soon a page of what goes on looks again. */
const LOOK_AGAIN_S = 2

const NO_SUCH_IMPORT = problem(404, 'No such import', 'It is not one of this team, or the file waited for too long.')

/** As at the API, every member of the team may do what is on these pages. */
export const contactImportPages: DashboardPage[] = [
  page('GET /contacts/imports', visit => findImportsView(visit)),

  page(
    'POST /contacts/imports/upload',
    async visit => {
      const id = visit.form.get('file')
      if (id !== null) return { location: `/contacts/imports/${id}` }
      return findImportsView(visit, visit.form.get(UPLOAD_TROUBLE) ?? 'Choose a file.')
    },
    { takes_file: true },
  ),

  page('GET /contacts/imports/:id', visit => findImportView(visit)),

  page('POST /contacts/imports/:id/cancel', async ({ tx, visitor, params: { id }, now }) => {
    if (!(await cancelImport(tx, visitor.team.id, id, now))) return NO_SUCH_IMPORT
    return { location: `/contacts/imports/${id}` }
  }),

  /** What is refused is undone as a whole, and the form is shown again in a unit of its own. */
  openPage('POST /contacts/imports/:id/start', async ({ asVisitor, params: { id }, form }) => {
    try {
      const text = await asVisitor(async ({ tx, visitor, now }) => {
        const columns = await findUploadedColumns(tx, visitor.team.id, id)
        if (!columns) return undefined
        const wanted = askedImport(form, columns)
        if (typeof wanted === 'string') return wanted
        await startImport(tx, visitor.team.id, id, wanted, now)
        return undefined
      })
      if (text === undefined) return { location: `/contacts/imports/${id}` }
      return await asVisitor(visit => findImportView(visit, { form, text }))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return asVisitor(visit => findImportView(visit, { form, text: error.message }))
    }
  }),
]

async function findImportsView({ tx, visitor, query, parts }: Visit<Visitor>, trouble?: string): Promise<View> {
  const page = await findPage(query, asked => listImports(tx, visitor.team.id, asked))
  const shown = { visitor, page, mb_max: parts.uploads.bytes_max / 1e6, trouble }
  return { title: 'Imports', body: () => importsBody(shown), ...(trouble !== undefined && { status: 422 }) }
}

async function findImportView(
  { tx, visitor, params, query }: Visit<Visitor, `GET /contacts/imports/:id`>,
  asked?: { form: URLSearchParams; text: string },
): Promise<View | PageProblem> {
  const team_id = visitor.team.id
  const { id } = params
  const columns = await findUploadedColumns(tx, team_id, id)
  if (columns) {
    const { rows: segments } = await listSegments(tx, team_id, { limit: NAMED_MAX })
    const { rows: topics } = await listTopics(tx, team_id, { limit: NAMED_MAX })
    const sample = await findSample(tx, team_id, id)
    const shown = { id, visitor, columns, sample, guessed: guessedColumns(columns), segments, topics, asked }
    return { title: 'What goes where?', body: () => choosingBody(shown), ...(asked && { status: 422 }) }
  }
  const found = await findImport(tx, team_id, id)
  if (!found) return NO_SUCH_IMPORT
  const errors = await findPage(query, asked => listImportErrors(tx, { team_id, id }, asked))
  return {
    title: 'Import',
    body: () => importBody({ visitor, found, errors }),
    ...(found.completed_at === null && { refresh_s: LOOK_AGAIN_S }),
  }
}
