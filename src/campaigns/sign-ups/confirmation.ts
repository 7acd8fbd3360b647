// The email in which an address is confirmed.
import type { InSchemas } from '../../../generated/api.ts'
import { escapeHtml } from '../../base/text/placeholders.ts'
import type { SignUpForm } from './rules.ts'

/** The texts of the email with the link. */
export interface ConfirmationTexts {
  subject: (team: string) => string
  question: (team: string) => string
  button: string
  /** For a person who did not request it. */
  otherwise: string
}

interface ConfirmationInput {
  form: Pick<SignUpForm, 'from' | 'consent'>
  to: string
  team: string
  url: string
  words: ConfirmationTexts
}

/** Styles that mail programs support for a link. */
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:6px;background:#1f6a5a;color:#ffffff;font-weight:bold;text-decoration:none'

/**
 * The email with the link, as a button and as its URL, because some programs do not show the URL of a link. It contains the
 * consent, because the email is part of the proof.
 */
export function confirmationMail({ form, to, team, url, words }: ConfirmationInput): InSchemas['SendEmail'] {
  const { from, consent } = form
  const [question, otherwise] = [words.question(team), words.otherwise]
  const text = [question, consent, `${words.button}: ${url}`, otherwise].join('\n\n')
  const [href, label] = [escapeHtml(url), escapeHtml(words.button)]
  const button = `<a href="${href}" style="${BUTTON}">${label}</a>`
  const plain = `<a href="${href}">${href}</a>`
  const html = [escapeHtml(question), `<em>${escapeHtml(consent)}</em>`, button, plain, escapeHtml(otherwise)].map(
    each => `<p>${each}</p>`,
  )
  return { from, to, subject: words.subject(team), text, html: html.join('\n') }
}
