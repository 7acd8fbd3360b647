// The page of an inbox: its folders, labels and conversations, and the actions for several conversations.
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import type { LabelRecord, LabelSummary } from '../../../../inbound/inboxes/store/labels.ts'
import type { ThreadRecord } from '../../../../inbound/inboxes/store/threads.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { truncate } from '../../../../base/text/length.ts'
import { choice, field } from '../../ui/fields.ts'
import { tag } from '../../ui/facts.ts'
import { actionForm, inlineForm, confirmForm, csrfField } from '../../ui/forms.ts'
import { doneNote } from '../../ui/reader.ts'
import { type ListPage, pager } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'
import { ALL_FOLDERS, FOLDER_NAMES, inboxNameFields, listAddress, SEARCHED_MAX } from './forms.ts'

export interface ListedThread extends ThreadRecord {
  /** The newest email of the thread that matched a search. */
  matched_id: string | null
  labels: readonly LabelSummary[]
}

interface InboxPageData {
  inbox: InboxRecord
  labels: readonly LabelRecord[]
  page: ListPage<ListedThread>
  typed: Record<string, string>
  isSearch: boolean
  /** Whether this server receives email at all. */
  receives_email: boolean
}

export const inboxTitle = ({ name, email_address }: InboxRecord): string => name ?? email_address

/** The link from a page below an inbox. */
export function backToInbox(inbox: InboxRecord): Html {
  return html`<p>
    <a class="back" href="/inboxes/${inbox.id}"><bdi>${inboxTitle(inbox)}</bdi></a>
  </p>`
}

export function inboxBody(data: InboxPageData): Html {
  const { inbox, page, typed } = data
  const { id, email_address } = inbox
  const about = inboxTitle(inbox)
  return html`<p><a class="back" href="/inboxes">Inboxes</a></p>
    <h1><bdi>${about}</bdi></h1>
    ${doneNote()}
    <p class="lead"><bdi>${email_address}</bdi>, ${inbox.unread} unread</p>
    ${forwardingBox(data)}
    <div class="acts">
      ${actionForm({ path: `/inboxes/${id}/drafts/make`, label: 'Write email', about })}
      <a class="button" href="/inboxes/${id}/drafts">Drafts${inbox.drafts > 0 && html` (${inbox.drafts})`}</a>
      <a class="button" href="/inboxes/${id}/labels">Labels</a>
      <a class="button" href="/inboxes/${id}/agent">Agent</a>
      ${inlineForm({ path: `/inboxes/${id}/rename`, label: 'Rename', about, fields: inboxNameFields(inbox) })}
      ${confirmForm({
        path: `/inboxes/${id}/delete`,
        label: 'Delete inbox',
        about,
        question: 'Its conversations, labels and drafts are also deleted. This cannot be undone.',
      })}
    </div>
    ${searchBox(data)} ${folderLinks(data)} ${threadForm(data)} ${pager(`/inboxes/${id}`, page, typed)}`
}

/** Instructions to set up forwarding at the email provider; collapsed after the first received email. */
function forwardingBox({
  inbox: { email_address, receiving_address, last_received },
  receives_email,
}: InboxPageData): Html | false {
  return (
    receiving_address !== null &&
    html`<details class="panel" ${last_received === null && html`open`}>
      <summary>Forwarding</summary>
      <p>Forward all emails sent to <bdi>${email_address}</bdi> to this address:</p>
      <p><code class="copied">${receiving_address}</code></p>
      ${
        !receives_email &&
        html`<p class="warning" role="note">
          This server does not receive email, so nothing can be forwarded to it. The operator must set
          <code>SMTP_IN_PORT</code>.
        </p>`
      }
      <ol>
        <li>
          In the settings of your email provider, forward all emails for <bdi>${email_address}</bdi> to the address
          above. If the provider offers redirecting, use that instead. It preserves the sender.
        </li>
        <li>Some providers first send a confirmation email to the address above. Open it in this inbox.</li>
        <li>
          Send a test email to <bdi>${email_address}</bdi> from another account. It appears here a few seconds after it
          is forwarded.
        </li>
      </ol>
      <p class="soft hint">Keep the address above secret. Every email sent to it appears in this inbox.</p>
    </details>`
  )
}

function folderLinks({ inbox, labels, typed, isSearch }: InboxPageData): Html {
  const { folder, label, read } = typed
  const current = folder ?? (isSearch || label !== undefined ? ALL_FOLDERS : 'inbox')
  const link = (to: Record<string, string>, title: Html | string, isCurrent: boolean): Html =>
    html`<a href="${listAddress(inbox.id, to)}" ${isCurrent && html`aria-current="page"`}>${title}</a> `
  const isPlain = label === undefined && read === undefined && !isSearch
  return html`<nav class="views" aria-label="Folders">
      ${Object.entries(FOLDER_NAMES).map(([name, title]) => link({ folder: name }, title, isPlain && name === current))}
      ${link({ folder: ALL_FOLDERS }, 'All', isPlain && current === ALL_FOLDERS)}
      ${link({ folder: 'inbox', read: 'no' }, 'Unread', read === 'no' && !isSearch)}
    </nav>
    ${
      labels.length > 0 &&
      html`<nav class="views" aria-label="Labels">
        ${labels.map(({ id, name, color }) => link({ label: id }, html`${dot(color)} <bdi>${name}</bdi>`, id === label))}
      </nav>`
    }`
}

/** The color of a label; the name is always next to it. */
export function dot(color: string): Html {
  return html`<svg class="dot" viewBox="0 0 8 8" aria-hidden="true">
    <circle cx="4" cy="4" r="4" fill="${color}" />
  </svg>`
}

export function labelTag({ name, color }: LabelSummary): Html {
  return tag(html`${dot(color)} <bdi>${name}</bdi>`)
}

function searchBox({ inbox, typed, isSearch }: InboxPageData): Html {
  const { q, from, files, start, end, folder } = typed
  const options = Object.entries(FOLDER_NAMES).map(([id, name]) => ({ id, name }))
  return html`<details class="filters" ${isSearch && html`open`}>
    <summary>Search</summary>
    <form method="get" action="/inboxes/${inbox.id}" role="search">
      ${field('Keywords', { name: 'q', type: 'search', maxlength: SEARCHED_MAX, hint: 'Searches subjects, texts and addresses.', value: q })}
      ${field('From', { name: 'from', maxlength: SEARCHED_MAX, autocomplete: 'off', hint: 'An address or a name.', value: from })}
      ${choice({ name: 'folder', title: 'Folder', none: 'All', options, chosen: isSearch ? folder : undefined })}
      ${field('Start date', { name: 'start', type: 'date', hint: 'In UTC.', value: start })}
      ${field('End date', { name: 'end', type: 'date', hint: 'In UTC.', value: end })}
      <label class="check">
        <input type="checkbox" name="files" value="yes" ${files === 'yes' && html`checked`} />
        <span>Has attachments</span>
      </label>
      <p><button>Search</button></p>
    </form>
  </details>`
}

function threadForm({ inbox, page, labels, typed, isSearch }: InboxPageData): Html {
  if (page.rows.length === 0) return html`<p class="empty">${emptyText({ inbox, typed, isSearch, page })}</p>`
  return html`<form method="post" action="/inboxes/${inbox.id}/mark">
    ${csrfField()}
    ${Object.entries(typed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <ul class="mails threads" aria-label="Conversations">
      ${page.rows.map(threadRow)}
    </ul>
    <fieldset>
      <legend>Selected conversations</legend>
      <div class="acts">${moveButtons()} ${labelChoice(labels)}</div>
    </fieldset>
  </form>`
}

const MOVES = {
  read: 'Mark as read',
  unread: 'Mark as unread',
  archive: 'Archive',
  inbox: 'Move to inbox',
  spam: 'Move to spam',
  trash: 'Move to trash',
}

export function moveButtons(): Html {
  return html`${Object.entries(MOVES).map(([act, title]) => html`<button class="quiet" name="act" value="${act}">${title}</button> `)}`
}

export function labelChoice(labels: readonly LabelRecord[]): Html | false {
  return (
    labels.length > 0 &&
    html`<span class="choose">
      <select name="label_id" aria-label="Label">
        ${labels.map(({ id, name }) => html`<option value="${id}">${name}</option>`)}
      </select>
      <button class="quiet" name="act" value="label">Add label</button>
      <button class="quiet" name="act" value="unlabel">Remove label</button>
    </span>`
  )
}

const TITLE_MAX = 300

/** A subject may be as long as the header of an email, so it is truncated. */
export function shownSubject({ subject }: { subject: string | null }): string {
  return truncate(subject || 'No subject', TITLE_MAX)
}

/** Without white space between the elements, which would be a tenth of the page. */
function threadRow(thread: ListedThread): Html {
  const { id, inbox_id, from, is_read, email_count, has_attachment, drafts, received_at, labels, matched_id } = thread
  const title = shownSubject(thread)
  const path = `/inboxes/${inbox_id}/threads/${id}${matched_id === null ? '' : `?email=${matched_id}`}`
  const box = html`<input type="checkbox" name="thread_id" value="${id}" aria-label="Select: ${title}" />`
  const subject = html`<span class="subject"><bdi>${title}</bdi></span>`
  const marks = [
    email_count > 1 && html` (${email_count} emails)`,
    !is_read && tag('Unread', 'good'),
    has_attachment && tag('Attachments'),
    drafts > 0 && tag('Draft', 'wait'),
    ...labels.map(labelTag),
  ]
  const people = html`<span class="people"><bdi>${truncate(from ?? '', TITLE_MAX)}</bdi>${marks}</span>`
  const row = html`<a href="${path}">${subject}${people}<span class="when">${dateTime(received_at)}</span></a>`
  return html`<li ${!is_read && html`class="unread"`}><label class="pick">${box}</label>${row}</li>`
}

type EmptyList = Pick<InboxPageData, 'inbox' | 'typed' | 'isSearch' | 'page'>

function emptyText({ inbox, typed, isSearch, page }: EmptyList): Html | string {
  if (page.place.after !== undefined || page.place.before !== undefined) return 'No more results.'
  if (isSearch) return 'No conversations match your search.'
  if (inbox.last_received === null && Object.keys(typed).length === 0)
    return html`No emails yet. Emails to <bdi>${inbox.email_address}</bdi> appear here a few seconds after they are
      ${inbox.receiving_address === null ? 'sent' : 'forwarded'}.`
  return 'No conversations in this view.'
}
