// The pages that the link of an invitation leads to.
import { PASSWORD_LENGTH_MIN } from '../../../../identity/teams/rules.ts'
import { ROLES } from '../../../../identity/teams/roles.ts'
import type { OpenInvitation } from '../../../../identity/teams/invitations/actions.ts'
import { passwordField } from '../account/view.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { entered, formOutcome } from '../../ui/reader.ts'
import { field } from '../../ui/fields.ts'
import { csrfField, errorBox } from '../../ui/forms.ts'

export function newAccountBody(invitation: OpenInvitation): Html {
  return html`<section class="card">
    ${heading(invitation)}
    <p>You will log in as <strong>${bare(invitation.email)}</strong>.</p>
    ${errorBox(formOutcome().trouble)}
    <form method="post" action="/invitation">
      ${csrfField()}
      <input type="hidden" name="username" autocomplete="username" value="${invitation.email}" />
      ${field('Your name', { name: 'name', autocomplete: 'name', required: true, maxlength: 100, value: entered('name') })}
      ${passwordField('password', 'Password', 'new-password')}
      <p class="soft hint">At least ${PASSWORD_LENGTH_MIN} characters.</p>
      <button class="main">Join</button>
    </form>
  </section>`
}

export function joinBody(invitation: OpenInvitation): Html {
  return html`<section class="card">
    ${heading(invitation)}
    <p>You are logged in as <strong>${bare(invitation.email)}</strong>.</p>
    <form method="post" action="/invitation">
      ${csrfField()}
      <button class="main">Join</button>
    </form>
  </section>`
}

export function loginFirstBody(invitation: OpenInvitation): Html {
  return html`<section class="card">
    ${heading(invitation)}
    <p>You already have an account. Log in as <strong>${bare(invitation.email)}</strong> to join.</p>
    <p><a class="button main" href="/login?next=/invitation">Log in</a></p>
  </section>`
}

export function otherPersonBody(invitation: OpenInvitation, email: string): Html {
  return html`<section class="card">
    ${heading(invitation)}
    <p>
      The invitation is for <strong>${bare(invitation.email)}</strong>, but you are logged in as
      <strong>${bare(email)}</strong>.
    </p>
    <form method="post" action="/logout">
      ${csrfField()}
      <input type="hidden" name="next" value="/invitation" />
      <button class="main">Log out and continue</button>
    </form>
  </section>`
}

function heading({ team_name, role }: OpenInvitation): Html {
  return html`<h1>Join <bdi>${team_name}</bdi></h1>
    <p>You were invited to this team as ${/^[aeiou]/.test(role) ? 'an' : 'a'} ${ROLES[role].title.toLowerCase()}.</p>`
}

function bare(email: string): Html {
  return html`<bdi>${email}</bdi>`
}
