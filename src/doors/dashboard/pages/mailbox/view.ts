// How one mail looks: whom it is for, what became of it, and what it says.
import type { Mail } from '../../../../mail/delivery/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { stateTag } from '../../ui/email-state.ts'
import { fileList, mailFrame, mailText, type ShownFile } from '../../ui/mail-frame.ts'
import { moment } from '../../ui/time.ts'

export type MailView = 'html' | 'text' | 'headers'

/** `text` is what a reader without HTML sees of it; only asked for in that view. */
export function mailPageBody(mail: Mail, view: MailView, text: string | null, files: readonly ShownFile[]): Html {
  const { email, captured } = mail
  const path = `/mailbox/${encodeURIComponent(captured?.id ?? email.id)}`
  return html`<p><a class="back" href="/mailbox">Back to the mailbox</a></p>
    <h1><bdi>${email.subject || 'No subject'}</bdi></h1>
    ${facts(mail)} ${!captured && recipientTable(mail)} ${fileList(files)}
    <nav class="views" aria-label="Views of this mail">
      ${email.html !== null && viewLink(path, 'html', 'HTML', view)} ${viewLink(path, 'text', 'Text', view)}
      ${
        captured &&
        html`${viewLink(path, 'headers', 'Headers', view)}
          <a class="download" href="${path}/raw" download>Download source</a>`
      }
    </nav>
    ${content(mail, view, text, path)}`
}

function facts({ email, captured }: Mail): Html {
  const { from, to, cc, bcc, reply_to, message_id, id, last_event, created_at, scheduled_at } = email
  return html`<dl class="facts">
    <dt>State</dt>
    <dd>
      ${captured ? html`<span class="tag">Captured</span> ${moment(captured.created_at)}; it was not sent` : stateTag(last_event)}
    </dd>
    <dt>From</dt>
    <dd><bdi>${from}</bdi></dd>
    ${people('To', to)} ${people('Cc', cc)} ${people('Bcc', bcc)} ${people('Reply to', reply_to)}
    <dt>Accepted</dt>
    <dd>${moment(created_at)}</dd>
    ${
      scheduled_at !== null &&
      html`<dt>Scheduled for</dt>
        <dd>${moment(scheduled_at)}</dd>`
    }
    <dt>Email ID</dt>
    <dd><code>${id}</code> <a href="/emails/${id}">What became of it</a></dd>
    <dt>Message-ID</dt>
    <dd><code>${message_id}</code></dd>
  </dl>`
}

function people(title: string, addresses: readonly string[]): Html | false {
  return (
    addresses.length > 0 &&
    html`<dt>${title}</dt>
      <dd>${addresses.map(address => html`<bdi class="line">${address}</bdi>`)}</dd>`
  )
}

/** What the mail server said of each, once it has said something. */
function recipientTable({ email: { recipients } }: Mail): Html | false {
  return (
    recipients.length > 0 &&
    html`<ul class="rows" aria-label="What became of it">
      ${recipients.map(
        ({ address, status, code, reply }) =>
          html`<li>
            <div class="what">
              <h2><bdi>${address}</bdi></h2>
              <p class="soft"><bdi>${[code, reply].filter(Boolean).join(' ')}</bdi></p>
            </div>
            ${stateTag(status)}
          </li>`,
      )}
    </ul>`
  )
}

function viewLink(path: string, view: MailView, title: string, current: MailView): Html {
  return view === current
    ? html`<a href="${path}?view=${view}" aria-current="page">${title}</a>`
    : html`<a href="${path}?view=${view}">${title}</a>`
}

function content({ captured }: Mail, view: MailView, text: string | null, path: string): Html {
  if (view === 'html') {
    return mailFrame(`${path}/html`)
  }
  const shown = view === 'headers' ? headersOf(captured?.raw ?? '') : text
  return shown ? mailText(shown) : html`<p class="empty">This mail has no text.</p>`
}

function headersOf(raw: string): string {
  const end = raw.search(/\r?\n\r?\n/)
  return end < 0 ? raw : raw.slice(0, end)
}
