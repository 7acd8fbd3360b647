// The page with the list of a team's email.
import { doneNote } from '../../ui/reader.ts'
import type { Page } from '../../../../base/store/page.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type Searched, WORDS_MAX } from './search.ts'
import { emailList, type ListedMail } from '../emails/list-view.ts'
import { confirmForm, searchForm } from '../../ui/forms.ts'
import { pager } from '../../ui/table.ts'
import { link } from '../../ui/link.ts'

/** The email on a page: captured email, or email sent through the relay. */
export type Shelf = 'captured' | 'sent'

/**
 * `behind`: the row that the next part starts after, even if nothing was found so far; `ahead`: the same for newer email.
 * `isPassed`: email of broadcasts was omitted.
 */
export type ShownRows = Page<ListedMail> & {
  behind?: string | undefined
  ahead?: string | undefined
  isPassed?: boolean
}

interface EmailListData {
  shelf: Shelf
  relay: string | undefined
  page: ShownRows
  place: { after?: string; before?: string }
  search: (Searched<ListedMail> & { words: string }) | undefined
  /** Whether the team has not added a domain yet. */
  lacksDomain: boolean
}

export function mailboxBody(shown: EmailListData): Html {
  const { shelf, relay, page, search, lacksDomain } = shown
  const rows = search?.found ?? page.rows
  return html`<h1>Captured emails</h1>
    ${lead(shelf, relay)} ${doneNote()}
    ${
      lacksDomain &&
      html`<p class="note">
        This team has no domain yet. <a href="/domains">Add the domain that you send from</a>, so that email is signed
        and others take it.
      </p>`
    }
    <p>Looking for a missing email? <a href="/emails">Emails</a> shows the history of each.</p>
    <p>
      To email many people at once, add <a href="/contacts">contacts</a>, group them into
      <a href="/segments">segments</a>, and create a <a href="/broadcasts">broadcast</a>.
    </p>
    ${relay !== undefined && shelves(shelf)} ${mailSearch(shown)} ${emailList(rows, emptyWords(shown), '/mailbox')}
    ${pages(shown)}
    ${
      shelf === 'captured' &&
      (page.rows.length > 0 || page.isPassed) &&
      confirmForm({
        path: '/mailbox/clear',
        label: 'Delete captured emails',
        about: 'all captured emails of this team',
        question: 'This deletes all captured emails of this team, including those not listed here.',
      })
    }`
}

function lead(shelf: Shelf, relay: string | undefined): Html {
  if (relay === undefined) {
    return html`<p class="lead">
      Emails of this team are captured here instead of sent. They are sent once <code>SMTP_URL</code> names a mail
      server.
    </p>`
  }
  return shelf === 'captured'
    ? html`<p class="lead">Emails that were captured while no mail server was configured. They were never sent.</p>`
    : html`<p class="lead">Emails are sent through <code>${relay}</code>. Newest first.</p>`
}

function shelves(current: Shelf): Html {
  const link = (shelf: Shelf, path: string, title: string): Html =>
    html`<a href="${path}" ${shelf === current && html`aria-current="page"`}>${title}</a> `
  return html`<nav class="views" aria-label="Kinds of mail">
    ${link('sent', '/mailbox', 'Outgoing')} ${link('captured', '/mailbox?shelf=captured', 'Captured')}
  </nav>`
}

function mailSearch({ search, shelf, relay }: EmailListData): Html {
  return searchForm({
    path: '/mailbox',
    name: 'q',
    title: 'Search by recipient or subject',
    length_max: WORDS_MAX,
    words: search?.words,
    kept: relay === undefined ? {} : { shelf },
    all: { path: addressOf(shelf, relay), title: 'Show all' },
  })
}

function emptyWords({ search, shelf, page, place }: EmailListData): Html | string {
  if (search?.behind !== undefined) return 'No matches in this part of the list.'
  if (search) return place.after === undefined ? 'No matching emails.' : 'No older matching emails.'
  if (page.isPassed) return 'Only broadcast emails here.'
  return html`${shelf === 'captured' ? 'No captured emails yet.' : 'No emails yet.'}
    ${link('/api-keys', 'Create an API key')} and follow the <a href="/docs/guides/quick-start">quick start</a>.`
}

const addressOf = (shelf: Shelf, relay: string | undefined): string =>
  relay !== undefined && shelf === 'captured' ? '/mailbox?shelf=captured' : '/mailbox'

function pages(shown: EmailListData): Html | false {
  const { search, page, place, shelf, relay } = shown
  const kept: Record<string, string> = relay !== undefined && shelf === 'captured' ? { shelf } : {}
  if (!search && 'behind' in page) return onward(shown)
  if (!search)
    return pager('/mailbox', { rows: page.rows, has_more: page.has_more, place }, { ...kept, broadcasts: 'yes' })
  if (search.behind === undefined) return false
  const address = `/mailbox?${new URLSearchParams({ ...kept, q: search.words, after: search.behind })}`
  return html`<nav class="pager" aria-label="Pages"><a href="${address}" class="older">Search older emails</a></nav>`
}

function onward({ page: { behind, ahead, isPassed }, place, shelf, relay }: EmailListData): Html {
  const kept: Record<string, string> = relay !== undefined && shelf === 'captured' ? { shelf } : {}
  const address = (more: Record<string, string>): string => `/mailbox?${new URLSearchParams({ ...kept, ...more })}`
  const others = shelf === 'sent' ? '/emails?origin=broadcast' : address({ broadcasts: 'yes' })
  return html`<nav class="pager" aria-label="Pages">
      ${
        ahead !== undefined
          ? html`<a href="${address({ before: ahead })}">Newer</a>`
          : place.after !== undefined && html`<a href="${addressOf(shelf, relay)}">Newest</a>`
      }
      ${behind !== undefined && html`<a href="${address({ after: behind })}" class="older">Older</a>`}
    </nav>
    ${(shelf === 'sent' || isPassed) && html`<p><a class="alone" href="${others}">Broadcast emails</a> are listed separately.</p>`}`
}
