// The OAuth clients of this server: lists, adds, disables and enables them.
import type { OAuth } from '../../../../identity/oauth/actions.ts'
import type { NewClient } from '../../../../identity/oauth/clients/rules.ts'
import { SCOPES, impliedScopes } from '../../../../base/operation/scope.ts'
import { type PageOutcome, type DashboardPage, type Visit, page } from '../../page.ts'
import { FormFault, problem } from '../../problems.ts'
import type { Visitor } from '../../session/visitor.ts'
import { addedBox, clientsBody } from './view.ts'

const DONE = {
  disabled: 'OAuth client disabled. Its access to all teams ended.',
  enabled: 'OAuth client enabled.',
}

const clientList = page('GET /clients', 'operator', async ({ tx, parts }) => {
  const clients = await parts.oauth.listClients(tx)
  return { title: 'OAuth clients', done: DONE, body: () => clientsBody(clients) }
})

export const clientPages: DashboardPage[] = [
  clientList,

  page(
    'POST /clients',
    'operator',
    async ({ tx, form, now, parts: { oauth } }) => {
      checkChoices(form)
      const added = await oauth.addClient(tx, newClient(form), now)
      const teams_alike = await oauth.findTeamsLike(tx, added.client.client_name)
      return { location: '/clients', flash: addedBox({ ...added, teams_alike }) }
    },
    { refused: clientList },
  ),

  page('POST /clients/:id/disable', 'operator', visit =>
    changeClient(visit, 'disabled', visit.parts.oauth.disableClient),
  ),
  page('POST /clients/:id/enable', 'operator', visit => changeClient(visit, 'enabled', visit.parts.oauth.enableClient)),
]

async function changeClient(
  { tx, params, now }: Visit<Visitor, 'POST /clients/:id'>,
  done: keyof typeof DONE,
  change: OAuth['disableClient'],
): Promise<PageOutcome> {
  if (await change(tx, params.id, now)) return { location: `/clients?done=${done}` }
  return problem(404, 'Nothing to change', 'The client does not exist or already has this status.')
}

/** Checks the choices in the form; the rest is checked by the rules of clients. */
function checkChoices(form: URLSearchParams): void {
  const chosen = form.getAll('scope')
  const method = form.get('token_endpoint_auth_method')
  const known = ['none', 'client_secret_basic', 'client_secret_post']
  const isKnown = chosen.every(name => SCOPES.some(scope => scope === name))
  if (chosen.length === 0 || !isKnown) throw new FormFault('Select at least one scope.')
  if (!known.includes(method ?? '')) throw new FormFault('Select an authentication method.')
}

function newClient(form: URLSearchParams): NewClient {
  const chosen = form.getAll('scope')
  const lines = (form.get('redirect_uris') ?? '').split(/\r?\n/)
  return {
    client_name: (form.get('client_name') ?? '').trim(),
    redirect_uris: lines.map(line => line.trim()).filter(line => line !== ''),
    scopes: impliedScopes(SCOPES.filter(scope => chosen.includes(scope))),
    token_endpoint_auth_method: form.get('token_endpoint_auth_method') as NewClient['token_endpoint_auth_method'],
  }
}
