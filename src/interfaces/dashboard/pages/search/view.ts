// The page of the search: its field, and the results in groups, each with a link to its list.
import { type Content, type Html, html } from '../../../../base/html/html.ts'
import { EMAILS_EXAMINED_MAX } from '../../../../mail/emails/search/actions.ts'
import { searchForm } from '../../ui/forms.ts'
import { listItem, rowList } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { emailList } from '../emails/list-view.ts'
import { TYPED_MAX } from '../emails/search.ts'
import { personPath } from '../people/view.ts'
import { COMPARED_MAX, type Few, type FoundInAll, SEARCHED_INBOXES_MAX } from './find.ts'

interface SearchPageData {
  words: string
  /** `undefined` without a query. */
  found: FoundInAll | undefined
}

export function searchBody({ words, found }: SearchPageData): Html {
  return html`<h1>Search</h1>
    ${searchForm({
      path: '/search',
      name: 'q',
      title: 'Search contacts, emails, broadcasts, templates and automations',
      length_max: TYPED_MAX,
      words: found && words,
      kept: {},
      all: { path: '/search', title: 'Clear search' },
      id: 'search',
    })}
    ${found ? results(words, found) : hints()}`
}

function hints(): Html {
  return html`<h2>Search tips</h2>
    <ul>
      <li>An email address, such as ana@example.net, its beginning, or a name.</li>
      <li>Words of a subject, or part of a recipient’s address.</li>
      <li>The name of a broadcast, template or automation, or the alias of a template.</li>
      <li>An ID or the Message-ID of an email. The search opens its page.</li>
    </ul>`
}

interface Group {
  id: string
  title: string
  rows: Html
  /** The whole list, or the same search in it. */
  all: { path: string; title: string }
  note?: Content
}

function results(words: string, found: FoundInAll): Html {
  const groups = [
    ...people(words, found),
    ...emails(words, found),
    ...threads(words, found),
    ...named('Broadcasts', '/broadcasts', found.broadcasts),
    ...named('Templates', '/templates', found.templates),
    ...named('Automations', '/automations', found.automations),
  ]
  const { address } = found
  return html`${
      address !== undefined &&
      html`<p>
        <a class="alone" href="${personPath(address)}">History of <bdi>${address}</bdi></a>
      </p>`
    }
    ${groups.length > 0 ? groups.map(groupSection) : nothing(words)}
    <p class="soft">
      Searches the newest ${written(EMAILS_EXAMINED_MAX)} emails and contacts, and the newest ${written(COMPARED_MAX)}
      broadcasts, templates and automations.
    </p>`
}

function nothing(words: string): Html {
  const query = new URLSearchParams({ q: words })
  return html`<p class="empty">
    No results. Use fewer words, or search older <a href="/emails?${String(query)}">emails</a> or
    <a href="/contacts?${String(query)}">contacts</a>.
  </p>`
}

function groupSection({ id, title, rows, all, note }: Group): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${rows}
    <p><a class="alone" href="${all.path}">${all.title}</a></p>
    ${note !== undefined && html`<p class="soft">${note}</p>`}
  </section>`
}

function people(words: string, { people: { rows, isMore } }: FoundInAll): Group[] {
  if (rows.length === 0) return []
  const list = rowList(rows, {
    row: ({ email, first_name, last_name }) =>
      listItem(
        html`<h3>
            <a href="${personPath(email)}"><bdi>${email}</bdi></a>
          </h3>
          <p class="soft"><bdi>${[first_name, last_name].filter(Boolean).join(' ')}</bdi></p>`,
      ),
    empty: '',
    label: 'Contacts',
  })
  const title = isMore ? 'More matching contacts' : 'Search all contacts'
  return [
    {
      id: 'people',
      title: 'Contacts',
      rows: list,
      all: { path: `/contacts?${new URLSearchParams({ q: words })}`, title },
    },
  ]
}

function emails(words: string, { emails: { rows, behind } }: FoundInAll): Group[] {
  if (rows.length === 0) return []
  const title = behind === undefined ? 'Search all emails' : 'More matching emails'
  const all = { path: `/emails?${new URLSearchParams({ q: words })}`, title }
  return [{ id: 'emails', title: 'Emails', rows: emailList(rows, 'No emails.'), all }]
}

function threads(words: string, { threads: { rows } }: FoundInAll): Group[] {
  if (rows.length === 0) return []
  const list = rowList(rows, {
    row: ({ id, subject, inbox }) =>
      listItem(
        html`<h3>
            <a href="/inboxes/${inbox.id}/threads/${id}"><bdi>${subject || 'No subject'}</bdi></a>
          </h3>
          <p class="soft">In <bdi>${inbox.email_address}</bdi></p>`,
      ),
    empty: '',
    label: 'Conversations',
  })
  const first = rows[0]!.inbox
  const all = {
    path: `/inboxes/${first.id}?${new URLSearchParams({ q: words })}`,
    title: `Search in ${first.email_address}`,
  }
  return [
    {
      id: 'threads',
      title: 'Conversations',
      rows: list,
      all,
      note: `Searches the newest ${SEARCHED_INBOXES_MAX} inboxes.`,
    },
  ]
}

interface NamedRow {
  id: string
  name: string
  subject?: string | null
  alias?: string | null
  created_at: string
}

/** A group of named objects. */
function named(title: string, path: string, { rows }: Few<NamedRow>): Group[] {
  if (rows.length === 0) return []
  const list = rowList(rows, {
    row: ({ id, name, subject = null, alias = null, created_at }) =>
      listItem(
        html`<h3>
            <a href="${path}/${id}"><bdi>${name}</bdi></a>
          </h3>
          ${subject !== null && html`<p><bdi>${subject}</bdi></p>`}
          ${alias !== null && html`<p><code>${alias}</code></p>`}
          <p class="soft">Created ${dateTime(created_at)}</p>`,
      ),
    empty: '',
    label: title,
  })
  const what = title.toLowerCase()
  return [{ id: what, title, rows: list, all: { path, title: `All ${what}` } }]
}

const written = (count: number): string => count.toLocaleString('en')
