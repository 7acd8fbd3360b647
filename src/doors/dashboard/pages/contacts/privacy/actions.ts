// What is kept of one person, as a file, and forgetting them: how far that is has a page of its own.
import {
  beginErasure,
  type ErasureRecord,
  findErasure,
  presentedErasure,
} from '../../../../../campaigns/privacy/erasure/actions.ts'
import { openPersonExport, PERSON_EXPORT_TYPE, personPieces } from '../../../../../campaigns/privacy/export/actions.ts'
import { inPieces } from '../../../../http/pieces.ts'
import { type DashboardPage, openPage, page, unlessRefused, type View } from '../../../page.ts'
import { found } from '../../../problems.ts'
import { erasureBody } from './view.ts'

/** How soon a page of what goes on looks again. */
const LOOK_AGAIN_S = 2
const FILE_HEADERS = { 'Content-Disposition': 'attachment; filename="contact.json"' }

/** As at the API, every member of the team may do what is on these pages. */
export const contactPrivacyPages: DashboardPage[] = [
  openPage('GET /contacts/:id/export', ({ asVisitor, ctx, params, parts }) =>
    unlessRefused('What is kept of the contact cannot be downloaded', async () => {
      const wanted = await asVisitor(({ tx, visitor, now }) => openPersonExport(tx, visitor.team.id, params.id, now))
      const { database, personal_lists } = parts
      const pieces = personPieces(read => database.read(read), wanted, personal_lists)
      const content = inPieces(pieces, { response: ctx.res, team_id: wanted.team_id })
      return { type: PERSON_EXPORT_TYPE, headers: FILE_HEADERS, content }
    }),
  ),

  page('POST /contacts/:id/erase', ({ tx, visitor, params, now }) =>
    unlessRefused('The contact was not erased', async () => {
      const { id } = await beginErasure(tx, visitor.team.id, params.id, now)
      return { location: `/contacts/erasures/${id}` }
    }),
  ),

  page('GET /contacts/erasures/:id', async ({ tx, visitor, params }) => {
    return erasureView(
      found(await findErasure(tx, visitor.team.id, params.id), 'erasure', 'It is not one of this team.'),
    )
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
