// The page of one email: its recipients, its state and its content.
import type { StoredEmail } from '../../../../mail/delivery/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { addressFact, facts, tag } from '../../ui/facts.ts'
import { stateTag } from '../../ui/email-state.ts'
import { fileList, emailFrame, emailText, type PageFile } from '../../ui/mail-frame.ts'
import { repliedWords } from '../emails/words.ts'
import { listItem } from '../../ui/table.ts'
import { dateTime } from '../../ui/time.ts'

export type MailView = 'html' | 'text' | 'headers'

interface EmailPageData extends StoredEmail {
  view: MailView
  /** The text for a reader without HTML; `null` in other views. */
  text: string | null
  files: readonly PageFile[]
}

export function mailPageBody(mail: EmailPageData): Html {
  const { email, captured, view, files } = mail
  const path = `/mailbox/${encodeURIComponent(captured?.id ?? email.id)}`
  const viewLink = (as: MailView, title: string): Html =>
    html`<a href="${path}?view=${as}" ${as === view && html`aria-current="page"`}>${title}</a>`
  return html`<p><a class="back" href="/mailbox">Captured emails</a></p>
    <h1><bdi>${email.subject || 'No subject'}</bdi></h1>
    ${mailFacts(mail)} ${!captured && recipientTable(mail)} ${fileList(files)}
    <nav class="views" aria-label="Views of this mail">
      ${email.html !== null && viewLink('html', 'HTML')} ${viewLink('text', 'Text')}
      ${
        captured &&
        html`${viewLink('headers', 'Headers')} <a class="download" href="${path}/raw" download>Download source</a>`
      }
    </nav>
    ${content(mail, path)}`
}

function mailFacts({ email, captured }: StoredEmail): Html {
  const { from, to, cc, bcc, reply_to, message_id, id, last_event, created_at, scheduled_at } = email
  const state = captured
    ? html`${tag('Captured')} ${dateTime(captured.created_at)}; it was not sent`
    : stateTag(last_event)
  return facts([
    ['State', state],
    ['From', html`<bdi>${from}</bdi>`],
    addressFact('To', to),
    addressFact('Cc', cc),
    addressFact('Bcc', bcc),
    addressFact('Reply-to', reply_to),
    ['Accepted', dateTime(created_at)],
    scheduled_at !== null && ['Scheduled for', dateTime(scheduled_at)],
    ['Email ID', html`<code>${id}</code> <a href="/emails/${id}">History</a>`],
    ['Message-ID', html`<code>${message_id}</code>`],
  ])
}

/** The last reply of the mail server for each recipient, if any. */
function recipientTable({ email: { recipients } }: StoredEmail): Html | false {
  return (
    recipients.length > 0 &&
    html`<ul class="rows" aria-label="What became of it">
      ${recipients.map(({ address, status, code, reply }) =>
        listItem(
          html`<h2><bdi>${address}</bdi></h2>
            <p class="soft"><bdi>${repliedWords(code ?? undefined, reply ?? '')}</bdi></p>`,
          stateTag(status),
        ),
      )}
    </ul>`
  )
}

function content({ captured, view, text }: EmailPageData, path: string): Html {
  if (view === 'html') {
    return emailFrame(`${path}/html`)
  }
  const shown = view === 'headers' ? headersOf(captured?.raw ?? '') : text
  return shown ? emailText(shown) : html`<p class="empty">This email has no text.</p>`
}

function headersOf(raw: string): string {
  const end = raw.search(/\r?\n\r?\n/)
  return end < 0 ? raw : raw.slice(0, end)
}
