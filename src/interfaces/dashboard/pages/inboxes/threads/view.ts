// The page of a thread: who works on it, its messages in order with one of them open, and its actions.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { LabelRecord, ShownLabel } from '../../../../../inbound/inboxes/store/labels.ts'
import type { MessageRecord } from '../../../../../inbound/inboxes/store/messages.ts'
import type { ThreadRecord } from '../../../../../inbound/inboxes/store/threads.ts'
import type { DraftRecord } from '../../../../../inbound/inboxes/drafts/store.ts'
import type { ListedReceived } from '../../../../../inbound/receiving/store.ts'
import type { Schemas } from '../../../../../../generated/api.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { addressFact, type Fact, facts, moodTag, tag } from '../../../ui/facts.ts'
import { actForm, confirmForm, csrfField } from '../../../ui/forms.ts'
import { fileList, mailFrame, mailText, type ShownFile } from '../../../ui/mail-frame.ts'
import { type ListPage, pager } from '../../../ui/table.ts'
import { moment } from '../../../ui/time.ts'
import { FOLDER_NAMES, listAddress } from '../asked.ts'
import { labelChoice, labelTag, moveButtons, shownSubject } from '../view.ts'
import { senderWords } from './messages.ts'

type Draft = Pick<DraftRecord, 'id' | 'reply_to_email_id' | 'writer_id' | 'updated_at'>

interface OpenMessage {
  message: MessageRecord
  email: Schemas['InboxEmail']
  received: ListedReceived | undefined
  files: readonly ShownFile[]
  raw_url: string | undefined
  /** Set if the text is shown instead of the HTML. */
  text: string | null
  /** Whether images from other servers are shown. */
  images: boolean
}

interface Shown extends FormOutcome {
  inbox: InboxRecord
  thread: ThreadRecord
  visitor: Visitor
  page: ListPage<MessageRecord>
  heads: ReadonlyMap<string, ListedReceived>
  labels: readonly LabelRecord[]
  given: readonly ShownLabel[]
  drafts: readonly Draft[]
  /** The names of the members of the team. */
  people: ReadonlyMap<string, string>
  open: OpenMessage
}

export function threadBody(shown: Shown): Html {
  const { inbox, thread, page, given, open, done } = shown
  const path = pathOf(thread)
  // a search may lead to a message on another page
  const isThere = page.rows.some(({ id }) => id === open.message.id)
  const rows = isThere ? page.rows : [...page.rows, open.message]
  const inOrder = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  return html`<p>
      <a class="back" href="${listAddress(inbox.id, { folder: thread.folder })}"
        ><span><bdi>${inbox.name ?? inbox.email_address}</bdi>, ${FOLDER_NAMES[thread.folder]}</span></a
      >
    </p>
    <h1><bdi>${shownSubject(thread)}</bdi></h1>
    ${done}
    <p class="lead">${!thread.is_read && tag('Unread', 'good')} ${given.map(labelTag)} ${atWork(shown)}</p>
    ${threadActs(shown)}
    <ol class="rows messages" aria-label="Messages, the oldest first">
      ${inOrder.map(message => (message.id === open.message.id ? openRow(shown) : closedRow(message, shown)))}
    </ol>
    ${pager(path, page)}`
}

const pathOf = ({ inbox_id, id }: ThreadRecord): string => `/inboxes/${inbox_id}/threads/${id}`

/** Who is writing a reply, and who wrote the last one. */
function atWork({ inbox, page, drafts, people, visitor }: Shown): Html {
  const last = page.rows.find(({ direction }) => direction === 'outbound')
  return html`${last && html`${writerName(last.writer_id, people, visitor)} wrote last from here, ${moment(last.created_at)}.`}
  ${drafts.map(
    ({ id, writer_id, updated_at }) =>
      html`<span class="line">
        <strong
          >${writerName(writer_id, people, visitor)} ${writer_id === visitor.user.id ? 'have' : 'has'} an unsent
          reply</strong
        >, changed last ${moment(updated_at)}: <a href="/inboxes/${inbox.id}/drafts/${id}">open this draft</a>
      </span>`,
  )}`
}

export function writerName(id: string | null, people: Shown['people'], { user }: Visitor): Html {
  if (id === user.id) return html`You`
  return html`<bdi>${id === null ? 'A program' : (people.get(id) ?? 'A former member')}</bdi>`
}

function threadActs({ inbox, thread, labels }: Shown): Html {
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
        label: 'Delete for good',
        about: shownSubject(thread),
        question: 'The thread is removed from this inbox. This cannot be undone.',
      })
    }`
}

function whoWrote({ direction, writer_id }: MessageRecord, head: ListedReceived | undefined, shown: Shown): Html {
  if (direction === 'inbound') return html`<bdi>${head?.from_name || head?.from_address || 'Unknown sender'}</bdi>`
  return html`<bdi>${shown.inbox.from_name ?? shown.inbox.email_address}</bdi>, written by
    ${writerName(writer_id, shown.people, shown.visitor)}`
}

function closedRow(message: MessageRecord, shown: Shown): Html {
  const head = shown.heads.get(message.id)
  return html`<li id="email-${message.id}">
    <div class="what">
      <h2>
        <a href="${pathOf(shown.thread)}?email=${message.id}#email-${message.id}">${whoWrote(message, head, shown)}</a>
      </h2>
      ${head?.snippet && html`<p class="soft"><bdi>${head.snippet}</bdi></p>`}
    </div>
    <span class="when">${message.has_attachment && tag('Attachments')} ${moment(message.created_at)}</span>
  </li>`
}

function openRow(shown: Shown): Html {
  const { message, email, received, files, text } = shown.open
  const { from, to, cc, bcc, reply_to, received_at } = email
  const check = received && senderWords(received)
  return html`<li id="email-${message.id}" class="open">
    <article aria-label="The open email">
      <h2>${whoWrote(message, received, shown)}</h2>
      ${received?.verdict === 'spam' && html`<p class="trouble">This mail was taken for spam. Do not follow its links or open its files unless you know who sent it.</p>`}
      ${facts([
        addressFact('From', [from]),
        manyAddresses('To', to),
        manyAddresses('Cc', cc),
        manyAddresses('Bcc', bcc),
        manyAddresses('Reply to', reply_to),
        ['Date', moment(received_at)],
        check !== undefined && [
          'Sender',
          html`${moodTag(check)} ${check.sentence}
            <details>
              <summary>How it was checked</summary>
              <p class="soft">${check.details}</p>
            </details>`,
        ],
        message.direction === 'outbound' && ['Sent', html`<a href="/emails/${message.id}">What became of it</a>`],
      ])}
      ${
        received &&
        received.problems.length > 0 &&
        html`<p class="note">Some of this mail could not be read: ${received.problems.join('; ')}.</p>`
      }
      ${fileList(files)}
      ${received && received.attachments > files.length && html`<p class="note">It has ${received.attachments} files. These are the first ones, and all are in the raw mail.</p>`}
      ${text === null ? mailFrame(framePath(shown)) : mailText(text)}
      <p class="ways">${ways(shown)}</p>
      ${answers(shown)}
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

const framePath = ({ thread, open: { message, images } }: Shown): string =>
  `${pathOf(thread)}/emails/${message.id}/html${images ? '?images=yes' : ''}`

/** Other views of the open email. Loading images from other servers tells its sender that and when it was opened. */
function ways({ thread, open: { message, email, text, images, raw_url } }: Shown): Html {
  const address = (more: Record<string, string>): string =>
    `${pathOf(thread)}?${new URLSearchParams({ email: message.id, ...more })}#email-${message.id}`
  const hasRemote = email.html !== null && /<img\s|<image\s|url\(/i.test(email.html) && /https?:/i.test(email.html)
  return html`${
    hasRemote &&
    text === null &&
    !images &&
    html`Pictures from elsewhere are not loaded.
      <a class="alone" href="${address({ images: 'yes' })}">Show them for this mail</a> `
  }
  ${
    email.html !== null &&
    html`<a class="alone" href="${address(text === null ? { view: 'text' } : {})}"
      >${text === null ? 'Show it as plain text' : 'Show it as HTML'}</a
    > `
  }
  ${raw_url !== undefined && html`<a class="alone" href="${raw_url}" download>Download the raw mail</a>`}`
}

function answers({ thread, open: { message, email } }: Shown): Html {
  const path = `${pathOf(thread)}/emails/${message.id}`
  const about = shownSubject(email)
  return html`<div class="acts">
    ${actForm({ path: `${path}/reply`, label: 'Reply', about })}
    ${actForm({ path: `${path}/reply`, label: 'Reply to all', about, fields: { all: 'yes' } })}
    <a class="button" href="${path}/forward">Forward</a>
  </div>`
}
