// The access that people of a team gave to clients, and taking it back.
import { countApiKeysByGrant } from '../../../../identity/api-keys/actions.ts'
import { listMembers } from '../../../../identity/teams/actions.ts'
import { type DashboardPage, page } from '../../page.ts'
import { found } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { grantsBody } from './view.ts'

const DONE = { revoked: 'The access was taken back. It ended at once.' }

export const grantPages: DashboardPage[] = [
  page('GET /grants', async ({ tx, team_id, visitor, query, parts: { oauth } }) => {
    const page = await findPage(query, asked => oauth.listGrants(tx, team_id, asked))
    const grant_ids = page.rows.map(({ id }) => id)
    const api_keys = await countApiKeysByGrant(tx, team_id, grant_ids)
    const members = await listMembers(tx, { team_id })
    return { title: 'Grants', done: DONE, body: ({ done }) => grantsBody({ page, api_keys, members, visitor, done }) }
  }),

  /** As at the API, every member of the team may do this: it only ever takes access away. */
  page('POST /grants/:id/revoke', async visit => {
    const asked = { id: visit.params.id, reason: 'revoked_from_dashboard', keys: keysIn(visit.form) } as const
    const revoked = await visit.parts.oauth.revokeGrant(visit, asked)
    found(revoked, 'grant', 'It is not one of this team, or it was taken back before.')
    return { location: '/grants?done=revoked' }
  }),
]

/** A box that is not checked is not sent; a form without the question ends them, too. */
function keysIn(form: URLSearchParams): 'remove_keys' | 'keep_keys' {
  return form.has('keys_asked') && !form.has('remove_keys') ? 'keep_keys' : 'remove_keys'
}
