// The page of a team's grants.
import type { ListedGrant, RevokedReason } from '../../../../identity/oauth/store/grants.ts'
import type { Member } from '../../../../identity/teams/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import { scopeTitles } from '../../ui/scopes.ts'
import type { Visitor } from '../../session/visitor.ts'
import { confirmForm } from '../../ui/forms.ts'
import { ago, moment } from '../../ui/time.ts'
import { type ListColumn, type ListPage, listPage } from '../../ui/table.ts'

interface Shown {
  page: ListPage<ListedGrant>
  /** The number of API keys that each grant created, by its id. */
  api_keys: ReadonlyMap<string, number>
  members: Member[]
  visitor: Visitor
  done: Html | undefined
}

const REASONS: Record<RevokedReason, string> = {
  revoked_from_api: 'taken back through the API',
  revoked_from_dashboard: 'taken back here',
  revoked_by_client: 'given back by the application',
  code_reuse: 'ended because a code was used twice, which a thief might do',
  refresh_token_reuse: 'ended because a token was used again, which a thief might do',
  password_changed: 'ended by a change of password',
}

export function grantsBody(shown: Shown): Html {
  const { page, visitor, done } = shown
  return html`<h1>Connected apps</h1>
    <p class="lead">Applications that people of <bdi>${visitor.team.name}</bdi> gave access to it.</p>
    ${done}
    ${listPage('/grants', page, {
      columns: columnsOf(shown),
      label: 'Applications',
      empty: html`No application has access to this team. <a href="/agents">Connect an agent</a>, or any other
        application that <a href="/docs/guides/oauth">asks for access</a>.`,
    })}`
}

function columnsOf({ api_keys, members }: Shown): ListColumn<ListedGrant>[] {
  const keysOf = ({ id }: ListedGrant): number => api_keys.get(id) ?? 0
  return [
    {
      title: 'Application',
      cell: grant =>
        html`<strong><bdi>${grant.client.name}</bdi></strong>
          ${grant.revoked_at !== null && html`<p class="soft">${ending(grant)}, ${moment(grant.revoked_at)}</p>`}
          ${keysOf(grant) > 0 && keysLine(grant, keysOf(grant))}`,
    },
    { title: 'It can', cell: ({ scopes }) => tag(scopeTitles(scopes).join(', ')) },
    { title: 'State', cell: ({ revoked_at }) => (revoked_at === null ? tag('Active', 'good') : tag('Ended', 'bad')) },
    {
      title: 'Given by',
      cell: ({ user_id, created_at }) =>
        html`<bdi>${members.find(({ id }) => id === user_id)?.email ?? 'a former member'}</bdi>
          <p class="soft">${ago(created_at)}</p>`,
    },
    { title: 'Last renewed', cell: ({ last_used_at }) => last_used_at !== null && ago(last_used_at) },
    {
      title: 'Change',
      kind: 'acts',
      cell: grant =>
        grant.revoked_at === null &&
        confirmForm({
          path: `/grants/${encodeURIComponent(grant.id)}/revoke`,
          label: 'Revoke',
          about: grant.client.name,
          question: 'Its access ends at once. It can ask for access again.',
          choices: keysOf(grant) > 0 ? keysChoice(keysOf(grant)) : undefined,
        }),
    },
  ]
}

function keysLine({ revoked_at }: ListedGrant, count: number): Html {
  const words = `It made ${count === 1 ? 'one API key' : `${count} API keys`} for itself`
  return revoked_at === null
    ? html`<p class="soft">${words}.</p>`
    : html`<p class="soft"><strong>${words}, still good:</strong> end them on their own if you do not use them.</p>`
}

/** The hidden field distinguishes an unchecked box from a form without the box. */
function keysChoice(count: number): Html {
  return html`<input type="hidden" name="keys_asked" value="yes" />
    <label class="check">
      <input type="checkbox" name="remove_keys" value="yes" checked />
      <span>${count === 1 ? 'End the API key that it made' : `End the ${count} API keys that it made`}, too</span>
    </label>`
}

function ending({ revoked_reason }: ListedGrant): string {
  const words = (revoked_reason && REASONS[revoked_reason]) ?? 'ended'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
