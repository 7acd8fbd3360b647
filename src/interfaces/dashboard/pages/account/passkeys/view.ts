// Passkeys on the page of an account, and the forms that ask the browser for one.
import { type Html, html } from '../../../../../base/html/html.ts'
import {
  ALGORITHMS,
  CHALLENGE_LIFETIME_MS,
  type NewPasskeyAnswer,
  type PasskeyUse,
  type RelyingParty,
} from '../../../../../identity/teams/passkeys/rules.ts'
import type { Passkey } from '../../../../../identity/teams/passkeys/store.ts'
import type { User } from '../../../../../identity/teams/store.ts'
import { field } from '../../../ui/fields.ts'
import { inlineForm, csrfField, errorBox } from '../../../ui/forms.ts'
import { listItem } from '../../../ui/table.ts'
import { dateTime } from '../../../ui/time.ts'
import { passkeyScript } from '../../../ui/scripts.ts'

const PASSKEY_NAME_MAX = 100

interface PasskeysPartData {
  passkeys: readonly Passkey[]
  /** `undefined`: browsers do not support passkeys at the URL of this server. */
  party: RelyingParty | undefined
  trouble: string | undefined
}

export function passkeysPart({ passkeys, party, trouble }: PasskeysPartData): Html {
  return html`<section class="panel" id="passkeys">
    <h2>Passkeys</h2>
    <p>
      Log in with the fingerprint, face or PIN of a device, without the password. After the password, a passkey is a
      second factor.
    </p>
    ${errorBox(trouble)}
    ${
      passkeys.length > 0 &&
      html`<ul class="rows" aria-label="Your passkeys">
        ${passkeys.map((passkey, at) => passkeyRow(passkey, at))}
      </ul>`
    }
    ${party ? beginForm() : NEEDS_HTTPS}
  </section>`
}

const NEEDS_HTTPS = html`<p class="soft">
  Passkeys need HTTPS and a host name. The operator of this server sets both with <code>PUBLIC_URL</code>.
</p>`

function beginForm(): Html {
  return html`<form method="post" action="/account/passkeys/begin">
    ${csrfField()} ${ownPassword('password-for-passkey', 'Your password')}
    <button class="main">Add passkey</button>
  </form>`
}

function passkeyRow({ credential_id, name, created_at, last_used_at }: Passkey, at: number): Html {
  return listItem(
    html`<h3><bdi>${name}</bdi></h3>
      <p class="soft">
        Added ${dateTime(created_at)},
        ${last_used_at === null ? 'never used' : html`last used ${dateTime(last_used_at)}`}
      </p>`,
    inlineForm({
      path: '/account/passkeys/remove',
      label: 'Remove',
      about: name,
      fields: html`<input type="hidden" name="credential_id" value="${credential_id}" />
        ${ownPassword(`password-to-remove-${at}`, 'Confirm with password')}`,
    }),
  )
}

function ownPassword(id: string, label: string): Html {
  const attributes = { type: 'password', autocomplete: 'current-password', required: true }
  return field(label, { id, name: 'password', ...attributes })
}

interface NewPasskeyForm {
  user: User
  passkeys: readonly Passkey[]
  party: RelyingParty
  challenge: string
  /** The prefilled name. */
  name: string
}

/** Shown once, after the password: its challenge allows one passkey to be added. */
export function newPasskeyForm({ user, passkeys, party, challenge, name }: NewPasskeyForm): Html {
  const options = {
    challenge,
    rp: { id: party.rp_id, name: 'Lettermill' },
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: idsOf(passkeys),
    timeout: CHALLENGE_LIFETIME_MS,
  }
  const fields = html`${NEW_ANSWER.map(hidden)}
  ${field('Name', { name: 'name', required: true, maxlength: PASSKEY_NAME_MAX, value: name })}`
  return html`<section class="panel">
    <h2>Add passkey</h2>
    ${passkeyForm({ path: '/account/passkeys/add', label: 'Create passkey', options, fields })}
  </section>`
}

interface LoginForm {
  path: '/login/passkey' | '/login/code'
  next: string
  party: RelyingParty
  challenge: string
  /** The passkeys that may be used; empty: any that the browser has for this site. */
  passkeys: readonly Passkey[]
}

export function passkeyLogin({ path, next, party, challenge, passkeys }: LoginForm): Html {
  const options = {
    challenge,
    rpId: party.rp_id,
    userVerification: 'required',
    allowCredentials: idsOf(passkeys),
    timeout: CHALLENGE_LIFETIME_MS,
  }
  const fields = html`${USE_ANSWER.map(hidden)}<input type="hidden" name="next" value="${next}" />`
  return passkeyForm({ path, label: 'Use a passkey', options, fields })
}

interface PasskeyForm {
  path: string
  label: string
  /** Options of the browser's credentials, with bytes in base64url. */
  options: object
  fields: Html
}

/** Hidden until its script finds that the browser supports passkeys; until then it shows the requirements. */
function passkeyForm({ path, label, options, fields }: PasskeyForm): Html {
  return html`<div class="passkey">
    <p class="soft">Passkeys need a browser that supports them, with JavaScript enabled.</p>
    <form method="post" action="${path}" data-passkey="${JSON.stringify(options)}" hidden>
      ${csrfField()} ${fields}
      <p class="trouble" role="alert" hidden></p>
      <button>${label}</button>
    </form>
    ${passkeyScript.markup}
  </div>`
}

const NEW_ANSWER = ['credential_id', 'client_data', 'attestation_object'] as const
const USE_ANSWER = ['credential_id', 'client_data', 'authenticator_data', 'signature'] as const

export const newPasskeyAnswer = (form: URLSearchParams): NewPasskeyAnswer => filledIn(form, NEW_ANSWER)
export const passkeyUse = (form: URLSearchParams): PasskeyUse => filledIn(form, USE_ANSWER)

/** The values that the script has filled in. */
function filledIn<Name extends string>(form: URLSearchParams, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map(name => [name, form.get(name) ?? ''])) as Record<Name, string>
}

function hidden(name: string): Html {
  return html`<input type="hidden" name="${name}" />`
}

function idsOf(passkeys: readonly Passkey[]): string[] {
  return passkeys.map(({ credential_id }) => credential_id)
}
