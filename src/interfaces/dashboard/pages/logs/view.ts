// The page with the list of requests, and the page of one.
import type { FoundLog, FoundLogs, NotKept } from '../../../../watch/logs/search/actions.ts'
import { type CallerNames, momentOfLog } from '../../../../watch/logs/present.ts'
import type { LogLine } from '../../../../watch/logs/line.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { facts, tag } from '../../ui/facts.ts'
import { choice, field } from '../../ui/fields.ts'
import { searchForm } from '../../ui/forms.ts'
import { type ListColumn, onwardPager, rowList } from '../../ui/table.ts'
import { numeral } from '../../ui/reader.ts'
import { exactly, shortly } from '../../ui/time.ts'
import { type AskedLogs, METHODS, PATH_TYPED_MAX, STATUS_CLASSES } from './asked.ts'

interface Shown {
  asked: AskedLogs
  found: FoundLogs
  names: CallerNames
}

export function logsBody({ asked, found, names }: Shown): Html {
  const { q, ...others } = asked.typed
  return html`<h1>Logs</h1>
    <p class="lead">Every request that a program of this team made, the latest first.</p>
    ${searchForm({
      path: '/logs',
      name: 'q',
      title: 'Find requests by the beginning of their path, or one by its ID',
      length_max: PATH_TYPED_MAX,
      words: q,
      kept: others,
      all: { path: '/logs', title: 'All requests' },
    })}
    ${filters(asked.typed)} ${found.not_kept.map(notKeptNote)}
    ${rowList(found.rows, { columns: columnsOf(names), empty: emptyLogs(asked, found), label: 'Requests' })}
    ${onwardPager('/logs', { ...found, after: asked.after }, asked.typed)}`
}

function filters({ q, method, status }: Record<string, string>): Html {
  const isOpen = method !== undefined || status !== undefined
  const name = (each: string): string => `${each}xx`
  return html`<details class="filters" ${isOpen && html`open`}>
    <summary>Filter</summary>
    <form method="get" action="/logs">
      ${q !== undefined && html`<input type="hidden" name="q" value="${q}" />`}
      ${choice({ name: 'method', title: 'Method', none: 'Any', options: METHODS.map(id => ({ id, name: id })), chosen: method })}
      ${field(html`Status, such as ${STATUS_CLASSES.map(each => html`<code>${each}</code> for ${name(each)}, `)}<code>422</code>`, { name: 'status', maxlength: 3, inputmode: 'numeric', value: status })}
      <p><button>Filter</button></p>
    </form>
  </details>`
}

function notKeptNote({ at, count }: NotKept): Html {
  return html`<p class="strip warning">
    <span
      >${count} ${count === 1 ? 'request' : 'requests'} of ${shortly(at)} were not kept: too many came at once.</span
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
    { title: 'By', cell: ({ caller }) => html`<bdi>${nameOf(caller, names)}</bdi>` },
    { title: 'Took', kind: 'number', cell: ({ duration_ms }) => `${numeral(duration_ms)} ms` },
    { title: 'When', cell: line => exactly(momentOfLog(line)) },
  ]
}

function statusTag({ status }: LogLine): Html {
  return tag(String(status), status < 400 ? 'good' : status < 500 ? 'wait' : 'bad')
}

function nameOf({ kind, id }: LogLine['caller'], names: CallerNames): string {
  return names.get(id) ?? (kind === 'api_key' ? 'a key that was deleted' : 'an application')
}

function emptyLogs({ typed, after }: AskedLogs, { behind }: FoundLogs): Html | string {
  if (behind !== undefined) return 'There is none in this part of the log. Look further back.'
  if (after !== undefined) return 'There are no older ones.'
  if (Object.keys(typed).length > 0) return html`No request is like this. <a href="/logs">Show all requests</a>.`
  return html`No request was made yet. <a href="/api-keys">Make an API key</a>, and make the first one as the
    <a href="/docs/guides/quick-start">quick start</a> shows.`
}

export function logBody(log: FoundLog, names: CallerNames): Html {
  const { id, method, path, duration_ms, user_agent, caller, bodies } = log
  return html`<h1><code>${method}</code> <bdi>${path}</bdi></h1>
    ${facts([
      ['Status', statusTag(log)],
      ['When', html`${exactly(momentOfLog(log))}`],
      ['Took', `${duration_ms} ms`],
      ['By', html`<bdi>${nameOf(caller, names)}</bdi> (${caller.kind === 'api_key' ? 'API key' : 'OAuth token'})`],
      ['Program', user_agent === null ? 'It did not say.' : html`<bdi>${user_agent}</bdi>`],
      ['ID', html`<code>${id}</code>`],
    ])}
    <h2>Request</h2>
    ${shownBody(bodies.sent, log.sent)}
    <h2>Answer</h2>
    ${shownBody(bodies.answered, log.answered)}`
}

const LEFT_OUT: Record<string, string> = {
  too_large: 'It has more than 16 kB and was not kept.',
  not_json: 'It is not kept, as it is no JSON.',
  of_logs: 'What was asked of the log is not in the log.',
  erased: 'It held the address of a person who was erased.',
}

function shownBody(body: unknown, kept: LogLine['sent']): Html {
  if (typeof kept === 'string') return html`<p class="empty">${LEFT_OUT[kept]}</p>`
  if (kept === 0) return html`<p class="empty">There was no body.</p>`
  return html`<pre class="text" tabindex="0">${JSON.stringify(body, null, 2)}</pre>`
}
