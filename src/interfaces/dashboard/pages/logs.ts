// The request log of a team's API keys and clients: a searched list, and one request with its bodies.
import { type Html, html } from '../../../base/html/html.ts'
import type { LogLine } from '../../../watch/logs/line.ts'
import { type CallerNames, momentOfLog } from '../../../watch/logs/present.ts'
import {
  findCallerNames,
  findLog,
  type FoundLog,
  type FoundLogs,
  type OmittedRequests,
  searchLogs,
} from '../../../watch/logs/search/actions.ts'
import type { LogSearch } from '../../../watch/logs/search/rules.ts'
import { type DashboardPage, openPage } from '../page.ts'
import { requireFound } from '../problems.ts'
import { facts, tag } from '../ui/facts.ts'
import { choice, field } from '../ui/fields.ts'
import { searchForm } from '../ui/forms.ts'
import { formatCount, formatNumber } from '../ui/reader.ts'
import { type ListColumn, searchPager, PAGE_LENGTH, rowList } from '../ui/table.ts'
import { dateTimeWithSeconds, dateTimeText } from '../ui/time.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const SEARCH_TEXT_MAX = 200
const REQUEST_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const logPages: DashboardPage[] = [
  openPage('GET /logs', 'developer', async ({ asVisitor, query, parts: { database, logs } }) => {
    const search = searchFromQuery(query)
    const { team_id } = await asVisitor(async ({ team_id }) => ({ team_id }))
    await logs.written()
    const id = requestIdIn(query.get('q') ?? '')
    // outside of a transaction, which would block others
    return database.read(async tx => {
      if (id !== undefined && (await findLog(tx, team_id, id))) return { location: `/logs/${id}` }
      const { after: from_id, meant } = search
      const results = await searchLogs(tx, { team_id, from_id, most: PAGE_LENGTH, onward: 'older', meant })
      const names = await findCallerNames(tx, team_id, results.rows)
      return { title: 'Logs', body: () => logsBody(search, results, names) }
    })
  }),

  openPage('GET /logs/:id', 'developer', async ({ asVisitor, params: { id }, parts: { database, logs } }) => {
    const { team_id } = await asVisitor(async ({ team_id }) => ({ team_id }))
    await logs.written()
    return database.read(async tx => {
      const log = requireFound(await findLog(tx, team_id, id.toLowerCase()), 'request')
      const names = await findCallerNames(tx, team_id, [log])
      return { title: `${log.method} ${log.path}`, body: () => logBody(log, names) }
    })
  }),
]

// ---- search -------------------------------------------------------------------------------------------------------

interface Search {
  /** `undefined`: all requests. */
  meant: LogSearch | undefined
  /** As typed, by their names in the URL. */
  typed: Record<string, string>
  after: string | undefined
}

/** The id of a request, if the text contains nothing else. */
function requestIdIn(text: string): string | undefined {
  const id = text.trim()
  return REQUEST_ID.test(id) ? id.toLowerCase() : undefined
}

function searchFromQuery(query: URLSearchParams): Search {
  const typed: Record<string, string> = {}
  for (const name of ['q', 'method', 'status']) {
    const text = (query.get(name) ?? '').trim().slice(0, SEARCH_TEXT_MAX)
    if (text !== '') typed[name] = text
  }
  const { q, method, status } = typed
  const meant: LogSearch = {
    path: q === undefined || q.startsWith('/') ? q : `/${q}`,
    method: METHODS.find(each => each === method),
    status: status !== undefined && /^[1-5](?:\d\d)?$/.test(status) ? Number(status) : undefined,
  }
  const isPlain = Object.values(meant).every(each => each === undefined)
  return { meant: isPlain ? undefined : meant, typed, after: requestIdIn(query.get('after') ?? '') }
}

function filters({ q, method, status }: Record<string, string>): Html {
  const isOpen = method !== undefined || status !== undefined
  return html`<details class="filters" ${isOpen && html`open`}>
    <summary>Filter</summary>
    <form method="get" action="/logs">
      ${q !== undefined && html`<input type="hidden" name="q" value="${q}" />`}
      ${choice({ name: 'method', title: 'Method', none: 'Any', options: METHODS.map(id => ({ id, name: id })), chosen: method })}
      ${field('Status', { name: 'status', maxlength: 3, inputmode: 'numeric', value: status, hint: 'A status code such as 422, or its first digit: 2, 4 or 5.' })}
      <p><button>Filter requests</button></p>
    </form>
  </details>`
}

// ---- list ---------------------------------------------------------------------------------------------------------

function logsBody({ typed, after }: Search, results: FoundLogs, names: CallerNames): Html {
  const { q, ...others } = typed
  return html`<h1>Logs</h1>
    <p class="lead">API requests of this team, newest first.</p>
    ${searchForm({
      path: '/logs',
      name: 'q',
      title: 'Search by start of path or by request ID',
      length_max: SEARCH_TEXT_MAX,
      words: q,
      kept: others,
      all: { path: '/logs', title: 'All requests' },
    })}
    ${filters(typed)} ${results.not_kept.map(notKeptNote)}
    ${rowList(results.rows, { columns: columnsOf(names), empty: emptyText(typed, after, results), label: 'Requests' })}
    ${searchPager('/logs', { ...results, after }, typed)}`
}

function notKeptNote({ at, count }: OmittedRequests): Html {
  return html`<p class="strip warning">
    <span
      >${formatCount(count, 'request')} at ${dateTimeText(at)} not logged: the server received too many requests.</span
    >
  </p>`
}

function columnsOf(names: CallerNames): ListColumn<LogLine>[] {
  return [
    {
      title: 'Request',
      cell: ({ id, method, path }) => html`<a href="/logs/${id}"><code>${method}</code> <bdi>${path}</bdi></a>`,
    },
    { title: 'Status', cell: statusTag },
    { title: 'Caller', cell: ({ caller }) => html`<bdi>${nameOf(caller, names)}</bdi>` },
    { title: 'Duration', kind: 'number', cell: ({ duration_ms }) => `${formatNumber(duration_ms)} ms` },
    { title: 'Time', cell: line => dateTimeWithSeconds(momentOfLog(line)) },
  ]
}

function statusTag({ status }: LogLine): Html {
  return tag(String(status), status < 400 ? 'good' : status < 500 ? 'wait' : 'bad')
}

function nameOf({ kind, id }: LogLine['caller'], names: CallerNames): string {
  return names.get(id) ?? (kind === 'api_key' ? 'Deleted API key' : 'OAuth client')
}

function emptyText(typed: Search['typed'], after: string | undefined, { behind }: FoundLogs): Html | string {
  if (behind !== undefined) return 'No matching requests in this part of the log. Search older.'
  if (after !== undefined) return 'No older requests.'
  if (Object.keys(typed).length > 0) return html`No matching requests. <a href="/logs">Show all requests</a>.`
  return html`No requests yet. <a href="/api-keys">Create an API key</a>, then follow the
    <a href="/docs/guides/quick-start">quick start</a>.`
}

// ---- one request --------------------------------------------------------------------------------------------------

function logBody(log: FoundLog, names: CallerNames): Html {
  const { id, method, path, duration_ms, user_agent, caller, bodies } = log
  return html`<p><a class="back" href="/logs">Logs</a></p>
    <h1><code>${method}</code> <bdi>${path}</bdi></h1>
    ${facts([
      ['Status', statusTag(log)],
      ['Time', html`${dateTimeWithSeconds(momentOfLog(log))}`],
      ['Duration', `${formatNumber(duration_ms)} ms`],
      ['Caller', html`<bdi>${nameOf(caller, names)}</bdi> (${caller.kind === 'api_key' ? 'API key' : 'OAuth token'})`],
      ['User agent', user_agent === null ? 'None' : html`<bdi>${user_agent}</bdi>`],
      ['Request ID', html`<code>${id}</code>`],
    ])}
    <h2>Request body</h2>
    ${bodyBox(bodies.sent, log.sent)}
    <h2>Response body</h2>
    ${bodyBox(bodies.answered, log.answered)}`
}

const NOT_STORED: Record<string, string> = {
  too_large: 'Not stored: larger than 16 kB.',
  not_json: 'Not stored: not JSON.',
  of_logs: 'Not stored: responses of the log itself are not logged.',
  erased: 'Deleted: it contained the address of an erased contact.',
}

function bodyBox(body: unknown, stored: LogLine['sent']): Html {
  if (typeof stored === 'string') return html`<p class="empty">${NOT_STORED[stored]}</p>`
  if (stored === 0) return html`<p class="empty">No body.</p>`
  return html`<pre class="text" tabindex="0">${JSON.stringify(body, null, 2)}</pre>`
}
