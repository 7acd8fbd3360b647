// The page of a shared mail.
import type { ShownEmail } from '../../../../mail/emails/store.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { fileList, mailFrame, mailText, type ShownFile } from '../../ui/mail-frame.ts'
import { moment } from '../../ui/time.ts'

export interface SharedView {
  email: ShownEmail
  files: readonly ShownFile[]
  expires_at: Date
  token: string
  /** Shown instead of the HTML, if it has any. */
  text: string | null
}

/** Blind copies are not shown here. */
export function sharedBody({ email, files, expires_at, token, text }: SharedView): Html {
  const query = new URLSearchParams({ token })
  return html`<h1><bdi>${email.subject || 'No subject'}</bdi></h1>
    <p class="lead">Shared with you until ${moment(expires_at.toISOString())}.</p>
    <dl class="facts">
      <dt>From</dt>
      <dd><bdi>${email.from}</bdi></dd>
      ${people('To', email.to)} ${people('Cc', email.cc)}
      <dt>Date</dt>
      <dd>${moment(email.created_at)}</dd>
    </dl>
    ${fileList(files)}
    ${email.html === null || text !== null ? mailText(text ?? email.text ?? '') : mailFrame(`/shared/html?${query}`)}
    ${email.html !== null && otherView(query, text !== null)}`
}

function otherView(query: URLSearchParams, isText: boolean): Html {
  const address = `/shared?${query}${isText ? '' : '&view=text'}`
  return html`<p><a href="${address}">${isText ? 'Show it as HTML' : 'Show it as plain text'}</a></p>`
}

function people(title: string, addresses: readonly string[]): Html | false {
  return (
    addresses.length > 0 &&
    html`<dt>${title}</dt>
      <dd>${addresses.map(address => html`<bdi class="line">${address}</bdi>`)}</dd>`
  )
}
