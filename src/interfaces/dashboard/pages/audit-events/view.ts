// The page of the audit log.
import { type Html, html } from '../../../../base/html/html.ts'
import type { Member } from '../../../../identity/teams/rules.ts'
import { ACTIONS, ACTION_WORDS } from '../../../../watch/audit/words.ts'
import type { AuditRow, AuditSearch } from '../../../../watch/audit/store.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field, VERBATIM } from '../../ui/fields.ts'
import { type ListColumn, type ListPage, listPage } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'

interface Shown {
  page: ListPage<AuditRow>
  search: AuditSearch
  members: readonly Member[]
  visitor: Visitor
}

const PATH = '/audit-events'

export function auditBody({ page, search, members, visitor }: Shown): Html {
  const kept = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  return html`<h1>Audit</h1>
    <p class="lead">
      Who did what in <bdi>${visitor.team.name}</bdi>: to keys, domains, members, access and settings. Nothing here can
      be changed.
    </p>
    ${searchPart(search, members)}
    <p><a href="${addressOf('/audit-events/export', kept)}">Download as CSV</a></p>
    ${listPage(PATH, page, {
      kept,
      columns: COLUMNS,
      label: 'Entries',
      empty:
        Object.keys(search).length > 0
          ? 'Nothing like this was done.'
          : 'Nothing was written down yet. Changes to keys, domains, members and settings come in here.',
    })}`
}

const addressOf = (path: string, search: Record<string, string>): string =>
  Object.keys(search).length === 0 ? path : `${path}?${new URLSearchParams(search)}`

function searchPart({ action, actor_id, object_id }: AuditSearch, members: readonly Member[]): Html {
  const isSearched = action !== undefined || actor_id !== undefined || object_id !== undefined
  const people = members.map(({ id, email }) => ({ id, name: email }))
  const isOther = actor_id !== undefined && !people.some(({ id }) => id === actor_id)
  const actors = isOther ? [...people, { id: actor_id, name: actor_id }] : people
  return html`<details class="panel" ${isSearched && html`open`}>
    <summary>Search</summary>
    <form method="get" action="${PATH}">
      ${choice({ name: 'action', title: 'What was done', none: 'Anything', options: ACTIONS.map(id => ({ id, name: id })), chosen: action })}
      ${choice({ name: 'actor_id', title: 'Who did it', none: 'Anyone', options: actors, chosen: actor_id })}
      ${field('Id of what it was done to', { ...VERBATIM, name: 'object_id', maxlength: 100, value: object_id })}
      <p><button>Search</button> ${isSearched && html`<a href="${PATH}">Show everything</a>`}</p>
    </form>
  </details>`
}

const COLUMNS: readonly ListColumn<AuditRow>[] = [
  {
    title: 'What was done',
    cell: event =>
      html`<p>
          <bdi>${actorOf(event)}</bdi> ${ACTION_WORDS[event.action] ?? event.action}
          ${event.object_name !== null && html`<strong><bdi>${event.object_name}</bdi></strong>`}
        </p>
        <p class="soft"><code>${event.action}</code>${changesOf(event)}</p>`,
  },
  {
    title: 'From',
    cell: ({ ip, request_id }) =>
      (ip !== null || request_id !== null) &&
      html`${ip !== null && html`<code>${ip}</code>`}
      ${request_id !== null && html`<p class="soft">Request <code>${request_id}</code></p>`}`,
  },
  { title: 'When', cell: ({ created_at }) => moment(created_at) },
  {
    title: 'Show',
    kind: 'acts',
    cell: ({ actor_id, object_id }) =>
      html`${actor_id !== null && filterLink('actor_id', actor_id, 'More by them')}
      ${object_id !== null && filterLink('object_id', object_id, 'More about it')}`,
  },
]

function changesOf(event: AuditRow): Html[] {
  return Object.entries(event.changes).map(([name, change]) => changeOf(name, change))
}

function filterLink(name: string, id: string, label: string): Html {
  return html`<a href="${addressOf(PATH, { [name]: id })}">${label}</a> `
}

function changeOf(name: string, { before, after }: AuditRow['changes'][string]): Html {
  return html`, ${name.replaceAll('_', ' ')}: ${before !== null && html`<bdi>${before}</bdi> → `}<bdi
      >${after ?? 'none'}</bdi
    >`
}

const KINDS: Record<AuditRow['actor_type'], string> = {
  person: 'A person',
  api_key: 'The API key',
  client: 'The application',
  command: 'The command',
  server: 'The server',
}

/** The actor as text. The server as actor with an IP address represents a caller without a login. */
function actorOf({ actor_type, actor_name, ip }: AuditRow): string {
  if (actor_type === 'server') return ip === null ? KINDS.server : 'Someone without a login'
  if (actor_name === null) return KINDS[actor_type]
  return actor_type === 'person' ? actor_name : `${KINDS[actor_type]} ${actor_name}`
}
