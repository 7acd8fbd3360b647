// The page with the list of clients, and the form for a new one.
import type { AddedClient, ListedClient } from '../../../../identity/oauth/clients/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { SCOPES, scopeWords } from '../../../../base/operation/scope.ts'
import { FULL_SCOPE, type Scope } from '../../../../../generated/scopes.ts'
import { area, choice, field } from '../../ui/fields.ts'
import { isOneChosen, scopeBoxes, scopeTitles } from '../../ui/scopes.ts'
import type { Visitor } from '../../session/visitor.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { facts, tag } from '../../ui/facts.ts'
import { actForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { ago } from '../../ui/time.ts'

interface Added extends AddedClient {
  /** Names of teams that its name can be confused with. */
  teams_alike: readonly string[]
}

interface Shown extends FormOutcome {
  clients: ListedClient[]
  visitor: Visitor
}

const METHODS: [ListedClient['token_endpoint_auth_method'], string][] = [
  ['none', 'No secret (apps, command lines and pages)'],
  ['client_secret_basic', 'A secret in the Authorization header'],
  ['client_secret_post', 'A secret in the body'],
]

export function clientsBody({ clients, done, form, trouble }: Shown): Html {
  return html`<h1>Applications</h1>
    <p class="lead">Applications that can ask people for access to their teams on this server.</p>
    ${done}
    ${panelForm({ title: 'Register a client', path: '/clients', trouble, fields: newFields(form), label: 'Register' })}
    ${rowList(clients, { columns: columnsOf(), empty: 'No application is registered yet.', label: 'Applications' })}`
}

export function addedBox({ client, client_secret, teams_alike }: Added): Html {
  return html`<section class="note done" role="status">
      <h2><bdi>${client.client_name}</bdi> is registered</h2>
      ${facts([
        ['client_id', html`<code>${client.client_id}</code>`],
        client_secret !== undefined && ['client_secret', html`<code>${client_secret}</code>`],
      ])}
      ${client_secret && html`<p><strong>Copy the secret now.</strong> It is shown this once and cannot be read again.</p>`}
    </section>
    ${
      teams_alike.length > 0 &&
      html`<section class="warning" role="alert">
        <p>
          Its name can be taken for that of ${teams_alike.length === 1 ? 'a team' : 'teams'}:
          ${teams_alike.map(name => html`<bdi class="line">${name}</bdi>`)}
        </p>
        <p>
          People see both where they give access. If this is not meant so, disable it and register it under another
          name.
        </p>
      </section>`
    }`
}

function newFields(form: URLSearchParams): Html {
  const chosen = form.getAll('scope')
  const scopes = chosen.length > 0 ? SCOPES.filter(scope => chosen.includes(scope)) : [FULL_SCOPE]
  return html`${field('Name, as people will see it', { name: 'client_name', required: true, maxlength: 200, value: form.get('client_name') })}
  ${area('Redirect URIs, one on each line', { name: 'redirect_uris', rows: 3, required: true, spellcheck: 'false', value: form.get('redirect_uris') })}
  ${scopeFields(scopes)}
  ${choice({ name: 'token_endpoint_auth_method', title: 'It authenticates with', options: METHODS.map(([id, name]) => ({ id, name })), chosen: form.get('token_endpoint_auth_method') ?? 'none' })}`
}

function scopeFields(chosen: readonly Scope[]): Html {
  if (isOneChosen(SCOPES)) {
    const options = SCOPES.map(scope => ({ id: scope, name: scopeWords(scope).title }))
    return choice({
      name: 'scope',
      title: 'It may ask for',
      options,
      chosen: SCOPES.findLast(scope => chosen.includes(scope)),
    })
  }
  return html`<fieldset class="options">
    <legend>It may ask for</legend>
    ${scopeBoxes(SCOPES, chosen)}
  </fieldset>`
}

function standing({ verified, built_in, disabled_at }: ListedClient): Html {
  if (disabled_at !== null) return tag('Disabled', 'bad')
  if (built_in) return tag('Built in', 'good')
  return verified ? tag('Verified', 'good') : tag('Not verified')
}

function columnsOf(): ListColumn<ListedClient>[] {
  return [
    {
      title: 'Application',
      cell: ({ client_name, client_id, redirect_uris }) =>
        html`<strong><bdi>${client_name}</bdi></strong>
          <p class="soft">ID <code>${client_id}</code></p>
          <p class="soft">${destinations(redirect_uris)}</p>`,
    },
    { title: 'State', cell: standing },
    {
      title: 'It can ask for',
      cell: client =>
        html`${scopeTitles(client.scopes).map(title => html`${tag(title)} `)}
        ${client.document_url !== null && tag('Has a document')}
        ${client.token_endpoint_auth_method.startsWith('client_secret_') && tag('Has a secret')}
        ${client.jwks !== null && tag('Has a key')}`,
    },
    { title: 'Registered', cell: ({ created_at }) => ago(created_at) },
    { title: 'Last used', cell: ({ last_used_at }) => (last_used_at ? ago(last_used_at) : 'Never') },
    { title: 'Change', kind: 'acts', cell: client => clientActs(client) },
  ]
}

function clientActs({ id, client_name, disabled_at }: ListedClient): Html {
  const path = `/clients/${encodeURIComponent(id)}`
  const act = { about: client_name }
  return disabled_at === null
    ? confirmForm({
        ...act,
        path: `${path}/disable`,
        label: 'Disable',
        question: 'It stops working, and its access to all teams ends at once.',
      })
    : actForm({ ...act, path: `${path}/enable`, label: 'Enable' })
}

/** The redirect targets of the browser. A client without redirect URIs is for devices only. */
function destinations(redirect_uris: readonly string[]): Html {
  if (redirect_uris.length === 0) return html`Connects devices by a code`
  return html`Leads back to ${redirect_uris.map(uri => html`<code>${uri}</code> `)}`
}
