// A team's API keys: which there are, making one, and changing or ending it.
import {
  PERMISSIONS,
  listApiKeys,
  makeApiKey,
  removeApiKey,
  renameApiKey,
  restrictApiKey,
  usableKeyName,
} from '../../../../identity/api-keys/actions.ts'
import { listMembers } from '../../../../identity/teams/actions.ts'
import { type DashboardPage, type Redirect, type View, type Visit, page } from '../../page.ts'
import { found, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { findPage } from '../../ui/table.ts'
import { type KeyTrouble, apiKeysBody, keyBox } from './view.ts'

const NAME_FAULT = 'Please give the key a name of up to 50 characters.'

const DONE = {
  renamed: 'The key has its new name.',
  restricted: 'The key can only send from now on.',
  deleted: 'The key was deleted. Requests with it are refused at once.',
}

export const apiKeyPages: DashboardPage[] = [
  page('GET /api-keys', visit => findApiKeysView(visit)),

  /** As at the API, every member of the team may do this and what follows. */
  page('POST /api-keys/make', async visit => {
    const { tx, visitor, form, now } = visit
    const name = usableKeyName(form.get('name') ?? '')
    const permission = PERMISSIONS.find(each => each.name === form.get('permission'))?.name
    if (permission === undefined) {
      return problem(400, 'No such permission', 'There are keys for everything and keys for sending.')
    }
    if (!name) return findApiKeysView(visit, { form, text: NAME_FAULT })
    const token = await makeApiKey(
      tx,
      { team_id: visitor.team.id, owner_id: visitor.user.id },
      { name, permission },
      now,
    )
    return { location: '/api-keys', flash: keyBox({ name, token }) }
  }),

  page('POST /api-keys/:id/rename', async ({ tx, visitor, params, form }) => {
    const name = usableKeyName(form.get('name') ?? '')
    if (!name) return problem(422, 'No name for a key', `${NAME_FAULT} Nothing was changed.`)
    return after('renamed', await renameApiKey(tx, visitor.team.id, params.id, name))
  }),

  page('POST /api-keys/:id/restrict', async ({ tx, visitor, params }) =>
    after('restricted', await restrictApiKey(tx, visitor.team.id, params.id)),
  ),

  page('POST /api-keys/:id/delete', async ({ tx, visitor, params }) =>
    after('deleted', await removeApiKey(tx, visitor.team.id, params.id)),
  ),
]

function after(done: keyof typeof DONE, was_there: boolean): Redirect {
  found(was_there, 'key')
  return { location: `/api-keys?done=${done}` }
}

async function findApiKeysView({ tx, visitor, query }: Visit<Visitor>, trouble?: KeyTrouble): Promise<View> {
  const page = await findPage(query, asked => listApiKeys(tx, visitor.team.id, asked))
  const done = doneBox(query, DONE)
  const members = await listMembers(tx, visitor.team.id)
  return {
    title: 'API keys',
    body: made => apiKeysBody({ page, members, visitor, done, made, trouble }),
    ...(trouble && { status: 422 }),
  }
}
