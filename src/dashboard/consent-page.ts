// What a person is told before they let a client in, and what they can choose.
import type { AuthorizationRequest } from '../oauth/actions.ts'
import { narrowerScopes } from './consent-choice.ts'
import { type Html, html } from './html.ts'
import { SCOPE_WORDS, shownScopes, tokenField } from './pieces.ts'
import type { Visitor } from './visitor.ts'

/** Names come from outside: `<bdi>` keeps a name's writing direction from turning the words around it. */
export function consentBody(request: AuthorizationRequest, visitor: Visitor, path: string): Html {
  const { client, redirect_uri } = request
  const has_choice = visitor.teams.length > 1
  return html`<section class="card wide">
    <h1><bdi>${client.name}</bdi> asks for access</h1>
    ${
      client.verified
        ? html`<p class="note">This application was verified by the operator of this server.</p>`
        : html`<p class="warning">
            <strong>Not verified.</strong> Anybody can register an application under any name. Only go on if you have
            just started this yourself.
          </p>`
    }
    <form method="post" action="${path}">
      ${tokenField(visitor)} ${scopePart(request)} ${has_choice && teamChoice(visitor)}
      <dl class="facts">
        ${
          !has_choice &&
          html`<dt>Team</dt>
            <dd><input type="hidden" name="team_id" value="${visitor.team.id}" /><bdi>${visitor.team.name}</bdi></dd>`
        }
        <dt>Your account</dt>
        <dd><bdi>${visitor.user.email}</bdi></dd>
        <dt>Leads back to</dt>
        <dd>${destination(redirect_uri)}</dd>
      </dl>
      <div class="choice">
        <button name="decision" value="deny">Deny</button>
        <button class="main" name="decision" value="approve">Allow access</button>
      </div>
    </form>
  </section>`
}

/** What is asked for; where less would do as well, the person may choose that. */
function scopePart({ scopes }: AuthorizationRequest): Html {
  const [narrower] = narrowerScopes(scopes)
  const [widest] = shownScopes(scopes)
  if (!narrower || !widest) {
    return html`<h2>It would be able to</h2>
      <ul class="scopes">
        ${shownScopes(scopes).map(scope => html`<li>${words(scope)}</li>`)}
      </ul>`
  }
  return html`<fieldset class="options">
    <legend>It would be able to</legend>
    ${option('scope', widest, true, html`${words(widest)} <small>This is what it asks for.</small>`)}
    ${option('scope', narrower, false, html`${words(narrower)} <small>Less than it asks for.</small>`)}
  </fieldset>`
}

function words(scope: keyof typeof SCOPE_WORDS): Html {
  return html`<strong>${SCOPE_WORDS[scope].title}</strong> ${SCOPE_WORDS[scope].detail}`
}

function teamChoice({ team, teams }: Visitor): Html {
  return html`<fieldset class="options">
    <legend>For which team?</legend>
    ${teams.map(({ id, name }) => option('team_id', id, id === team.id, html`<strong><bdi>${name}</bdi></strong>`))}
  </fieldset>`
}

function option(name: string, value: string, is_checked: boolean, text: Html): Html {
  return html`<label class="option">
    <input type="radio" name="${name}" value="${value}" ${is_checked && html`checked`} />
    <span>${text}</span>
  </label>`
}

function destination(redirect_uri: string): Html {
  const { protocol, host, hostname } = new URL(redirect_uri)
  if (protocol !== 'http:' && protocol !== 'https:') {
    return html`the app on this device that opens <code>${protocol}</code> links`
  }
  const here = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  return here ? html`a program on this computer (<code>${host}</code>)` : html`<code>${host}</code>`
}

/**
 * Where the answer may lead, for the page's `form-action`: Chromium holds it against every redirect that follows a form.
 * The callback's own redirect is one of them (to a page that says "you can close this window", or from a broker to the
 * application), and blocked it leaves the person on this page as if nothing had happened; hence `https:`.
 */
export function formTargets(redirect_uri: string): string[] {
  const { protocol, hostname, origin } = new URL(redirect_uri)
  if (protocol !== 'http:' && protocol !== 'https:') return [protocol]
  // CSP 3 2.3.1: a source has no way to write an IPv6 address
  return [/^[A-Za-z0-9.-]+$/.test(hostname) ? origin : protocol, 'https:']
}
