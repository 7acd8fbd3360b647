// The page of a person's second factor: setting it up, and its actions.
import { type Html, html } from '../../../../base/html/html.ts'
import type { OwnFactor } from '../../../../identity/teams/factors/actions.ts'
import { base32, totpAddress } from '../../../../identity/teams/factors/rules.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Visitor } from '../../session/visitor.ts'
import { VERBATIM, field } from '../../ui/fields.ts'
import { csrfField, panelForm, troubleBox } from '../../ui/forms.ts'
import { moment } from '../../ui/time.ts'
import { passwordField } from '../account/view.ts'
import { qrCode } from './qr.ts'

interface Shown extends FormOutcome {
  visitor: Visitor
  factor: OwnFactor
  /** The number of unused recovery codes, which are also issued with a passkey. */
  codes_left: number
  /** The path of the form that was refused. */
  sent: string
}

export function twoFactorBody(shown: Shown): Html {
  const { factor, done } = shown
  return html`<h1>Second factor</h1>
    <p class="lead">
      With a second factor you log in with your password and a code of an app on your phone. A password that is stolen
      is not enough then. A <a href="/account#passkeys">passkey</a> is a second factor, too.
    </p>
    ${done}
    ${factor?.is_confirmed ? ownPart(shown, factor) : factor ? pendingPart(shown, factor.secret) : beginPart(shown)}
    ${!factor?.is_confirmed && shown.codes_left > 0 && codesPart(shown)}
    <p><a href="/account">Back to your account</a></p>`
}

function beginPart({ trouble }: Shown): Html {
  return html`<section class="panel">
    <h2>Set it up</h2>
    ${troubleBox(trouble)}
    <form method="post" action="/two-factor/begin">
      ${csrfField()} ${passwordField('password', 'Your password', 'current-password')}
      <button class="main">Go on</button>
    </form>
  </section>`
}

function pendingPart({ visitor, trouble }: Shown, secret: Buffer): Html {
  const key = base32(secret).replaceAll(/(.{4})(?=.)/g, '$1 ')
  return html`<section class="panel">
    <h2>Add it to your app</h2>
    <p>Scan this with an authenticator app, or type the key into it.</p>
    ${qrCode(totpAddress(secret, visitor.user.email), 'QR code of the key below')}
    <p><code class="secret">${key}</code></p>
    ${troubleBox(trouble)}
    <form method="post" action="/two-factor/confirm">
      ${csrfField()} ${codeField('Code that the app shows now')}
      <button class="main">Turn it on</button>
    </form>
  </section>`
}

function ownPart(shown: Shown, own: OwnFactor & { is_confirmed: true }): Html {
  const { trouble, sent } = shown
  return html`<p>It is on since ${moment(own.confirmed_at)}. You have ${codesLeft(shown)}.</p>
    ${codesPart(shown)}
    ${panelForm({
      title: 'Turn it off',
      path: '/two-factor/remove',
      trouble: sent === '/two-factor/remove' ? trouble : undefined,
      fields: html`<p>Then the login does not ask for a code of the app.</p>
        ${codeField('Code of the app, or a recovery code', 'code-to-remove')}`,
      label: 'Turn it off',
    })}`
}

function codesLeft({ codes_left }: Shown): string {
  return `${codes_left} recovery ${codes_left === 1 ? 'code' : 'codes'} left`
}

function codesPart(shown: Shown): Html {
  const { trouble, sent } = shown
  return panelForm({
    title: 'Make new recovery codes',
    path: '/two-factor/codes',
    trouble: sent === '/two-factor/codes' ? trouble : undefined,
    fields: html`<p>You have ${codesLeft(shown)}. They stop working.</p>
      ${codeField('Code of the app, or a recovery code', 'code-for-codes')}`,
    label: 'Make new codes',
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
      <strong>Keep them now, away from your phone.</strong> Each lets you log in once without the app or the passkey.
      They are shown this once.
    </p>
  </section>`
}
