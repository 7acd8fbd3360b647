// Imports of contacts: uploads a file, maps its columns, and shows the progress.
import {
  cancelImport,
  findImport,
  findSample,
  findUploadedColumns,
  startImport,
} from '../../../../../audience/imports/actions.ts'
import { guessColumns } from '../../../../../audience/imports/column-names.ts'
import { listImportErrors, listImports } from '../../../../../audience/imports/store.ts'
import { listContactProperties } from '../../../../../audience/contact-properties/store.ts'
import { listSegments } from '../../../../../audience/segments/store.ts'
import { listTopics } from '../../../../../audience/topics/store.ts'
import { type DashboardPage, page } from '../../../page.ts'
import { FormFault, problem } from '../../../problems.ts'
import { UPLOAD_FAULT_FIELD } from '../../../session/read-upload.ts'
import { findPage } from '../../../ui/table.ts'
import { importFromForm } from './column-form.ts'
import { columnMapBody, importBody, importListBody } from './view.ts'

/** Maximum options of a select. */
const NAMED_MAX = 30
/** Maximum properties in the select for each column. */
const PROPERTIES_SHOWN_MAX = 100
/** Seconds after which a page about unfinished work is reloaded. */
const RELOAD_S = 2

const NO_SUCH_IMPORT = problem(
  404,
  'No such import',
  'This team does not have it, or the file was deleted because its import was not started in time.',
)

const importList = page('GET /contacts/imports', 'member', async ({ tx, team_id, query, parts }) => {
  const rows = await findPage(query, asked => listImports(tx, team_id, asked))
  const mb_max = parts.uploads.bytes_max / 1e6
  return { title: 'Imports', body: () => importListBody(rows, mb_max) }
})

const importPage = page('GET /contacts/imports/:id', 'member', async ({ tx, team_id, params: { id }, query }) => {
  const columns = await findUploadedColumns(tx, team_id, id)
  if (columns) {
    const { rows: segments } = await listSegments(tx, team_id, { limit: NAMED_MAX })
    const { rows: topics } = await listTopics(tx, { team_id }, { limit: NAMED_MAX })
    const sample = await findSample(tx, team_id, id)
    const { rows: properties } = await listContactProperties(tx, team_id, { limit: PROPERTIES_SHOWN_MAX })
    const keys = properties.map(({ key }) => key)
    const shown = { id, columns, sample, keys, guessed: guessColumns(columns, keys), segments, topics }
    return { title: 'Map columns', body: () => columnMapBody(shown) }
  }
  const found = await findImport(tx, team_id, id)
  if (!found) return NO_SUCH_IMPORT
  const errors = await findPage(query, asked => listImportErrors(tx, { team_id, id }, asked))
  return {
    title: 'Import',
    body: () => importBody(found, errors),
    ...(found.completed_at === null && { refresh_s: RELOAD_S }),
  }
})

/** As in the API, every member of the team may use these pages. */
export const contactImportPages: DashboardPage[] = [
  importList,

  page(
    'POST /contacts/imports/upload',
    'member',
    async ({ form }) => {
      const id = form.get('file')
      if (id === null) throw new FormFault(form.get(UPLOAD_FAULT_FIELD) ?? 'Choose a file.')
      return { location: `/contacts/imports/${id}` }
    },
    { takes_file: 'import', refused: importList },
  ),

  importPage,

  page('POST /contacts/imports/:id/cancel', 'member', async ({ tx, team_id, params: { id }, now }) => {
    if (!(await cancelImport({ tx, team_id, now }, id))) return NO_SUCH_IMPORT
    return { location: `/contacts/imports/${id}` }
  }),

  page(
    'POST /contacts/imports/:id/start',
    'member',
    async ({ tx, team_id, params: { id }, form, now }) => {
      const columns = await findUploadedColumns(tx, team_id, id)
      if (columns) await startImport({ tx, team_id, now }, id, importFromForm(form, columns))
      return { location: `/contacts/imports/${id}` }
    },
    { refused: importPage },
  ),
]
