// The page of a person's own account.
import { PASSWORD_LENGTH_MIN } from '../../../../identity/teams/actions.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { Visitor } from '../../session/visitor.ts'
import type { FormOutcome } from '../../page.ts'
import { facts } from '../../ui/facts.ts'
import { field } from '../../ui/fields.ts'
import { confirmForm, csrfField, troubleBox } from '../../ui/forms.ts'

export function accountBody(visitor: Visitor, { done, trouble }: FormOutcome): Html {
  const { user, teams } = visitor
  return html`<h1>Account</h1>
    ${done}
    ${facts([
      ['Name', html`<bdi>${user.name}</bdi>`],
      ['Email address', html`<bdi>${user.email}</bdi>`],
      [teams.length === 1 ? 'Team' : 'Teams', teams.map(({ name }) => html`<bdi class="line">${name}</bdi>`)],
    ])}
    <section class="panel">
      <h2>Change the password</h2>
      ${troubleBox(trouble)}
      <form method="post" action="/account/password">
        ${csrfField(visitor)}
        <input type="hidden" name="username" autocomplete="username" value="${user.email}" />
        ${passwordField('old_password', 'Old password', 'current-password')}
        ${passwordField('new_password', 'New password', 'new-password')}
        ${passwordField('new_password_again', 'New password, once more', 'new-password')}
        <p class="soft hint">
          At least ${PASSWORD_LENGTH_MIN} characters. You will be logged out everywhere else, and applications lose the
          access that you gave them.
        </p>
        <button class="main">Change it</button>
      </form>
    </section>
    <section class="panel">
      <h2>Log out everywhere</h2>
      ${confirmForm({
        path: '/account/log-out-everywhere',
        label: 'Log out everywhere',
        about: 'this browser, too',
        csrf_token: visitor.csrf_token,
        question: 'Every browser in which you are logged in, this one too.',
      })}
    </section>`
}

export function passwordField(name: string, title: string, autocomplete: 'current-password' | 'new-password'): Html {
  const minlength = autocomplete === 'new-password' && PASSWORD_LENGTH_MIN
  return field(title, { name, type: 'password', autocomplete, required: true, minlength })
}
