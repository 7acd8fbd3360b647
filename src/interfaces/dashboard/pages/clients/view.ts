// The page with the list of clients, and the form for a new one.
import type { AddedClient, ListedClient } from '../../../../identity/oauth/clients/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { SCOPES, scopeTexts } from '../../../../base/operation/scope.ts'
import { FULL_SCOPE, type Scope } from '../../../../../generated/scopes.ts'
import { textArea, choice, field } from '../../ui/fields.ts'
import { isSingleChoice, scopeBoxes, scopeTitles } from '../../ui/scopes.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { facts, tag } from '../../ui/facts.ts'
import { actionForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { type ListColumn, rowList } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'

interface NewClientData extends AddedClient {
  /** Names of teams that its name can be confused with. */
  teams_alike: readonly string[]
}

const METHODS: [ListedClient['token_endpoint_auth_method'], string][] = [
  ['none', 'None (public client)'],
  ['client_secret_basic', 'Client secret in the Authorization header'],
  ['client_secret_post', 'Client secret in the request body'],
]

export function clientsBody(clients: readonly ListedClient[]): Html {
  return html`<h1>OAuth clients</h1>
    <p class="lead">Applications that can request access to teams on this server.</p>
    ${doneNote()}
    ${panelForm({ title: 'Register client', path: '/clients', trouble: formOutcome().trouble, fields: newFields(), label: 'Register client' })}
    ${rowList(clients, { columns: columnsOf(), empty: 'No OAuth clients yet. Register one so that an application can request access.', label: 'OAuth clients' })}`
}

export function addedBox({ client, client_secret, teams_alike }: NewClientData): Html {
  return html`<section class="note done" role="status">
      <h2><bdi>${client.client_name}</bdi> registered</h2>
      ${facts([
        ['client_id', html`<code>${client.client_id}</code>`],
        client_secret !== undefined && ['client_secret', html`<code>${client_secret}</code>`],
      ])}
      ${client_secret && html`<p><strong>Copy the client secret now.</strong> It is shown only once.</p>`}
    </section>
    ${
      teams_alike.length > 0 &&
      html`<section class="warning" role="alert">
        <p>
          Its name is similar to ${teams_alike.length === 1 ? 'a team' : 'teams'}:
          ${teams_alike.map(name => html`<bdi class="line">${name}</bdi>`)}
        </p>
        <p>
          The consent page shows both names. If they could be confused, disable the client and register it under another
          name.
        </p>
      </section>`
    }`
}

function newFields(): Html {
  const chosen = formOutcome().form.getAll('scope')
  const scopes = chosen.length > 0 ? SCOPES.filter(scope => chosen.includes(scope)) : [FULL_SCOPE]
  return html`${field('Public name', { name: 'client_name', hint: 'Shown on the consent page.', required: true, maxlength: 200, value: entered('client_name') })}
  ${textArea('Redirect URIs', { name: 'redirect_uris', hint: 'One per line.', rows: 3, required: true, spellcheck: 'false', value: entered('redirect_uris') })}
  ${scopeFields(scopes)}
  ${choice({ name: 'token_endpoint_auth_method', title: 'Authentication', options: METHODS.map(([id, name]) => ({ id, name })), chosen: entered('token_endpoint_auth_method', 'none') })}`
}

function scopeFields(chosen: readonly Scope[]): Html {
  if (isSingleChoice(SCOPES)) {
    const options = SCOPES.map(scope => ({ id: scope, name: scopeTexts(scope).title }))
    return choice({
      name: 'scope',
      title: 'Scopes',
      options,
      chosen: SCOPES.findLast(scope => chosen.includes(scope)),
    })
  }
  return html`<fieldset class="options">
    <legend>Scopes</legend>
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
    { title: 'Status', cell: standing },
    {
      title: 'Scopes',
      cell: client =>
        html`${scopeTitles(client.scopes).map(title => html`${tag(title)} `)}
        ${client.document_url !== null && tag('Client ID metadata document')}
        ${client.token_endpoint_auth_method.startsWith('client_secret_') && tag('Client secret')}
        ${client.jwks !== null && tag('Public key')}`,
    },
    { title: 'Registered', cell: ({ created_at }) => timeAgo(created_at) },
    { title: 'Last used', cell: ({ last_used_at }) => (last_used_at ? timeAgo(last_used_at) : 'Never') },
    { title: 'Actions', kind: 'acts', cell: client => clientActs(client) },
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
        question: 'The client stops working, and its access to all teams ends immediately.',
      })
    : actionForm({ ...act, path: `${path}/enable`, label: 'Enable' })
}

/** The redirect targets of the browser. A client without redirect URIs is for devices only. */
function destinations(redirect_uris: readonly string[]): Html {
  if (redirect_uris.length === 0) return html`Device authorization only`
  return html`Redirects to ${redirect_uris.map(uri => html`<code>${uri}</code> `)}`
}
