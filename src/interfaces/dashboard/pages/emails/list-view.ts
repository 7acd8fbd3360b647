// The page with a list of emails, and its search.
import type { LastEvent } from '../../../../mail/emails/rules.ts'
import type { FoundEmails } from '../../../../mail/emails/search/actions.ts'
import { type Content, type Html, html } from '../../../../base/html/html.ts'
import { choice, field } from '../../ui/fields.ts'
import { stateTag } from '../../ui/email-state.ts'
import { type ListColumn, searchPager, rowList } from '../../ui/table.ts'
import { timeAgo } from '../../ui/time.ts'
import { ALL_ORIGINS, type AskedSearch, TYPED_MAX } from './search.ts'
import { searchBox } from './search-box.ts'
import { STATUSES } from './words.ts'
import { link } from '../../ui/link.ts'

interface EmailListData {
  asked: AskedSearch
  found: FoundEmails
  automations: readonly { id: string; name: string }[]
  relay: string | undefined
}

export function emailsBody({ asked, found, automations, relay }: EmailListData): Html {
  const { typed, search } = asked
  return html`<h1>Emails</h1>
    <p class="lead">
      All emails of this team, newest first.
      ${relay === undefined && html`Emails are captured instead of sent. <a href="/mailbox">View captured emails</a>.`}
    </p>
    ${searchBox(typed.q)} ${originLinks(typed)} ${filters(typed, automations)}
    ${
      search.address !== undefined &&
      html`<p>
        <a href="/people/${encodeURIComponent(search.address)}">History of <bdi>${search.address}</bdi></a>
      </p>`
    }
    ${emailList(found.rows, emptyWords(asked, found))}
    ${searchPager('/emails', { ...found, after: asked.after }, typed)}`
}

const ORIGINS: [origin: string, title: string][] = [
  ['single', 'Single'],
  ['automation', 'Automations'],
  ['broadcast', 'Broadcasts'],
  [ALL_ORIGINS, 'All'],
]

/** Emails of broadcasts have a separate list, because one broadcast creates thousands at a time. */
function originLinks({ origin, ...others }: Record<string, string>): Html {
  const isUnasked = origin === undefined && Object.keys(others).length === 0
  const link = (path: string, title: string, isCurrent: boolean): Html =>
    html`<a href="${path}" ${isCurrent && html`aria-current="page"`}>${title}</a> `
  return html`<nav class="views" aria-label="What sent them">
    ${link('/emails', 'Except broadcasts', isUnasked)}
    ${ORIGINS.map(([id, title]) => link(`/emails?${new URLSearchParams({ ...others, origin: id })}`, title, id === origin))}
  </nav>`
}

function filters(typed: Record<string, string>, automations: EmailListData['automations']): Html {
  const { q, origin, status, tag, from, to, automation } = typed
  const isOpen = [status, tag, from, to, automation].some(each => each !== undefined)
  return html`<details class="filters" ${isOpen && html`open`}>
    <summary>Filters</summary>
    <form method="get" action="/emails">
      ${q !== undefined && html`<input type="hidden" name="q" value="${q}" />`}
      ${origin !== undefined && html`<input type="hidden" name="origin" value="${origin}" />`}
      ${choice({ name: 'status', title: 'Status', none: 'Any', options: STATUSES.map(id => ({ id, name: id.replaceAll('_', ' ') })), chosen: status })}
      ${field('Tag', { name: 'tag', hint: 'name or name:value', maxlength: TYPED_MAX, value: tag })}
      ${field('From (UTC)', { name: 'from', type: 'date', value: from })}
      ${field('To (UTC)', { name: 'to', type: 'date', value: to })}
      ${automations.length > 0 && choice({ name: 'automation', title: 'Automation', none: 'Any', options: automations, chosen: automation })}
      <p><button>Apply filters</button></p>
    </form>
  </details>`
}

/** A row in a list of emails. Captured emails have no `last_event`. */
export interface ListedMail {
  id: string
  from: string
  to: readonly string[]
  cc?: readonly string[]
  bcc?: readonly string[]
  subject: string
  last_event?: LastEvent
  created_at: string
}

/** Also lists the emails of a person and of a mailbox. `path`: the path below which each email has its page. */
export function emailList(rows: readonly ListedMail[], empty: Content, path = '/emails'): Html {
  const columns: ListColumn<ListedMail>[] = [
    {
      title: 'Subject',
      cell: ({ id, from, subject }) =>
        html`<a href="${path}/${encodeURIComponent(id)}" class="subject"><bdi>${subject || 'No subject'}</bdi></a>
          <p class="soft">From <bdi>${from}</bdi></p>`,
    },
    { title: 'To', cell: ({ to, cc = [], bcc = [] }) => html`<bdi>${[...to, ...cc, ...bcc].join(', ')}</bdi>` },
    { title: 'Status', cell: ({ last_event }) => last_event && stateTag(last_event) },
    { title: 'Created', cell: ({ created_at }) => timeAgo(created_at) },
  ]
  return rowList(rows, { columns, empty, label: 'Emails' })
}

function emptyWords({ typed, search, after }: AskedSearch, { behind }: FoundEmails): Html {
  if (behind !== undefined) return html`There is none in this part of the emails. Look further back.`
  if (after !== undefined) return html`There are no older ones.`
  if (search.address !== undefined && Object.keys(typed).length === 1) {
    return html`No email was sent to this address by this team. See whether the program that should send it got an
    answer, and with which API key: each team has its own.`
  }
  if (Object.keys(typed).length > 0) return html`No matching emails. <a href="/emails?origin=all">Show all emails</a>.`
  return html`No emails yet. ${link('/api-keys', 'Create an API key')} and follow the
    <a href="/docs/guides/quick-start">quick start</a>. Broadcasts are
    <a href="/emails?origin=broadcast">listed separately</a>.`
}
