// The page with the question before a person's first login with the OpenID provider links or creates an account.
import { type Html, html } from '../../../../../base/html/html.ts'
import type { LinkQuestion } from '../../../../../identity/login/openid/actions.ts'
import { ROLES } from '../../../../../identity/teams/roles.ts'
import { csrfField } from '../../../ui/forms.ts'

interface ConfirmationPage {
  question: LinkQuestion
  /** The name of the provider. */
  provider: string
}

export function confirmBody({ question, ...shown }: ConfirmationPage): Html {
  return html`<section class="card">
    ${question.about === 'invitation' ? invitationPart(question) : accessPart(question, shown)}
    <p><a href="/login">Cancel</a></p>
  </section>`
}

function invitationPart({ email, invitations }: Extract<LinkQuestion, { about: 'invitation' }>): Html {
  return html`<h1>Join a team</h1>
    <p>
      <strong><bdi>${email}</bdi></strong> has no account yet. Accept an invitation to create one. Everyone in the team
      sees your name and email address.
    </p>
    ${invitations.map(
      ({ id, team_name, role }) =>
        html`<form method="post" action="/login/provider/confirm">
          ${csrfField()}
          <input type="hidden" name="invitation_id" value="${id}" />
          <button class="main">Join <bdi>${team_name}</bdi> as ${ROLES[role].title.toLowerCase()}</button>
        </form>`,
    )}`
}

function accessPart(
  { email, teams }: Extract<LinkQuestion, { about: 'access' }>,
  { provider }: Omit<ConfirmationPage, 'question'>,
): Html {
  return html`<h1>Link your account</h1>
    <p>
      The address <strong><bdi>${email}</bdi></strong> of this account was never verified, so someone else may have
      created
      it.${teams.length > 0 && html` Its teams: ${teams.map(({ name }, at) => html`${at > 0 && ', '}<bdi>${name}</bdi>`)}.`}
    </p>
    <p>
      If you know the password, <a href="/login?next=/account">log in with it</a> and link ${provider} on the Account
      page. Nothing is removed.
    </p>
    <p>
      Otherwise, link the account now. This removes its password, two-factor authentication, passkeys, API keys,
      sessions and connected apps. You can then log in only with ${provider}.
    </p>
    <form method="post" action="/login/provider/confirm">
      ${csrfField()}
      <input type="hidden" name="remove_access" value="yes" />
      <button class="main">Remove all access and link</button>
    </form>`
}
