// The page of a person's own account.
import { PASSWORD_LENGTH_MIN } from '../../../../identity/teams/rules.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import type { AccessKind, AccountAccess } from '../../../../identity/login/account-access/actions.ts'
import type { RelyingParty } from '../../../../identity/teams/passkeys/rules.ts'
import type { ProviderLink } from '../../../../identity/login/openid/store.ts'
import type { Visitor } from '../../session/visitor.ts'
import { doneNote, formOutcome } from '../../ui/reader.ts'
import type { OwnSession } from '../../../../identity/teams/sessions/actions.ts'
import { describeBrowser, seenHour } from '../../../../identity/teams/sessions/rules.ts'
import { listItem } from '../../ui/table.ts'
import { dateTime, dateTimeText } from '../../ui/time.ts'
import { facts, tag } from '../../ui/facts.ts'
import { checkBox, field } from '../../ui/fields.ts'
import { actionForm, confirmForm, csrfField, errorBox } from '../../ui/forms.ts'
import { passkeysPart } from './passkeys/view.ts'

export interface AccountPageData {
  visitor: Visitor
  sessions: readonly OwnSession[]
  access: AccountAccess
  party: RelyingParty | undefined
  /** The OpenID provider, and whether the account is linked to it. */
  provider: { name: string; link: ProviderLink | undefined; needs_link: boolean } | undefined
  /** The path of the form that was refused. */
  sent: string
}

export function accountBody({ visitor, sessions, access, party, provider, sent }: AccountPageData): Html {
  const { user, teams } = visitor
  const { trouble } = formOutcome()
  const isAboutPasskeys = sent.startsWith('/account/passkeys')
  return html`<h1>Account</h1>
    ${doneNote()}
    ${facts([
      ['Name', html`<bdi>${user.name}</bdi>`],
      ['Email address', html`<bdi>${user.email}</bdi>`],
      [teams.length === 1 ? 'Team' : 'Teams', teams.map(({ name }) => html`<bdi class="line">${name}</bdi>`)],
    ])}
    <section class="panel">
      <h2>Password</h2>
      ${!isAboutPasskeys && errorBox(trouble)}
      <form method="post" action="/account/password">
        ${csrfField()}
        <input type="hidden" name="username" autocomplete="username" value="${user.email}" />
        ${passwordField('old_password', 'Current password', 'current-password')}
        ${passwordField('new_password', 'New password', 'new-password')}
        ${passwordField('new_password_again', 'Confirm new password', 'new-password')}
        <p class="soft hint">
          At least ${PASSWORD_LENGTH_MIN} characters. Changing it ends your other sessions and revokes connected apps.
        </p>
        ${removalFields(access)}
        <button class="main">Change password</button>
      </form>
    </section>
    ${passkeysPart({ passkeys: access.passkeys, party, trouble: isAboutPasskeys ? trouble : undefined })}
    <section class="panel">
      <h2>Two-factor authentication</h2>
      <p>Confirm each login with a code from your phone.</p>
      <p><a class="button" href="/two-factor">Manage two-factor authentication</a></p>
    </section>
    ${provider && providerPart(provider)}
    <h2 id="sessions">Active sessions</h2>
    <ul class="rows" aria-labelledby="sessions">
      ${sessions.map(session => sessionRow(session))}
    </ul>
    <section class="panel">
      <h2>Log out everywhere</h2>
      ${confirmForm({
        path: '/account/log-out-everywhere',
        label: 'Log out everywhere',
        about: 'including this browser',
        question: 'This ends all your sessions, including this one.',
      })}
    </section>`
}

/** Maximum names of one kind that are shown. */
const NAMES_SHOWN_MAX = 5

/** Checkboxes for access that remains valid after a change of the password; empty if the account has none. */
function removalFields({ passkeys, provider_links, api_keys }: AccountAccess): Html | undefined {
  const names: [AccessKind, string, string[]][] = [
    ['passkeys', 'Remove passkeys', passkeys.map(({ name }) => name)],
    ['provider_links', 'Remove logins with a provider', provider_links.map(({ issuer }) => issuer)],
    ['api_keys', 'Delete API keys that you created', api_keys.map(({ name }) => name)],
  ]
  const present = names.filter(([, , { length }]) => length > 0)
  if (present.length === 0) return undefined
  return html`<fieldset>
    <legend>Other ways to access your account</legend>
    <p class="soft hint">
      These stay valid unless you select them. Select all if someone else might know your password.
    </p>
    ${present.map(([kind, title, [...all]]) => {
      const more = all.length - NAMES_SHOWN_MAX
      const shown = all.slice(0, NAMES_SHOWN_MAX).map((name, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)
      return checkBox(html`${title}: ${shown}${more > 0 && ` and ${more} more`}`, `remove_${kind}`, false)
    })}
  </fieldset>`
}

function providerPart({ name, link, needs_link }: NonNullable<AccountPageData['provider']>): Html {
  const way = link
    ? html`Linked since ${dateTime(link.created_at)}. You can log in with ${name}.`
    : html`Your account is not linked to ${name}.`
  const only = html`<p class="soft">
    Your account has no password. To unlink it, ask the operator of this server to set a password first.
  </p>`
  return html`<section class="panel">
    <h2>Login with ${name}</h2>
    <p>${way}</p>
    ${link && needs_link && only}
    ${!link && html`<p><a class="button" href="/login/provider?next=/account">Link to ${name}</a></p>`}
    ${
      link &&
      !needs_link &&
      confirmForm({
        path: '/account/provider/remove',
        label: 'Unlink account',
        about: name,
        question: html`The next login with ${name} links it again if the email address is the same.`,
      })
    }
  </section>`
}

function sessionRow(session: OwnSession): Html {
  const { token_hash, user_agent, ip, is_this, created_at } = session
  const browser = describeBrowser(user_agent)
  const path = '/account/sessions/end'
  const about = `${browser}, ${dateTimeText(created_at)}`
  return listItem(
    html`<h3>${browser} ${is_this && tag('This device')}</h3>
      <p class="soft">
        ${ip !== null && html`<code>${ip}</code>, `}logged in ${dateTime(created_at)}, last used
        ${dateTime(seenHour(session))}
      </p>`,
    !is_this && actionForm({ path, label: 'Log out', about, fields: { session: token_hash } }),
  )
}

export function passwordField(name: string, title: string, autocomplete: 'current-password' | 'new-password'): Html {
  const minlength = autocomplete === 'new-password' && PASSWORD_LENGTH_MIN
  return field(title, { name, type: 'password', autocomplete, required: true, minlength })
}
