// The page of a team's API keys: the list, the form for a new key, and the new key itself.
import { type ListedApiKey, permissionsOfRole } from '../../../../identity/api-keys/actions.ts'
import { DEFAULT_PERMISSION, PERMISSIONS } from '../../../../../generated/scopes.ts'
import { RESTRICTED_PERMISSION } from '../../../../identity/api-keys/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Member } from '../../../../identity/teams/rules.ts'
import { mayOpen } from '../../access.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, innerField, lengthOf, radios } from '../../ui/fields.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import { tag } from '../../ui/facts.ts'
import { changeForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { ago } from '../../ui/time.ts'
import { type ListColumn, type ListPage, listPage } from '../../ui/table.ts'

/** Shown once, because only its hash is stored. */
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
      With a key, a program of yours sends mail and does more for <bdi>${visitor.team.name}</bdi>. The
      <a href="/docs">API reference</a> shows how.
    </p>
    ${done}
    ${panelForm({
      title: 'Make a key',
      path: '/api-keys/make',
      trouble,
      fields: html`${field('Name, such as what it is for', { ...NAME, value: form.get('name') })}
      ${radios('It can', offered, { name: 'permission', value: chosen ?? offered[0]!.name })}`,
      label: 'Make the key',
    })}
    ${listPage('/api-keys', page, {
      columns: columnsOf(members, visitor),
      label: 'API keys',
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

function columnsOf(members: readonly Member[], visitor: Visitor): ListColumn<ListedApiKey>[] {
  return [
    {
      title: 'Key',
      cell: ({ name, grant_id }) =>
        html`<strong><bdi>${name}</bdi></strong> ${
            grant_id !== null &&
            html`<p class="soft">
              Made by an application. It can end with <a href="/grants">the access of that application</a>.
            </p>`
          }`,
    },
    { title: 'It can', cell: ({ permission }) => tag(PERMISSIONS.find(({ name }) => name === permission)?.title) },
    { title: 'Owner', cell: ({ owner_id }) => ownerOf(members, owner_id) },
    { title: 'Made', cell: ({ created_at }) => ago(created_at) },
    { title: 'Last used', cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : ago(last_used_at)) },
    { title: 'Change', kind: 'acts', cell: key => keyActs(key, visitor) },
  ]
}

function ownerOf(members: readonly Member[], owner_id: string | null): Html | string {
  const owner = members.find(member => member.id === owner_id)
  return owner ? html`<bdi>${owner.email}</bdi>` : 'Without an owner'
}

function keyActs({ id, name, permission }: ListedApiKey, { team }: Visitor): Html | undefined {
  if (!mayOpen({ method: 'POST', who: 'builder' }, team.role)) return undefined
  const path = `/api-keys/${encodeURIComponent(id)}`
  const act = { about: name }
  return html`${changeForm({ ...act, path: `${path}/rename`, label: 'Rename', fields: innerField('New name', { ...NAME, value: name }) })}
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
  ${confirmForm({ ...act, path: `${path}/delete`, label: 'Delete', question: 'Programs that use this key are refused at once.' })}`
}
