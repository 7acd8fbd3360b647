// The page of the search: its field, and the results in groups, each with a link to its list.
import { type Content, type Html, html } from '../../../../base/html/html.ts'
import { LOOKED_AT } from '../../../../mail/emails/search/actions.ts'
import { searchForm } from '../../ui/forms.ts'
import { item, rowList } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { emailList } from '../emails/list-view.ts'
import { TYPED_MAX } from '../emails/search.ts'
import { personPath } from '../people/view.ts'
import { COMPARED_MAX, type Few, type FoundInAll, SEARCHED_INBOXES_MAX } from './find.ts'

interface Shown {
  words: string
  /** `undefined` without a query. */
  found: FoundInAll | undefined
}

export function searchBody({ words, found }: Shown): Html {
  return html`<h1>Search</h1>
    ${searchForm({
      path: '/search',
      name: 'q',
      title: 'Find people, emails, broadcasts, templates, automations',
      length_max: TYPED_MAX,
      words: found && words,
      kept: {},
      all: { path: '/search', title: 'Search anew' },
      id: 'search',
    })}
    ${found ? results(words, found) : hints()}`
}

function hints(): Html {
  return html`<h2>What you can type</h2>
    <ul>
      <li>A whole address, such as ana@example.net, or the beginning of one, or a name.</li>
      <li>Words of a subject, or a part of a recipient's address.</li>
      <li>The name of a broadcast, template or automation, or the alias of a template.</li>
      <li>An ID, also the Message-ID of an email: it opens the page with this ID.</li>
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
        <a class="alone" href="${personPath(address)}">Everything about <bdi>${address}</bdi></a>
      </p>`
    }
    ${groups.length > 0 ? groups.map(groupSection) : nothing(words)}
    <p class="soft">
      Searched: the newest ${written(LOOKED_AT)} emails, as many contacts by name, and the newest
      ${written(COMPARED_MAX)} broadcasts, templates and automations.
    </p>`
}

function nothing(words: string): Html {
  const query = new URLSearchParams({ q: words })
  return html`<p class="empty">
    Nothing has these words. Type fewer of them, or <a href="/emails?${String(query)}">look through older emails</a> or
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
      item(
        html`<h3>
            <a href="${personPath(email)}"><bdi>${email}</bdi></a>
          </h3>
          <p class="soft"><bdi>${[first_name, last_name].filter(Boolean).join(' ')}</bdi></p>`,
      ),
    empty: '',
    label: 'People',
  })
  const title = isMore ? 'More contacts like this' : 'Search all contacts'
  return [
    {
      id: 'people',
      title: 'People',
      rows: list,
      all: { path: `/contacts?${new URLSearchParams({ q: words })}`, title },
    },
  ]
}

function emails(words: string, { emails: { rows, behind } }: FoundInAll): Group[] {
  if (rows.length === 0) return []
  const title = behind === undefined ? 'The same search in the list of emails' : 'More emails like this'
  const all = { path: `/emails?${new URLSearchParams({ q: words })}`, title }
  return [{ id: 'emails', title: 'Emails', rows: emailList(rows, 'There are none.'), all }]
}

function threads(words: string, { threads: { rows } }: FoundInAll): Group[] {
  if (rows.length === 0) return []
  const list = rowList(rows, {
    row: ({ id, subject, inbox }) =>
      item(
        html`<h3>
            <a href="/inboxes/${inbox.id}/threads/${id}"><bdi>${subject || 'No subject'}</bdi></a>
          </h3>
          <p class="soft">In <bdi>${inbox.email_address}</bdi></p>`,
      ),
    empty: '',
    label: 'Threads',
  })
  const first = rows[0]!.inbox
  const all = {
    path: `/inboxes/${first.id}?${new URLSearchParams({ q: words })}`,
    title: `The same search in ${first.email_address}`,
  }
  return [
    {
      id: 'threads',
      title: 'Threads in inboxes',
      rows: list,
      all,
      note: `Searched: the newest ${SEARCHED_INBOXES_MAX} inboxes.`,
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
function named(title: string, path: string, { rows, isMore }: Few<NamedRow>): Group[] {
  if (rows.length === 0) return []
  const list = rowList(rows, {
    row: ({ id, name, subject = null, alias = null, created_at }) =>
      item(
        html`<h3>
            <a href="${path}/${id}"><bdi>${name}</bdi></a>
          </h3>
          ${subject !== null && html`<p><bdi>${subject}</bdi></p>`}
          ${alias !== null && html`<p><code>${alias}</code></p>`}
          <p class="soft">Made ${moment(created_at)}</p>`,
      ),
    empty: '',
    label: title,
  })
  const what = title.toLowerCase()
  return [{ id: what, title, rows: list, all: { path, title: isMore ? `There are more. All ${what}` : `All ${what}` } }]
}

const written = (count: number): string => count.toLocaleString('en')
