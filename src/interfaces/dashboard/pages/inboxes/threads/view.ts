// The page of a conversation: its drafts, its emails in order with one of them open, and its actions.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { LabelRecord, LabelSummary } from '../../../../../inbound/inboxes/store/labels.ts'
import type { MessageRecord } from '../../../../../inbound/inboxes/store/messages.ts'
import type { ThreadRecord } from '../../../../../inbound/inboxes/store/threads.ts'
import type { DraftRecord } from '../../../../../inbound/inboxes/drafts/store.ts'
import type { ListedReceived } from '../../../../../inbound/receiving/store.ts'
import type { Schemas } from '../../../../../../generated/api.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { addressFact, type Fact, facts, moodTag, tag } from '../../../ui/facts.ts'
import { actionForm, confirmForm, csrfField } from '../../../ui/forms.ts'
import { fileList, emailFrame, emailText, type PageFile } from '../../../ui/mail-frame.ts'
import { doneNote } from '../../../ui/reader.ts'
import { type ListPage, pager } from '../../../ui/table.ts'
import { dateTime } from '../../../ui/time.ts'
import { FOLDER_NAMES, listAddress } from '../forms.ts'
import { inboxTitle, labelChoice, labelTag, moveButtons, shownSubject } from '../view.ts'
import { senderCheck } from './received.ts'

type Draft = Pick<DraftRecord, 'id' | 'reply_to_email_id' | 'writer_id' | 'updated_at'>

interface OpenMessage {
  message: MessageRecord
  email: Schemas['InboxEmail']
  received: ListedReceived | undefined
  files: readonly PageFile[]
  raw_url: string | undefined
  /** Set if the text is shown instead of the HTML. */
  text: string | null
  /** Whether the page loads images from other servers. */
  images: boolean
}

interface ThreadPageData {
  inbox: InboxRecord
  thread: ThreadRecord
  visitor: Visitor
  page: ListPage<MessageRecord>
  heads: ReadonlyMap<string, ListedReceived>
  labels: readonly LabelRecord[]
  own_labels: readonly LabelSummary[]
  drafts: readonly Draft[]
  /** The names of the members of the team. */
  people: ReadonlyMap<string, string>
  open: OpenMessage
}

export function threadBody(data: ThreadPageData): Html {
  const { inbox, thread, page, own_labels, open } = data
  const path = pathOf(thread)
  // the message that a search found may be on another page
  const isThere = page.rows.some(({ id }) => id === open.message.id)
  const rows = isThere ? page.rows : [...page.rows, open.message]
  const inOrder = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return html`<p>
      <a class="back" href="${listAddress(inbox.id, { folder: thread.folder })}"
        ><span><bdi>${inboxTitle(inbox)}</bdi>, ${FOLDER_NAMES[thread.folder]}</span></a
      >
    </p>
    <h1><bdi>${shownSubject(thread)}</bdi></h1>
    ${doneNote()}
    <p class="lead">${!thread.is_read && tag('Unread', 'good')} ${own_labels.map(labelTag)} ${activity(data)}</p>
    ${threadActs(data)}
    <ol class="rows messages" aria-label="Emails, oldest first">
      ${inOrder.map(message => (message.id === open.message.id ? openRow(data) : closedRow(message, data)))}
    </ol>
    ${pager(path, page)}`
}

const pathOf = ({ inbox_id, id }: ThreadRecord): string => `/inboxes/${inbox_id}/threads/${id}`

/** The last reply and the unsent replies. */
function activity({ inbox, page, drafts, people, visitor }: ThreadPageData): Html {
  const last = page.rows.find(({ direction }) => direction === 'outbound')
  return html`${last && html`Last reply: ${writerName(last.writer_id, people, visitor)}, ${dateTime(last.created_at)}.`}
  ${drafts.map(
    ({ id, writer_id, updated_at }) =>
      html`<span class="line">
        <strong
          >${writerName(writer_id, people, visitor)} ${writer_id === visitor.user.id ? 'have' : 'has'} an unsent
          reply</strong
        >, updated ${dateTime(updated_at)}. <a href="/inboxes/${inbox.id}/drafts/${id}">Open draft</a>
      </span>`,
  )}`
}

export function writerName(id: string | null, people: ThreadPageData['people'], { user }: Visitor): Html {
  if (id === user.id) return html`You`
  return html`<bdi>${id === null ? 'API' : (people.get(id) ?? 'Former member')}</bdi>`
}

function threadActs({ inbox, thread, labels }: ThreadPageData): Html {
  return html`<form method="post" action="/inboxes/${inbox.id}/mark">
      ${csrfField()}
      <input type="hidden" name="thread_id" value="${thread.id}" />
      <input type="hidden" name="back" value="thread" />
      <div class="acts">${moveButtons()} ${labelChoice(labels)}</div>
    </form>
    ${
      thread.folder === 'trash' &&
      confirmForm({
        path: `${pathOf(thread)}/delete`,
        label: 'Delete conversation',
        about: shownSubject(thread),
        question: 'The conversation is permanently deleted from this inbox.',
      })
    }`
}

function author(
  { direction, writer_id }: MessageRecord,
  head: ListedReceived | undefined,
  { inbox, people, visitor }: ThreadPageData,
): Html {
  if (direction === 'inbound') return html`<bdi>${head?.from_name || head?.from_address || 'Unknown sender'}</bdi>`
  return html`<bdi>${inbox.from_name ?? inbox.email_address}</bdi>, sent by ${writerName(writer_id, people, visitor)}`
}

function closedRow(message: MessageRecord, data: ThreadPageData): Html {
  const head = data.heads.get(message.id)
  return html`<li id="email-${message.id}">
    <div class="what">
      <h2>
        <a href="${pathOf(data.thread)}?email=${message.id}#email-${message.id}">${author(message, head, data)}</a>
      </h2>
      ${head?.snippet && html`<p class="soft"><bdi>${head.snippet}</bdi></p>`}
    </div>
    <span class="when">${message.has_attachment && tag('Attachments')} ${dateTime(message.created_at)}</span>
  </li>`
}

function openRow(data: ThreadPageData): Html {
  const { message, email, received, files, text } = data.open
  const { from, to, cc, bcc, reply_to, received_at } = email
  const check = received && senderCheck(received)
  return html`<li id="email-${message.id}" class="open">
    <article aria-label="Selected email">
      <h2>${author(message, received, data)}</h2>
      ${received?.verdict === 'spam' && html`<p class="trouble">This email was classified as spam. Do not open its links or attachments unless you trust the sender.</p>`}
      ${facts([
        addressFact('From', [from]),
        manyAddresses('To', to),
        manyAddresses('Cc', cc),
        manyAddresses('Bcc', bcc),
        manyAddresses('Reply-to', reply_to),
        ['Date', dateTime(received_at)],
        check !== undefined && [
          'Sender',
          html`${moodTag(check)} ${check.sentence}
            <details>
              <summary>Authentication details</summary>
              <p class="soft">${check.details}</p>
            </details>`,
        ],
        message.direction === 'outbound' && ['Status', html`<a href="/emails/${message.id}">Delivery status</a>`],
      ])}
      ${
        received &&
        received.problems.length > 0 &&
        html`<p class="note">Parts of this email could not be parsed: ${received.problems.join('; ')}.</p>`
      }
      ${fileList(files)}
      ${received && received.attachments > files.length && html`<p class="note">Showing the first ${files.length} of ${received.attachments} attachments. The raw email contains all of them.</p>`}
      ${text === null ? emailFrame(framePath(data)) : emailText(text)}
      <p class="ways">${ways(data)}</p>
      ${replyButtons(data)}
    </article>
  </li>`
}

const ADDRESSES_MAX = 50

/** The first addresses of an email, with the number of the others. */
function manyAddresses(title: string, addresses: readonly string[] | null): Fact {
  const all = addresses ?? []
  const more = all.length - ADDRESSES_MAX
  return addressFact(title, more > 0 ? [...all.slice(0, ADDRESSES_MAX), `and ${more} more`] : all)
}

const framePath = ({ thread, open: { message, images } }: ThreadPageData): string =>
  `${pathOf(thread)}/emails/${message.id}/html${images ? '?images=yes' : ''}`

/** Other views of the open email. Loading images from other servers tells its sender that and when it was opened. */
function ways({ thread, open: { message, email, text, images, raw_url } }: ThreadPageData): Html {
  const address = (more: Record<string, string>): string =>
    `${pathOf(thread)}?${new URLSearchParams({ email: message.id, ...more })}#email-${message.id}`
  const hasRemote = email.html !== null && /<img\s|<image\s|url\(/i.test(email.html) && /https?:/i.test(email.html)
  return html`${
    hasRemote &&
    text === null &&
    !images &&
    html`External images are blocked.
      <a class="alone" href="${address({ images: 'yes' })}">Show images</a> `
  }
  ${
    email.html !== null &&
    html`<a class="alone" href="${address(text === null ? { view: 'text' } : {})}"
      >${text === null ? 'View as plain text' : 'View as HTML'}</a
    > `
  }
  ${raw_url !== undefined && html`<a class="alone" href="${raw_url}" download>Download raw email</a>`}`
}

function replyButtons({ thread, open: { message, email } }: ThreadPageData): Html {
  const path = `${pathOf(thread)}/emails/${message.id}`
  const about = shownSubject(email)
  return html`<div class="acts">
    ${actionForm({ path: `${path}/reply`, label: 'Reply', about })}
    ${actionForm({ path: `${path}/reply`, label: 'Reply all', about, fields: { all: 'yes' } })}
    <a class="button" href="${path}/forward">Forward</a>
  </div>`
}
