// The applications that can ask for access to this server: which there are, adding one, shutting one out.
import type { NewClient, OAuth } from '../../../../identity/oauth/actions.ts'
import { SCOPES, containedIn } from '../../../../base/operation/scope.ts'
import { Refusal } from '../../../../base/text/refusal.ts'
import { type PageOutcome, type DashboardPage, type View, type Visit, page } from '../../page.ts'
import { problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneBox } from '../../ui/flash.ts'
import { addedBox, clientsBody } from './view.ts'

const DONE = {
  disabled: 'The application was disabled, and everything that it was given ended.',
  enabled: 'The application can be used again.',
}

export const clientPages: DashboardPage[] = [
  page('GET /clients', visit => findClientsView(visit)),

  page('POST /clients', async visit => {
    const { tx, form, now, parts } = visit
    const added = describedBy(form) ?? (await orFault(parts.oauth.addClient(tx, newClient(form), now)))
    if (typeof added === 'string') return findClientsView(visit, added)
    const teams_alike = await parts.oauth.findTeamsLike(tx, added.client.client_name)
    return { location: '/clients', flash: addedBox({ ...added, teams_alike }) }
  }),

  page('POST /clients/:id/disable', visit => changeClient(visit, 'disabled', visit.parts.oauth.disableClient)),
  page('POST /clients/:id/enable', visit => changeClient(visit, 'enabled', visit.parts.oauth.enableClient)),
]

async function changeClient(
  { tx, params, now }: Visit<Visitor, 'POST /clients/:id'>,
  done: keyof typeof DONE,
  change: OAuth['disableClient'],
): Promise<PageOutcome> {
  if (await change(tx, params.id, now)) return { location: `/clients?done=${done}` }
  return problem(404, 'Nothing to change', 'There is no such application, or it is so already.')
}

async function findClientsView({ tx, visitor, query, form, parts }: Visit<Visitor>, trouble?: string): Promise<View> {
  const clients = await parts.oauth.listClients(tx)
  const done = doneBox(query, DONE)
  return {
    title: 'Clients',
    body: added => clientsBody({ clients, visitor, done, added, form, trouble }),
    ...(trouble && { status: 422 }),
  }
}

/** What is wrong with the choices; the rest is judged where every client is. */
function describedBy(form: URLSearchParams): string | undefined {
  const chosen = form.getAll('scope')
  const method = form.get('token_endpoint_auth_method')
  const known = ['none', 'client_secret_basic', 'client_secret_post']
  const isKnown = chosen.every(name => SCOPES.some(scope => scope === name))
  if (chosen.length === 0 || !isKnown) return 'Choose what the application may ask for.'
  if (!known.includes(method ?? '')) return 'Choose how the application authenticates.'
  return undefined
}

function newClient(form: URLSearchParams): NewClient {
  const chosen = form.getAll('scope')
  const lines = (form.get('redirect_uris') ?? '').split(/\r?\n/)
  return {
    client_name: (form.get('client_name') ?? '').trim(),
    redirect_uris: lines.map(line => line.trim()).filter(line => line !== ''),
    scopes: containedIn(SCOPES.filter(scope => chosen.includes(scope))),
    token_endpoint_auth_method: form.get('token_endpoint_auth_method') as NewClient['token_endpoint_auth_method'],
  }
}

/** A refusal says what the person has to change. It comes before anything is written. */
async function orFault<T>(doing: Promise<T>): Promise<T | string> {
  try {
    return await doing
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.message
    throw error
  }
}
