// The grants of a team: lists and revokes them.
import { countApiKeysByGrant } from '../../../../identity/api-keys/store.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import { type DashboardPage, page } from '../../page.ts'
import { requireFound } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { grantsBody } from './view.ts'

const DONE = { revoked: 'Access revoked.' }

export const grantPages: DashboardPage[] = [
  page('GET /grants', 'member', async ({ tx, team_id, visitor, query, parts: { oauth } }) => {
    const page = await findPage(query, asked => oauth.listGrants(tx, team_id, asked))
    const grant_ids = page.rows.map(({ id }) => id)
    const api_keys = await countApiKeysByGrant(tx, team_id, grant_ids)
    const members = await listMembers(tx, { team_id })
    return {
      title: 'Connected apps',
      done: DONE,
      body: () => grantsBody({ page, api_keys, members, visitor }),
    }
  }),

  /** As in the API, every member of the team may do this, because it only removes access. */
  page('POST /grants/:id/revoke', 'member', async visit => {
    const asked = { id: visit.params.id, reason: 'revoked_from_dashboard', keys: keysIn(visit.form) } as const
    const revoked = await visit.parts.oauth.revokeGrant(visit, asked)
    requireFound(revoked, 'grant', 'This team has no such grant, or it was already revoked.')
    return { location: '/grants?done=revoked' }
  }),
]

/** Browsers do not send an unchecked box. A form without the box ends the keys, too. */
function keysIn(form: URLSearchParams): 'remove_keys' | 'keep_keys' {
  return form.has('keys_asked') && !form.has('remove_keys') ? 'keep_keys' : 'remove_keys'
}
