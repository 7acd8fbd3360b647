// What a person is told before they let a client in.
import type { AuthorizationRequest } from '../oauth/actions.ts'
import type { Scope } from '../operation.ts'
import { type Html, html } from './html.ts'
import type { Visitor } from './visitor.ts'

const SCOPE_WORDS: Record<Scope, { title: string; detail: string }> = {
  full_access: {
    title: 'Full access',
    detail:
      'Everything an API key of the team can do: send, read and change emails, automations, templates, contacts, API keys and settings.',
  },
  'emails:send': {
    title: 'Send emails',
    detail: 'Send emails and broadcasts in the name of the team. Nothing can be read or changed.',
  },
}

/** Names come from outside: `<bdi>` keeps a name's writing direction from turning the words around it. */
export function consentBody(request: AuthorizationRequest, { user, team, form_token }: Visitor): Html {
  const { client, scopes, redirect_uri } = request
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
    <h2>It would be able to</h2>
    <ul class="scopes">
      ${shown(scopes).map(scope => html`<li><strong>${SCOPE_WORDS[scope].title}</strong> ${SCOPE_WORDS[scope].detail}</li>`)}
    </ul>
    <dl class="facts">
      <dt>Team</dt>
      <dd><bdi>${team.name}</bdi></dd>
      <dt>Your account</dt>
      <dd><bdi>${user.email}</bdi></dd>
      <dt>Leads back to</dt>
      <dd>${destination(redirect_uri)}</dd>
    </dl>
    <form class="choice" method="post" action="/consent/${encodeURIComponent(request.id)}">
      <input type="hidden" name="form_token" value="${form_token}" />
      <button name="decision" value="deny">Deny</button>
      <button class="main" name="decision" value="approve">Allow access</button>
    </form>
  </section>`
}

/** Full access contains the rest. */
function shown(scopes: readonly Scope[]): readonly Scope[] {
  return scopes.includes('full_access') ? ['full_access'] : scopes
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
