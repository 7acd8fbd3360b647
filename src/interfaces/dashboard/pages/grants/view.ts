// The page of a team's grants.
import type { ListedGrant, RevokedReason } from '../../../../identity/oauth/store/grants.ts'
import type { Member } from '../../../../identity/teams/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { tag } from '../../ui/facts.ts'
import { doneNote } from '../../ui/reader.ts'
import { scopeTitles } from '../../ui/scopes.ts'
import type { Visitor } from '../../session/visitor.ts'
import { confirmForm } from '../../ui/forms.ts'
import { timeAgo, dateTime } from '../../ui/time.ts'
import { type ListColumn, type ListPage, listPage } from '../../ui/table.ts'

interface GrantsPageData {
  page: ListPage<ListedGrant>
  /** The number of API keys that each grant created, by its id. */
  api_keys: ReadonlyMap<string, number>
  members: Member[]
  visitor: Visitor
}

const REASONS: Record<RevokedReason, string> = {
  revoked_from_api: 'revoked through the API',
  revoked_from_dashboard: 'revoked in the dashboard',
  revoked_by_client: 'revoked by the app',
  code_reuse: 'ended because an authorization code was used twice (possible theft)',
  refresh_token_reuse: 'ended because a refresh token was reused (possible theft)',
  password_changed: 'ended by a password change',
}

export function grantsBody(shown: GrantsPageData): Html {
  const { page, visitor } = shown
  return html`<h1>Connected apps</h1>
    <p class="lead">Apps that members gave access to <bdi>${visitor.team.name}</bdi>.</p>
    ${doneNote()}
    ${listPage('/grants', page, {
      columns: columnsOf(shown),
      label: 'Connected apps',
      empty: html`No connected apps yet. <a href="/agents">Connect an agent</a> or another app that
        <a href="/docs/guides/oauth">uses OAuth</a>.`,
    })}`
}

function columnsOf({ api_keys, members }: GrantsPageData): ListColumn<ListedGrant>[] {
  const keysOf = ({ id }: ListedGrant): number => api_keys.get(id) ?? 0
  return [
    {
      title: 'Application',
      cell: grant =>
        html`<strong><bdi>${grant.client.name}</bdi></strong>
          ${grant.revoked_at !== null && html`<p class="soft">${ending(grant)}, ${dateTime(grant.revoked_at)}</p>`}
          ${keysOf(grant) > 0 && keysLine(grant, keysOf(grant))}`,
    },
    { title: 'Scopes', cell: ({ scopes }) => tag(scopeTitles(scopes).join(', ')) },
    { title: 'Status', cell: ({ revoked_at }) => (revoked_at === null ? tag('Active', 'good') : tag('Ended', 'bad')) },
    {
      title: 'Connected by',
      cell: ({ user_id, created_at }) =>
        html`<bdi>${members.find(({ id }) => id === user_id)?.email ?? 'Former member'}</bdi>
          <p class="soft">${timeAgo(created_at)}</p>`,
    },
    { title: 'Last refreshed', cell: ({ last_used_at }) => last_used_at !== null && timeAgo(last_used_at) },
    {
      title: 'Actions',
      kind: 'acts',
      cell: grant =>
        grant.revoked_at === null &&
        confirmForm({
          path: `/grants/${encodeURIComponent(grant.id)}/revoke`,
          label: 'Revoke',
          about: grant.client.name,
          question: 'The app loses access immediately. It can request access again.',
          choices: keysOf(grant) > 0 ? keysChoice(keysOf(grant)) : undefined,
        }),
    },
  ]
}

function keysLine({ revoked_at }: ListedGrant, count: number): Html {
  const words = `Created ${count === 1 ? 'one API key' : `${count} API keys`}`
  return revoked_at === null
    ? html`<p class="soft">${words}.</p>`
    : html`<p class="soft"><strong>${words}, still valid.</strong> Delete unused keys under API keys.</p>`
}

/** The hidden field distinguishes an unchecked box from a form without the box. */
function keysChoice(count: number): Html {
  return html`<input type="hidden" name="keys_asked" value="yes" />
    <label class="check">
      <input type="checkbox" name="remove_keys" value="yes" checked />
      <span
        >${count === 1 ? 'Also delete the API key that it created' : `Also delete the ${count} API keys that it created`}</span
      >
    </label>`
}

function ending({ revoked_reason }: ListedGrant): string {
  const words = (revoked_reason && REASONS[revoked_reason]) ?? 'ended'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
