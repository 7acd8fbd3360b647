// The page of a team's API keys: the list, the form for a new key, and the new key itself.
import {
  DEFAULT_PERMISSION,
  type ListedApiKey,
  PERMISSIONS,
  RESTRICTED_PERMISSION,
  permissionsOfRole,
} from '../../../../identity/api-keys/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Member } from '../../../../identity/teams/actions.ts'
import { mayOpen } from '../../access.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, innerField, lengthOf, radios } from '../../ui/fields.ts'
import type { FormOutcome } from '../../page.ts'
import { tag } from '../../ui/facts.ts'
import { changeForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { item, type ListPage, listPage } from '../../ui/table.ts'

/** Shown once, as only its hash is stored. */
interface NewKey {
  name: string
  token: string
}

interface Shown extends FormOutcome {
  page: ListPage<ListedApiKey>
  members: readonly Member[]
  visitor: Visitor
}

export function apiKeysBody({ page, members, visitor, done, trouble, form }: Shown): Html {
  const offered = permissionsOfRole(visitor.team.role)
  const chosen = form.get('permission') ?? offered.find(({ name }) => name === DEFAULT_PERMISSION)?.name
  return html`<h1>API keys</h1>
    <p class="lead">
      With a key a program of yours acts for <bdi>${visitor.team.name}</bdi>: it sends the key as
      <code>Authorization: Bearer</code>. What can be done with one is described under <a href="/docs">API</a>.
    </p>
    ${done}
    ${panelForm({
      title: 'Make a key',
      path: '/api-keys/make',
      csrf_token: visitor.csrf_token,
      trouble,
      fields: html`${field('Name, such as what it is for', { ...NAME, value: form.get('name') })}
      ${radios('It can', offered, { name: 'permission', value: chosen ?? offered[0]!.name })}`,
      label: 'Make the key',
    })}
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

function keyRow(key: ListedApiKey, members: readonly Member[], { csrf_token, team }: Visitor): Html {
  const { id, name, permission, grant_id, owner_id, created_at, last_used_at } = key
  const owner = members.find(member => member.id === owner_id)
  const path = `/api-keys/${encodeURIComponent(id)}`
  const act = { about: name, csrf_token }
  return item(
    html`<h2><bdi>${name}</bdi></h2>
      <p>
        ${tag(PERMISSIONS.find(({ name }) => name === permission)?.title)}
        ${grant_id !== null && tag('Made by a client')}
      </p>
      <p class="soft">
        ${owner ? html`Of <bdi>${owner.email}</bdi>` : 'Without an owner'}, made ${moment(created_at)},
        ${last_used_at === null ? 'never used' : html`last used ${moment(last_used_at)}`}
      </p>
      ${grant_id !== null && html`<p class="soft">It can end with the <a href="/grants">grant</a> of that client.</p>`}`,
    mayOpen('POST /api-keys/:id/delete', team.role) &&
      html`<div class="acts">
        ${changeForm({ ...act, path: `${path}/rename`, label: 'Rename', fields: innerField('New name', { ...NAME, value: name }) })}
        ${
          permission !== RESTRICTED_PERMISSION &&
          confirmForm({
            ...act,
            path: `${path}/restrict`,
            label: 'Restrict',
            question:
              'It will be able to send emails and nothing else, also broadcasts that exist already. There is no way back: for more, make another key.',
          })
        }
        ${confirmForm({ ...act, path: `${path}/delete`, label: 'Delete', question: 'Programs that use this key are refused at once.' })}
      </div>`,
  )
}
