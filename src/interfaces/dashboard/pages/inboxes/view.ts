// The page of an inbox: its folders, labels and threads, and the actions for several threads.
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import type { LabelRecord, ShownLabel } from '../../../../inbound/inboxes/store/labels.ts'
import type { ThreadRecord } from '../../../../inbound/inboxes/store/threads.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { shortened } from '../../../../base/text/length.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { choice, field } from '../../ui/fields.ts'
import { tag } from '../../ui/facts.ts'
import { actForm, changeForm, confirmForm, csrfField } from '../../ui/forms.ts'
import { type ListPage, pager } from '../../ui/table.ts'
import { moment } from '../../ui/time.ts'
import { ALL_FOLDERS, FOLDER_NAMES, listAddress, SEARCHED_MAX } from './asked.ts'
import { inboxNameFields } from './list-view.ts'

export interface ShownThread extends ThreadRecord {
  /** The newest email of the thread that matched a search. */
  matched_id: string | null
  labels: readonly ShownLabel[]
}

interface Shown extends FormOutcome {
  inbox: InboxRecord
  visitor: Visitor
  labels: readonly LabelRecord[]
  page: ListPage<ShownThread>
  typed: Record<string, string>
  isSearch: boolean
  /** Whether this server receives email at all. */
  takes_mail: boolean
}

export function inboxBody(shown: Shown): Html {
  const { inbox, page, typed, done, form } = shown
  const { id, name, email_address } = inbox
  const about = name ?? email_address
  return html`<p><a class="back" href="/inboxes">Inboxes</a></p>
    <h1><bdi>${about}</bdi></h1>
    ${done}
    <p class="lead"><bdi>${email_address}</bdi>, ${inbox.unread} unread</p>
    ${forwardingBox(shown)}
    <div class="acts">
      ${actForm({ path: `/inboxes/${id}/drafts/make`, label: 'Write an email', about })}
      <a class="button" href="/inboxes/${id}/drafts">Drafts${inbox.drafts > 0 && html` (${inbox.drafts})`}</a>
      <a class="button" href="/inboxes/${id}/labels">Labels</a>
      <a class="button" href="/inboxes/${id}/agent">Agent</a>
      ${changeForm({ path: `/inboxes/${id}/rename`, label: 'Rename', about, fields: inboxNameFields(form, inbox) })}
      ${confirmForm({
        path: `/inboxes/${id}/delete`,
        label: 'Delete the inbox',
        about,
        question: 'Its threads, labels and drafts are deleted with it. This cannot be undone.',
      })}
    </div>
    ${searchBox(shown)} ${folderLinks(shown)} ${threadForm(shown)} ${pager(`/inboxes/${id}`, page, typed)}`
}

/** How to set up forwarding at the provider of the address; collapsed once email has been received. */
function forwardingBox({
  inbox: { email_address, receiving_address, last_received },
  takes_mail,
}: Shown): Html | false {
  return (
    receiving_address !== null &&
    html`<details class="panel" ${last_received === null && html`open`}>
      <summary>Forwarding</summary>
      <p>The mail of <bdi>${email_address}</bdi> is to be forwarded to this address:</p>
      <p><code class="copied">${receiving_address}</code></p>
      ${
        !takes_mail &&
        html`<p class="warning" role="note">
          This server takes no mail, so nothing can be forwarded to it: its operator has to set
          <code>SMTP_IN_PORT</code>.
        </p>`
      }
      <ol>
        <li>
          At the provider that has the mail of <bdi>${email_address}</bdi>, forward all of it to the address above.
          Where there is a choice, redirect it, so that its sender stays as it is.
        </li>
        <li>Some providers first ask whether you agree, by a mail to that address: read it in this inbox.</li>
        <li>
          Write to <bdi>${email_address}</bdi> from elsewhere. Your mail is here some seconds after it was forwarded.
        </li>
      </ol>
      <p class="soft hint">Keep the address secret: whatever is sent to it comes into this inbox.</p>
    </details>`
  )
}

function folderLinks({ inbox, labels, typed, isSearch }: Shown): Html {
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

export function labelTag({ name, color }: ShownLabel): Html {
  return tag(html`${dot(color)} <bdi>${name}</bdi>`)
}

function searchBox({ inbox, typed, isSearch }: Shown): Html {
  const { q, from, files, start, end, folder } = typed
  const options = Object.entries(FOLDER_NAMES).map(([id, name]) => ({ id, name }))
  return html`<details class="filters" ${isSearch && html`open`}>
    <summary>Search</summary>
    <form method="get" action="/inboxes/${inbox.id}" role="search">
      ${field('Words in subject, text and addresses', { name: 'q', type: 'search', maxlength: SEARCHED_MAX, value: q })}
      ${field('From: an address or a name', { name: 'from', maxlength: SEARCHED_MAX, autocomplete: 'off', value: from })}
      ${choice({ name: 'folder', title: 'Folder', none: 'All', options, chosen: isSearch ? folder : undefined })}
      ${field('From this day (UTC)', { name: 'start', type: 'date', value: start })}
      ${field('To this day', { name: 'end', type: 'date', value: end })}
      <label class="check">
        <input type="checkbox" name="files" value="yes" ${files === 'yes' && html`checked`} />
        <span>With attachments</span>
      </label>
      <p><button>Search</button></p>
    </form>
  </details>`
}

function threadForm({ inbox, page, labels, typed, isSearch }: Shown): Html {
  if (page.rows.length === 0) return html`<p class="empty">${emptyWords(inbox, typed, isSearch, page)}</p>`
  return html`<form method="post" action="/inboxes/${inbox.id}/mark">
    ${csrfField()}
    ${Object.entries(typed).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <ul class="mails threads" aria-label="Threads">
      ${page.rows.map(threadRow)}
    </ul>
    <fieldset>
      <legend>With the selected threads</legend>
      <div class="acts">${moveButtons()} ${labelChoice(labels)}</div>
    </fieldset>
  </form>`
}

const MOVES = {
  read: 'Mark as read',
  unread: 'Mark as unread',
  archive: 'Archive',
  inbox: 'Move to the inbox',
  spam: 'Move to spam',
  trash: 'Move to the trash',
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
      <button class="quiet" name="act" value="label">Add the label</button>
      <button class="quiet" name="act" value="unlabel">Take the label off</button>
    </span>`
  )
}

const TITLE_MAX = 300

/** A subject may be as long as the header of an email, so it is truncated. */
export function shownSubject({ subject }: { subject: string | null }): string {
  return shortened(subject || 'No subject', TITLE_MAX)
}

/** Built from pieces without white space between them, which would be a tenth of the page. */
function threadRow(thread: ShownThread): Html {
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
  const people = html`<span class="people"><bdi>${shortened(from ?? '', TITLE_MAX)}</bdi>${marks}</span>`
  const row = html`<a href="${path}">${subject}${people}<span class="when">${moment(received_at)}</span></a>`
  return html`<li ${!is_read && html`class="unread"`}><label class="pick">${box}</label>${row}</li>`
}

function emptyWords(inbox: InboxRecord, typed: Shown['typed'], isSearch: boolean, page: Shown['page']): Html | string {
  if (page.place.after !== undefined || page.place.before !== undefined) return 'There are no more.'
  if (isSearch) return 'No thread is like this.'
  if (inbox.last_received === null && Object.keys(typed).length === 0)
    return html`Nothing has come in yet. Mail to <bdi>${inbox.email_address}</bdi> is here some seconds after it was
      ${inbox.receiving_address === null ? 'sent' : 'forwarded'}.`
  return 'There is no thread here.'
}
