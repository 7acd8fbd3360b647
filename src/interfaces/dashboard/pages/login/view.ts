// The login page.
import { type Html, html } from '../../../../base/html/html.ts'
import type { AuthorizationRequest } from '../../../../identity/oauth/authorize/requests.ts'
import { field, VERBATIM } from '../../ui/fields.ts'
import { csrfField, errorBox } from '../../ui/forms.ts'
import { codeField } from '../two-factor/view.ts'
import { askerNote } from '../consent/view.ts'

interface LoginPageData {
  next: string
  email?: string
  trouble?: string
  /** The authorization request of the client that redirected the visitor here. */
  asker: AuthorizationRequest | undefined
  /** The form that asks for a passkey, if supported. */
  passkey: Html | undefined
  /** The name of the OpenID provider, if configured. */
  provider: string | undefined
}

export function secondStepBody({ next, trouble, passkey }: Omit<LoginPageData, 'email' | 'asker' | 'provider'>): Html {
  return html`<section class="card">
    <h1>Log in</h1>
    <p>Enter the code from your authenticator app, or a recovery code.</p>
    ${errorBox(trouble)}
    <form method="post" action="/login/code">
      ${csrfField()}
      <input type="hidden" name="next" value="${next}" />
      ${codeField('Code')}
      <button class="main">Log in</button>
    </form>
    <div class="ways">${passkey}</div>
    <details class="forgotten">
      <summary>Lost your app and recovery codes?</summary>
      <p>
        The operator of this server can reset your two-factor authentication:
        <code>npm run factors:reset -- ${'<email address>'}</code>
      </p>
    </details>
  </section>`
}

export function loginBody({ next, email, trouble, asker, passkey, provider }: LoginPageData): Html {
  return html`<section class="card">
    <h1>Log in</h1>
    ${asker && askerNote(asker)} ${errorBox(trouble)}
    <form method="post" action="/login">
      ${csrfField()}
      <input type="hidden" name="next" value="${next}" />
      ${field('Email address', { name: 'email', type: 'text', inputmode: 'email', ...VERBATIM, autocomplete: 'username', required: true, value: email })}
      ${field('Password', { name: 'password', type: 'password', autocomplete: 'current-password', required: true })}
      <button class="main">Log in</button>
    </form>
    <div class="ways">${passkey} ${provider !== undefined && providerLink(provider, next)}</div>
    <details class="forgotten">
      <summary>Forgot your password?</summary>
      <p>
        The operator of this server can set a new password:
        <code>npm run password:reset -- ${'<email address>'}</code>
      </p>
    </details>
  </section>`
}

/** A link, because browsers would not allow a form of this page to redirect to another site. */
function providerLink(name: string, next: string): Html {
  return html`<a class="button" href="/login/provider?next=${encodeURIComponent(next)}">Log in with ${name}</a>`
}
