// The audit log of a team: the list, its search and its export.
import { listMembers } from '../../../../identity/teams/store.ts'
import { AUDIT_FILE_HEADERS, auditPieces } from '../../../../watch/audit/actions.ts'
import { type AuditSearch, listEvents } from '../../../../watch/audit/store.ts'
import { isAction } from '../../../../watch/audit/words.ts'
import { inPieces } from '../../../http/pieces.ts'
import { type DashboardPage, openPage, page } from '../../page.ts'
import { findPage } from '../../ui/table.ts'
import { idIn } from '../emails/search.ts'
import { auditBody } from './view.ts'

/** As in the API, every member of the team may see it. */
export const auditPages: DashboardPage[] = [
  page('GET /audit-events', 'developer', async ({ tx, team_id, visitor, query }) => {
    const search = askedSearch(query)
    const page = await findPage(query, asked => listEvents(tx, team_id, search, asked))
    const members = await listMembers(tx, { team_id })
    return { title: 'Audit', body: () => auditBody({ page, search, members, visitor }) }
  }),

  openPage('GET /audit-events/export', 'developer', async ({ asVisitor, ctx, query, parts: { database } }) => {
    const team_id = await asVisitor(async visit => visit.team_id)
    const pieces = auditPieces(body => database.read(body), team_id, askedSearch(query))
    const content = inPieces(pieces, { response: ctx.res, team_id })
    return { type: AUDIT_FILE_HEADERS['Content-Type'], headers: AUDIT_FILE_HEADERS, content }
  }),
]

const OBJECT_ID_MAX = 100

/** The search in a URL. Unsupported values are omitted. */
function askedSearch(query: URLSearchParams): AuditSearch {
  const action = query.get('action') ?? ''
  const object_id = (query.get('object_id') ?? '').trim().slice(0, OBJECT_ID_MAX)
  const actor_id = idIn(query.get('actor_id') ?? '')
  return {
    ...(isAction(action) && { action }),
    ...(actor_id !== undefined && { actor_id }),
    ...(object_id !== '' && { object_id }),
  }
}
