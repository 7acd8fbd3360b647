// The page of a team's API keys: the list, the form for a new key, and the new key itself.
import { type ListedApiKey, permissionsOfRole } from '../../../../identity/api-keys/actions.ts'
import { DEFAULT_PERMISSION, PERMISSIONS } from '../../../../../generated/scopes.ts'
import { RESTRICTED_PERMISSION } from '../../../../identity/api-keys/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Member } from '../../../../identity/teams/rules.ts'
import { mayOpen } from '../../access.ts'
import type { Visitor } from '../../session/visitor.ts'
import { field, innerField, lengthOf, radios } from '../../ui/fields.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { tag } from '../../ui/facts.ts'
import { inlineForm, confirmForm, panelForm } from '../../ui/forms.ts'
import { timeAgo } from '../../ui/time.ts'
import { type ListColumn, type ListPage, listPage } from '../../ui/table.ts'

/** Shown once, because only its hash is stored. */
interface NewKey {
  name: string
  token: string
}

interface KeysPageData {
  page: ListPage<ListedApiKey>
  members: readonly Member[]
  visitor: Visitor
}

export function apiKeysBody({ page, members, visitor }: KeysPageData): Html {
  const offered = permissionsOfRole(visitor.team.role)
  const chosen = entered('permission') ?? offered.find(({ name }) => name === DEFAULT_PERMISSION)?.name
  return html`<h1>API keys</h1>
    <p class="lead">
      API keys let your programs use the API for <bdi>${visitor.team.name}</bdi>. See the
      <a href="/docs">API reference</a>.
    </p>
    ${doneNote()}
    ${panelForm({
      title: 'Create API key',
      path: '/api-keys/make',
      trouble: formOutcome().trouble,
      fields: html`${field('Name', { ...NAME, hint: 'For example, the program that uses the key.', value: entered('name') })}
      ${radios('Permission', offered, { name: 'permission', value: chosen ?? offered[0]!.name })}`,
      label: 'Create API key',
    })}
    ${listPage('/api-keys', page, {
      columns: columnsOf(members, visitor),
      label: 'API keys',
      empty: 'No API keys yet. Create one to send emails from a program.',
    })}`
}

export function keyBox({ name, token }: NewKey): Html {
  return html`<section class="note done" role="status">
    <h2>API key <bdi>${name}</bdi></h2>
    <p><code class="secret">${token}</code></p>
    <p><strong>Copy the key now.</strong> It is shown only once.</p>
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
              Created by a <a href="/grants">connected app</a>. Revoking its access can delete the key.
            </p>`
          }`,
    },
    { title: 'Permission', cell: ({ permission }) => tag(PERMISSIONS.find(({ name }) => name === permission)?.title) },
    { title: 'Owner', cell: ({ owner_id }) => ownerOf(members, owner_id) },
    { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
    { title: 'Last used', cell: ({ last_used_at }) => (last_used_at === null ? 'Never' : timeAgo(last_used_at)) },
    { title: 'Actions', kind: 'acts', cell: key => keyActs(key, visitor) },
  ]
}

function ownerOf(members: readonly Member[], owner_id: string | null): Html | string {
  const owner = members.find(member => member.id === owner_id)
  return owner ? html`<bdi>${owner.email}</bdi>` : 'No owner'
}

function keyActs({ id, name, permission }: ListedApiKey, { team }: Visitor): Html | undefined {
  if (!mayOpen({ method: 'POST', who: 'builder' }, team.role)) return undefined
  const path = `/api-keys/${encodeURIComponent(id)}`
  const act = { about: name }
  return html`${inlineForm({ ...act, path: `${path}/rename`, label: 'Rename', fields: innerField('New name', { ...NAME, value: name }) })}
  ${
    permission !== RESTRICTED_PERMISSION &&
    confirmForm({
      ...act,
      path: `${path}/restrict`,
      label: 'Restrict',
      question: 'The key will only be able to send emails and existing broadcasts. This cannot be undone.',
    })
  }
  ${confirmForm({ ...act, path: `${path}/delete`, label: 'Delete', question: 'Programs that use this key stop working immediately.' })}`
}
