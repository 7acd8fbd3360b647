// How a team's API keys look, the form for a new one, and the one time that it is shown.
import {
  DEFAULT_PERMISSION,
  type ListedApiKey,
  PERMISSIONS,
  RESTRICTED_PERMISSION,
} from '../../../../identity/api-keys/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Member } from '../../../../identity/teams/actions.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, innerField, lengthOf, radios } from '../../ui/fields.ts'
import { confirmForm, csrfField, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { type ListPage, listPage } from '../../ui/table.ts'

/** Shown once: only its hash is kept. */
export interface NewKey {
  name: string
  token: string
}

/** Why the form has to be filled in again. */
export interface KeyTrouble {
  form: URLSearchParams
  text: string
}

interface Shown {
  page: ListPage<ListedApiKey>
  members: readonly Member[]
  visitor: Visitor
  done: Html | undefined
  /** A new one, which is shown this once. */
  made: Html | undefined
  trouble: KeyTrouble | undefined
}

export function apiKeysBody({ page, members, visitor, done, made, trouble }: Shown): Html {
  return html`<h1>API keys</h1>
    <p class="lead">
      With a key a program of yours acts for <bdi>${visitor.team.name}</bdi>: it sends the key as
      <code>Authorization: Bearer</code>. What can be done with one is described under <a href="/docs">API</a>.
    </p>
    ${done} ${made}
    <details class="panel" ${trouble !== undefined && html`open`}>
      <summary>Make a key</summary>
      ${troubleBox(trouble?.text)} ${newForm(visitor, trouble?.form)}
    </details>
    ${listPage('/api-keys', page, {
      row: key => keyRow(key, members, visitor),
      empty: 'There is no key yet. Make one to send mail from a program.',
    })}`
}

export function keyBox({ name, token }: NewKey): Html {
  return html`<section class="note done" role="status">
    <h2>The key <bdi>${name}</bdi></h2>
    <p><code class="secret">${token}</code></p>
    <p><strong>Copy it now.</strong> It is shown this once and cannot be read again.</p>
  </section>`
}

const NAME = { name: 'name', required: true, maxlength: lengthOf('CreateApiKey', 'name'), autocomplete: 'off' }

function newForm(visitor: Visitor, form: URLSearchParams | undefined): Html {
  const chosen = form?.get('permission') ?? DEFAULT_PERMISSION
  return html`<form method="post" action="/api-keys/make">
    ${csrfField(visitor)} ${field('Name, such as what it is for', { ...NAME, value: form?.get('name') })}
    ${radios('permission', 'It can', PERMISSIONS, chosen)}
    <button class="main">Make the key</button>
  </form>`
}

function keyRow(key: ListedApiKey, members: readonly Member[], visitor: Visitor): Html {
  const { id, name, permission, grant_id, owner_id, created_at, last_used_at } = key
  const { csrf_token } = visitor
  const owner = members.find(member => member.id === owner_id)
  const path = `/api-keys/${encodeURIComponent(id)}`
  return html`<li>
    <div class="what">
      <h2><bdi>${name}</bdi></h2>
      <p>
        <span class="tag">${PERMISSIONS.find(({ name }) => name === permission)?.title}</span>
        ${grant_id !== null && html`<span class="tag">Made by a client</span>`}
      </p>
      <p class="soft">
        ${owner ? html`Of <bdi>${owner.email}</bdi>` : 'Without an owner'}, made ${moment(created_at)},
        ${last_used_at === null ? 'never used' : html`last used ${moment(last_used_at)}`}
      </p>
      ${grant_id !== null && html`<p class="soft">It can end with the <a href="/grants">grant</a> of that client.</p>`}
    </div>
    <div class="acts">
      ${renameForm(path, name, visitor)}
      ${
        permission !== RESTRICTED_PERMISSION &&
        confirmForm({
          path: `${path}/restrict`,
          label: 'Restrict',
          about: name,
          csrf_token,
          question:
            'It will be able to send emails and nothing else, also broadcasts that exist already. There is no way back: for more, make another key.',
        })
      }
      ${confirmForm({
        path: `${path}/delete`,
        label: 'Delete',
        about: name,
        csrf_token,
        question: 'Programs that use this key are refused at once.',
      })}
    </div>
  </li>`
}

function renameForm(path: string, name: string, visitor: Visitor): Html {
  return html`<details class="confirm">
    <summary aria-label="Rename: ${name}">Rename</summary>
    <form method="post" action="${path}/rename">
      ${csrfField(visitor)} ${innerField('New name', { ...NAME, value: name })}
      <button>Rename</button>
    </form>
  </details>`
}
