// How the mailbox and one mail of it look.
import type { CapturedItem, CapturedMail } from '../delivery/actions.ts'
import type { Page } from '../store/page.ts'
import { type Html, html } from './html.ts'
import { moment, pager } from './pieces.ts'

export type View = 'html' | 'text' | 'headers'

export function mailboxBody({ rows, has_more }: Page<CapturedItem>, place: { after?: string; before?: string }): Html {
  return html`<h1>Mailbox</h1>
    <p class="lead">As long as no SMTP server is set up, mail is kept here instead of being sent.</p>
    ${rows.length > 0 ? mailList(rows) : html`<p class="empty">There is no mail here yet.</p>`}
    ${pager('/mailbox', rows, has_more, place)}`
}

function mailList(rows: CapturedItem[]): Html {
  return html`<ul class="mails">
    ${rows.map(
      ({ id, from, to, subject, created_at }) =>
        html`<li>
          <a href="/mailbox/${encodeURIComponent(id)}">
            <span class="subject"><bdi>${subject || 'No subject'}</bdi></span>
            <span class="people"><bdi>${from}</bdi> to <bdi>${to.join(', ')}</bdi></span>
            ${moment(created_at)}
          </a>
        </li>`,
    )}
  </ul>`
}

export function mailBody(mail: CapturedMail, view: View): Html {
  const path = `/mailbox/${encodeURIComponent(mail.id)}`
  return html`<p><a href="/mailbox">Back to the mailbox</a></p>
    <h1><bdi>${mail.subject || 'No subject'}</bdi></h1>
    <dl class="facts">
      <dt>From</dt>
      <dd><bdi>${mail.from}</bdi></dd>
      <dt>To</dt>
      <dd><bdi>${mail.to.join(', ')}</bdi></dd>
      <dt>Captured</dt>
      <dd>${moment(mail.created_at)}</dd>
      <dt>Message-ID</dt>
      <dd><code>${mail.message_id}</code></dd>
    </dl>
    <nav class="views" aria-label="Views of this mail">
      ${mail.html !== null && viewLink(path, 'html', 'HTML', view)} ${viewLink(path, 'text', 'Text', view)}
      ${viewLink(path, 'headers', 'Headers', view)}
      <a class="download" href="${path}/raw" download>Download source</a>
    </nav>
    ${content(mail, view, path)}`
}

function viewLink(path: string, view: View, title: string, current: View): Html {
  return view === current
    ? html`<a href="${path}?view=${view}" aria-current="page">${title}</a>`
    : html`<a href="${path}?view=${view}">${title}</a>`
}

function content(mail: CapturedMail, view: View, path: string): Html {
  if (view === 'html') return html`<iframe sandbox="" src="${path}/html" title="The mail as HTML"></iframe>`
  const text = view === 'headers' ? headersOf(mail.raw) : mail.text
  return text ? html`<pre class="text" tabindex="0">${text}</pre>` : html`<p class="empty">This mail has no text.</p>`
}

function headersOf(raw: string): string {
  const end = raw.search(/\r?\n\r?\n/)
  return end < 0 ? raw : raw.slice(0, end)
}
