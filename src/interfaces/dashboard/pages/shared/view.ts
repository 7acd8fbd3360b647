// The page of a shared email.
import { type Html, html } from '../../../../base/html/html.ts'
import { addressFact, facts } from '../../ui/facts.ts'
import { fileList, emailFrame, emailText, type PageFile } from '../../ui/mail-frame.ts'
import { dateTimeInUtc } from '../../ui/time.ts'

/** The displayed parts of a sent or received email. */
export interface SharedEmail {
  from: string
  to: readonly string[]
  cc: readonly string[]
  subject: string
  created_at: string
  html: string | null
  text: string | null
}

interface SharedView {
  email: SharedEmail
  files: readonly PageFile[]
  expires_at: Date
  token: string
  /** Set if the text is shown instead of the HTML. */
  text: string | null
}

/** Bcc recipients are not shown. */
export function sharedBody({ email, files, expires_at, token, text }: SharedView): Html {
  const query = new URLSearchParams({ token })
  return html`<h1><bdi>${email.subject || 'No subject'}</bdi></h1>
    <p class="lead">Shared with you until ${dateTimeInUtc(expires_at.toISOString())}.</p>
    ${facts([
      ['From', html`<bdi>${email.from}</bdi>`],
      addressFact('To', email.to),
      addressFact('Cc', email.cc),
      ['Date', dateTimeInUtc(email.created_at)],
    ])}
    ${fileList(files)}
    ${email.html === null || text !== null ? emailText(text ?? email.text ?? '') : emailFrame(`/shared/html?${query}`)}
    ${email.html !== null && otherView(query, text !== null)}`
}

function otherView(query: URLSearchParams, isText: boolean): Html {
  const address = `/shared?${query}${isText ? '' : '&view=text'}`
  return html`<p><a href="${address}">${isText ? 'View HTML' : 'View plain text'}</a></p>`
}
