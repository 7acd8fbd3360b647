// The audit log of a team: the list, its search and its export.
import { type Html, html } from '../../../base/html/html.ts'
import type { Member } from '../../../identity/teams/rules.ts'
import { listMembers } from '../../../identity/teams/store.ts'
import { AUDIT_FILE_HEADERS, auditPieces } from '../../../watch/audit/actions.ts'
import { type AuditRow, type AuditSearch, listAuditEventRows } from '../../../watch/audit/store.ts'
import { ACTION_TEXTS, ACTIONS, isAction } from '../../../watch/audit/words.ts'
import { streamPieces } from '../../http/pieces.ts'
import { type DashboardPage, openPage, page } from '../page.ts'
import { choice, field, VERBATIM } from '../ui/fields.ts'
import { findPage, type ListColumn, listPage } from '../ui/table.ts'
import { dateTime } from '../ui/time.ts'
import { formText } from '../ui/form-values.ts'
import { idIn } from './emails/search.ts'

const PATH = '/audit-events'
const OBJECT_ID_MAX = 100

export const auditPages: DashboardPage[] = [
  page('GET /audit-events', 'developer', async ({ tx, team_id, visitor, query }) => {
    const search = searchFromQuery(query)
    const events = await findPage(query, asked => listAuditEventRows(tx, team_id, search, asked))
    const members = await listMembers(tx, { team_id })
    const kept = { ...search } as Record<string, string>
    const body = (): Html =>
      html`<h1>Audit log</h1>
        <p class="lead">
          Changes to API keys, domains, members, access and settings of <bdi>${visitor.team.name}</bdi>. Events cannot
          be edited.
        </p>
        ${searchPart(search, members)}
        <p><a href="${addressOf('/audit-events/export', kept)}">Download as CSV</a></p>
        ${listPage(PATH, events, {
          kept,
          columns: COLUMNS,
          label: 'Audit events',
          empty:
            Object.keys(search).length > 0
              ? 'No matching audit events.'
              : 'No audit events yet. Changes to API keys, domains, members and settings appear here.',
        })}`
    return { title: 'Audit log', body }
  }),

  openPage('GET /audit-events/export', 'developer', async ({ asVisitor, ctx, query, parts: { database } }) => {
    const team_id = await asVisitor(async visit => visit.team_id)
    const pieces = auditPieces(body => database.read(body), team_id, searchFromQuery(query))
    const content = streamPieces(pieces, { response: ctx.res, team_id })
    return { type: AUDIT_FILE_HEADERS['Content-Type'], headers: AUDIT_FILE_HEADERS, content }
  }),
]

/** The search in a URL. Unsupported values are omitted. */
function searchFromQuery(query: URLSearchParams): AuditSearch {
  const action = query.get('action') ?? ''
  const object_id = formText(query, 'object_id').slice(0, OBJECT_ID_MAX)
  const actor_id = idIn(query.get('actor_id') ?? '')
  return {
    ...(isAction(action) && { action }),
    ...(actor_id !== undefined && { actor_id }),
    ...(object_id !== '' && { object_id }),
  }
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
      ${choice({ name: 'action', title: 'Action', none: 'Any', options: ACTIONS.map(id => ({ id, name: id })), chosen: action })}
      ${choice({ name: 'actor_id', title: 'Actor', none: 'Any', options: actors, chosen: actor_id })}
      ${field('Object ID', { ...VERBATIM, name: 'object_id', maxlength: OBJECT_ID_MAX, value: object_id, hint: 'The ID of the changed object.' })}
      <p><button>Search events</button> ${isSearched && html`<a href="${PATH}">Show all events</a>`}</p>
    </form>
  </details>`
}

const COLUMNS: readonly ListColumn<AuditRow>[] = [
  {
    title: 'Event',
    cell: event =>
      html`<p>
          <bdi>${actorOf(event)}</bdi> ${ACTION_TEXTS[event.action] ?? event.action}
          ${event.object_name !== null && html`<strong><bdi>${event.object_name}</bdi></strong>`}
        </p>
        <p class="soft"><code>${event.action}</code>${Object.entries(event.changes).map(changeOf)}</p>`,
  },
  {
    title: 'Source',
    cell: ({ ip, request_id }) =>
      (ip !== null || request_id !== null) &&
      html`${ip !== null && html`<code>${ip}</code>`}
      ${request_id !== null && html`<p class="soft">Request <code>${request_id}</code></p>`}`,
  },
  { title: 'Time', cell: ({ created_at }) => dateTime(created_at) },
  {
    title: 'Related events',
    kind: 'acts',
    cell: ({ actor_id, object_id }) =>
      html`${actor_id !== null && filterLink('actor_id', actor_id, 'Same actor')}
      ${object_id !== null && filterLink('object_id', object_id, 'Same object')}`,
  },
]

function filterLink(name: string, id: string, label: string): Html {
  return html`<a href="${addressOf(PATH, { [name]: id })}">${label}</a> `
}

function changeOf([name, { before, after }]: [string, AuditRow['changes'][string]]): Html {
  return html`, ${name.replaceAll('_', ' ')}: ${before !== null && html`<bdi>${before}</bdi> → `}<bdi
      >${after ?? 'none'}</bdi
    >`
}

const KINDS: Record<AuditRow['actor_type'], string> = {
  person: 'A member',
  api_key: 'API key',
  client: 'OAuth client',
  command: 'Command',
  server: 'The server',
}

/** The actor as text. The server as actor with an IP address represents a caller without a login. */
function actorOf({ actor_type, actor_name, ip }: AuditRow): string {
  if (actor_type === 'server') return ip === null ? KINDS.server : 'Someone without a login'
  if (actor_name === null) return KINDS[actor_type]
  return actor_type === 'person' ? actor_name : `${KINDS[actor_type]} ${actor_name}`
}
