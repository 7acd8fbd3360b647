// The page of a person's second factor: setting it up, and its actions.
import { type Html, html } from '../../../../base/html/html.ts'
import type { OwnFactor } from '../../../../identity/teams/factors/actions.ts'
import { base32, totpAddress } from '../../../../identity/teams/factors/rules.ts'
import { doneNote, formOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { VERBATIM, field } from '../../ui/fields.ts'
import { csrfField, panelForm, errorBox } from '../../ui/forms.ts'
import { dateTime } from '../../ui/time.ts'
import { passwordField } from '../account/view.ts'
import { qrCode } from './qr.ts'

interface TwoFactorPageData {
  visitor: Visitor
  factor: OwnFactor
  /** The number of unused recovery codes, which are also issued with a passkey. */
  codes_left: number
  /** The path of the form that was refused. */
  sent: string
}

export function twoFactorBody(shown: TwoFactorPageData): Html {
  const { factor } = shown
  return html`<h1>Two-factor authentication</h1>
    <p class="lead">
      You log in with your password and a code from an authenticator app, so a stolen password is not enough. A
      <a href="/account#passkeys">passkey</a> also counts as a second factor.
    </p>
    ${doneNote()}
    ${factor?.is_confirmed ? ownPart(shown, factor) : factor ? pendingPart(shown, factor.secret) : beginPart()}
    ${!factor?.is_confirmed && shown.codes_left > 0 && codesPart(shown)}
    <p><a href="/account">Back to your account</a></p>`
}

function beginPart(): Html {
  return html`<section class="panel">
    <h2>Set up</h2>
    ${errorBox(formOutcome().trouble)}
    <form method="post" action="/two-factor/begin">
      ${csrfField()} ${passwordField('password', 'Your password', 'current-password')}
      <button class="main">Continue</button>
    </form>
  </section>`
}

function pendingPart({ visitor }: TwoFactorPageData, secret: Buffer): Html {
  const key = base32(secret).replaceAll(/(.{4})(?=.)/g, '$1 ')
  return html`<section class="panel">
    <h2>Add to your authenticator app</h2>
    <p>Scan the QR code with your authenticator app, or enter the key.</p>
    ${qrCode(totpAddress(secret, visitor.user.email), 'QR code of the key below')}
    <p><code class="secret">${key}</code></p>
    ${errorBox(formOutcome().trouble)}
    <form method="post" action="/two-factor/confirm">
      ${csrfField()} ${codeField('Code')}
      <button class="main">Enable two-factor authentication</button>
    </form>
  </section>`
}

function ownPart(shown: TwoFactorPageData, own: OwnFactor & { is_confirmed: true }): Html {
  return html`<p>Enabled since ${dateTime(own.confirmed_at)}. You have ${codesLeft(shown)}.</p>
    ${codesPart(shown)}
    ${panelForm({
      title: 'Disable two-factor authentication',
      path: '/two-factor/remove',
      trouble: troubleOf(shown, '/two-factor/remove'),
      fields: html`<p>You will log in with your password alone.</p>
        ${codeField('Code or recovery code', 'code-to-remove')}`,
      label: 'Disable two-factor authentication',
    })}`
}

/** The fault of a form, if it is the one that was refused. */
function troubleOf({ sent }: TwoFactorPageData, path: string): string | undefined {
  return sent === path ? formOutcome().trouble : undefined
}

function codesLeft({ codes_left }: TwoFactorPageData): string {
  return `${codes_left} recovery ${codes_left === 1 ? 'code' : 'codes'} left`
}

function codesPart(shown: TwoFactorPageData): Html {
  return panelForm({
    title: 'Regenerate recovery codes',
    path: '/two-factor/codes',
    trouble: troubleOf(shown, '/two-factor/codes'),
    fields: html`<p>You have ${codesLeft(shown)}. The old codes stop working.</p>
      ${codeField('Code or recovery code', 'code-for-codes')}`,
    label: 'Regenerate codes',
  })
}

export function codeField(label: string, id = 'code'): Html {
  return field(label, { id, name: 'code', ...VERBATIM, autocomplete: 'one-time-code', required: true, maxlength: 40 })
}

/** Shown once, because only hashes are stored. */
export function recoveryBox(codes: readonly string[]): Html {
  return html`<section class="note done" role="status">
    <h2>Your recovery codes</h2>
    <ul class="recovery">
      ${codes.map(code => html`<li><code>${code}</code></li>`)}
    </ul>
    <p>
      <strong>Save these codes now, not on your phone.</strong> Each works once instead of the app or passkey. They are
      shown only once.
    </p>
  </section>`
}
