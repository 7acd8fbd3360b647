// How the clients look, and the form for a new one.
import type { AddedClient, ListedClient } from '../../../../identity/oauth/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { FULL_SCOPE, SCOPES, type Scope, scopeWords } from '../../../../base/operation/scope.ts'
import { area, choice, field } from '../../ui/fields.ts'
import { isOneChosen, scopeBoxes, scopeTitles } from '../../ui/scopes.ts'
import type { Visitor } from '../../session/visitor.ts'
import { actForm, confirmForm, csrfField, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'

export interface Added extends AddedClient {
  /** Names of teams that its own can be taken for. */
  teams_alike: readonly string[]
}

interface Shown {
  clients: ListedClient[]
  visitor: Visitor
  done: Html | undefined
  /** A new one, which is shown this once. */
  added: Html | undefined
  /** What was filled in, when it has to be again, and why. */
  form: URLSearchParams
  trouble: string | undefined
}

const METHODS: [ListedClient['token_endpoint_auth_method'], string][] = [
  ['none', 'No secret (apps, command lines and pages)'],
  ['client_secret_basic', 'A secret in the Authorization header'],
  ['client_secret_post', 'A secret in the body'],
]

export function clientsBody({ clients, visitor, done, added, form, trouble }: Shown): Html {
  return html`<h1>Clients</h1>
    <p class="lead">Applications that can ask people for access to their teams on this server.</p>
    ${done} ${added}
    <details class="panel" ${trouble !== undefined && html`open`}>
      <summary>Register a client</summary>
      ${troubleBox(trouble)} ${newForm(visitor, form)}
    </details>
    <ul class="rows">
      ${clients.map(client => clientRow(client, visitor))}
    </ul>`
}

export function addedBox({ client, client_secret, teams_alike }: Added): Html {
  return html`<section class="note done" role="status">
      <h2><bdi>${client.client_name}</bdi> is registered</h2>
      <dl class="facts">
        <dt>client_id</dt>
        <dd><code>${client.client_id}</code></dd>
        ${
          client_secret &&
          html`<dt>client_secret</dt>
            <dd><code>${client_secret}</code></dd>`
        }
      </dl>
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

function newForm({ csrf_token }: Visitor, form: URLSearchParams): Html {
  const method = form.get('token_endpoint_auth_method') ?? 'none'
  const chosen = form.getAll('scope')
  const scopes = chosen.length > 0 ? SCOPES.filter(scope => chosen.includes(scope)) : [FULL_SCOPE]
  return html`<form method="post" action="/clients">
    ${csrfField({ csrf_token })}
    ${field('Name, as people will see it', { name: 'client_name', required: true, maxlength: 200, value: form.get('client_name') })}
    ${area('Redirect URIs, one on each line', { name: 'redirect_uris', rows: 3, required: true, spellcheck: 'false', value: form.get('redirect_uris') })}
    ${scopeFields(scopes)}
    ${choice({ name: 'token_endpoint_auth_method', title: 'It authenticates with', options: METHODS.map(([id, name]) => ({ id, name })), chosen: method })}
    <button class="main">Register</button>
  </form>`
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

function standing({ verified, built_in }: ListedClient): Html {
  if (built_in) return html`<span class="tag good">Built in</span>`
  return verified ? html`<span class="tag good">Verified</span>` : html`<span class="tag">Not verified</span>`
}

function clientRow(client: ListedClient, { csrf_token }: Visitor): Html {
  const { client_id, client_name, scopes, disabled_at, last_used_at } = client
  return html`<li>
    <div class="what">
      <h2><bdi>${client_name}</bdi></h2>
      <p>
        ${standing(client)} ${scopeTitles(scopes).map(title => html`<span class="tag">${title}</span> `)}
        ${client.token_endpoint_auth_method !== 'none' && html`<span class="tag">Has a secret</span>`}
        ${disabled_at !== null && html`<span class="tag bad">Disabled</span>`}
      </p>
      <p class="soft"><code>${client_id}</code></p>
      <p class="soft">Leads back to ${client.redirect_uris.map(uri => html`<code>${uri}</code> `)}</p>
      <p class="soft">
        Registered ${moment(client.created_at)}${last_used_at ? html`; used ${moment(last_used_at)}` : '; never used'}
      </p>
    </div>
    ${
      disabled_at === null
        ? confirmForm({
            path: `/clients/${encodeURIComponent(client_id)}/disable`,
            label: 'Disable',
            about: client_name,
            csrf_token,
            question: 'It stops working, and its tokens end at once.',
          })
        : actForm({
            path: `/clients/${encodeURIComponent(client_id)}/enable`,
            label: 'Enable',
            about: client_name,
            csrf_token,
          })
    }
  </li>`
}
