// The API keys of a team: lists, creates, changes and deletes them.
import {
  createApiKey,
  permissionsOfRole,
  removeApiKey,
  renameApiKey,
  restrictApiKey,
} from '../../../../identity/api-keys/actions.ts'
import { PERMISSIONS } from '../../../../../generated/scopes.ts'
import { listApiKeys } from '../../../../identity/api-keys/store.ts'
import { normalizeKeyName } from '../../../../identity/api-keys/rules.ts'
import { listMembers } from '../../../../identity/teams/store.ts'
import { type DashboardPage, type Redirect, page } from '../../page.ts'
import { FormFault, requireFound, problem } from '../../problems.ts'
import { findPage } from '../../ui/table.ts'
import { apiKeysBody, keyBox } from './view.ts'

const NAME_FAULT = 'Enter a name of up to 50 characters.'

const DONE = {
  renamed: 'API key renamed.',
  restricted: 'API key restricted to sending.',
  deleted: 'API key deleted. Requests with it are rejected.',
}

const keyList = page('GET /api-keys', 'worker', async ({ tx, team_id, visitor, query }) => {
  const page = await findPage(query, asked => listApiKeys(tx, { team_id }, asked))
  const members = await listMembers(tx, { team_id })
  return { title: 'API keys', done: DONE, body: () => apiKeysBody({ page, members, visitor }) }
})

export const apiKeyPages: DashboardPage[] = [
  keyList,

  page(
    'POST /api-keys/make',
    'worker',
    async visit => {
      const { visitor, form } = visit
      const name = normalizeKeyName(form.get('name') ?? '')
      const permission = PERMISSIONS.find(each => each.name === form.get('permission'))?.name
      if (permission === undefined) {
        return problem(400, 'Unknown permission', 'Go back and select a permission.')
      }
      if (!permissionsOfRole(visitor.team.role).some(each => each.name === permission))
        throw new FormFault('Your role can only create keys with sending access.')
      if (!name) throw new FormFault(NAME_FAULT)
      const token = await createApiKey(visit, { name, permission, owner_id: visitor.user.id })
      return { location: '/api-keys', flash: keyBox({ name, token }) }
    },
    { refused: keyList },
  ),

  page('POST /api-keys/:id/rename', 'builder', async visit => {
    const { id } = visit.params
    const name = normalizeKeyName(visit.form.get('name') ?? '')
    if (!name) return problem(422, 'Invalid name', `${NAME_FAULT} The key was not changed.`)
    return after('renamed', await renameApiKey(visit, { id, name }))
  }),

  page('POST /api-keys/:id/restrict', 'builder', async visit =>
    after('restricted', await restrictApiKey(visit, visit.params.id)),
  ),

  page('POST /api-keys/:id/delete', 'builder', async visit =>
    after('deleted', await removeApiKey(visit, visit.params.id)),
  ),
]

function after(done: keyof typeof DONE, was_there: boolean): Redirect {
  requireFound(was_there, 'key')
  return { location: `/api-keys?done=${done}` }
}
