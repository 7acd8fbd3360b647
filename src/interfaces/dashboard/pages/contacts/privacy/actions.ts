// Personal data of a contact: exports it as a file, erases it, and shows the progress of an erasure.
import { beginErasure } from '../../../../../campaigns/privacy/erasure/actions.ts'
import { type ErasureRecord, findErasure } from '../../../../../campaigns/privacy/erasure/store.ts'
import { presentedErasure } from '../../../../../campaigns/privacy/erasure/present.ts'
import {
  openPersonExport,
  PERSON_EXPORT_TYPE,
  personPieces,
  recordPersonExport,
} from '../../../../../campaigns/privacy/export/actions.ts'
import { inPieces } from '../../../../http/pieces.ts'
import { type DashboardPage, openPage, page, type View } from '../../../page.ts'
import { found } from '../../../problems.ts'
import { erasureBody } from './view.ts'

/** Seconds after which a page about unfinished work is reloaded. */
const LOOK_AGAIN_S = 2
const FILE_HEADERS = { 'Content-Disposition': 'attachment; filename="contact.json"' }

/** As in the API, every member of the team may use these pages. */
export const contactPrivacyPages: DashboardPage[] = [
  openPage(
    'GET /contacts/:id/export',
    'worker',
    async ({ asVisitor, ctx, params, parts }) => {
      const wanted = await asVisitor(async visit => {
        const opened = await openPersonExport(visit, params.id)
        await recordPersonExport(visit.tx, opened, visit.now)
        return opened
      })
      const { database, personal_lists } = parts
      const pieces = personPieces(read => database.read(read), wanted, personal_lists)
      const content = inPieces(pieces, { response: ctx.res, team_id: wanted.team_id })
      return { type: PERSON_EXPORT_TYPE, headers: FILE_HEADERS, content }
    },
    { refused: 'What is kept of the contact cannot be downloaded', isRecorded: true },
  ),

  page(
    'POST /contacts/:id/erase',
    'member',
    async visit => {
      const { id } = await beginErasure(visit, visit.params.id)
      return { location: `/contacts/erasures/${id}` }
    },
    { refused: 'The contact was not erased' },
  ),

  page('GET /contacts/erasures/:id', 'member', async ({ tx, team_id, params }) => {
    return erasureView(found(await findErasure(tx, team_id, params.id), 'erasure', 'It is not one of this team.'))
  }),
]

function erasureView(erasure: ErasureRecord): View {
  const shown = presentedErasure(erasure)
  return {
    title: 'Erasing a contact',
    body: () => erasureBody(shown),
    ...(shown.status === 'in_progress' && { refresh_s: LOOK_AGAIN_S }),
  }
}
