// The consent page: the information that a person reads before giving access to a client, and the choices.
import type { AuthorizationRequest } from '../../../../identity/oauth/authorize/requests.ts'
import { isAppUri } from '../../../../identity/oauth/clients/redirect-uri.ts'
import { impliedScopes, withoutImplied } from '../../../../base/operation/scope.ts'
import type { Scope } from '../../../../../generated/scopes.ts'
import { hasBoxes, narrowerScopes, withinRoles } from './choice.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { type Fact, facts } from '../../ui/facts.ts'
import { scopeBoxes, scopeLine } from '../../ui/scopes.ts'
import type { Person } from '../../session/visitor.ts'
import { csrfField } from '../../ui/forms.ts'

/** Names are untrusted: `<bdi>` prevents the writing direction of a name from reordering the words around it. */
export function consentBody(request: AuthorizationRequest, person: Person, path: string): Html {
  return html`<section class="card wide">
      <h1>${asker(request)} requests access</h1>
      ${standing(request)} ${appWarning(request.redirect_uri)}
      ${decisionForm(request, person, path, [['Redirects to', destination(request.redirect_uri)]])}
    </section>
    ${otherAccount(person, path)}`
}

type Decidable = Pick<AuthorizationRequest, 'scopes' | 'lasts_s' | 'is_renewed'>

/** The choices, the facts about the request (`about`), and the two answers. */
export function decisionForm(asked: Decidable, member: Person, path: string, about: readonly Fact[]): Html {
  const { scopes, teams } = withinRoles(asked.scopes, member.teams)
  const [request, person] = [
    { ...asked, scopes },
    { ...member, teams },
  ]
  return html`<form method="post" action="${path}">
    ${csrfField()} ${teams.length > 0 && scopePart(request)} ${teams.length > 1 && teamChoice(person)}
    ${facts([
      teams.length === 1 && onlyTeam(teams[0]!),
      ['Your account', html`<bdi>${person.user.email}</bdi>`],
      ...about,
      teams.length > 0 && ['Duration', duration(request)],
    ])}
    ${teams.length === 0 && noTeam(member)}
    <div class="choice">
      <button name="decision" value="deny">Deny</button>
      ${teams.length > 0 && html`<button class="main" name="decision" value="approve">Allow access</button>`}
    </div>
  </form>`
}

/** The requesting client, for the login page that precedes the consent page. */
export function askerNote(request: AuthorizationRequest): Html {
  return html`<p class="note">
    ${asker(request)} requests access. Log in to continue.
    ${!isVouchedFor(request) && html`<strong>Not verified.</strong> Continue only if you just started this yourself.`}
  </p>`
}

/**
 * An unverified client chooses its name freely, so the page first shows a host that the client cannot choose freely: that of
 * its document, otherwise that of the redirect.
 */
function asker(request: AuthorizationRequest): Html {
  const { client, redirect_uri } = request
  if (client.host !== undefined)
    return html`The application published at <bdi>${client.host}</bdi>, which calls itself “<bdi>${client.name}</bdi>”,`
  const at = place(redirect_uri)
  if (!isVouchedFor(request)) return html`${at.capital} that calls itself “<bdi>${client.name}</bdi>”`
  return html`<bdi>${client.name}</bdi>, ${at.small},`
}

export function isVouchedFor({ client }: Pick<AuthorizationRequest, 'client'>): boolean {
  return client.verified || client.built_in
}

/** The three kinds of clients are displayed differently. */
export function standing({ client }: Pick<AuthorizationRequest, 'client'>): Html {
  if (client.built_in) {
    return html`<p class="note done">
      <strong>Built in.</strong> This is the command-line client of this server. Continue only if you just started it.
    </p>`
  }
  if (client.verified) {
    return html`<p class="note done"><strong>Verified</strong> by the operator of this server.</p>`
  }
  return html`<p class="warning">
    <strong>Not verified.</strong> ${origin(client)} Continue only if you just started this yourself.
    ${
      client.imitates !== null &&
      html`<strong>Its name is similar to <bdi>${client.imitates}</bdi>, but it is a different app.</strong>`
    }
  </p>`
}

/** Several apps can open links with the same scheme (RFC 8252 8.1). */
function appWarning(redirect_uri: string): Html | false {
  if (!isAppUri(redirect_uri)) return false
  return html`<p class="warning">
    <strong>An app on this device will receive access.</strong> Every app that opens
    <code>${new URL(redirect_uri).protocol}</code> links can receive it. Only continue if you trust the apps on this
    device.
  </p>`
}

/** The known facts about an unverified client. */
function origin({ host, is_local = false }: AuthorizationRequest['client']): Html {
  if (host === undefined) return html`Anyone can register an application under any name.`
  return html`The operator of this server has not checked what is published there.
  ${is_local && html`It runs on this computer, and <strong>any program on this computer can say that it is this one.</strong>`}`
}

/** The requested scopes, with narrower options if there are any. */
function scopePart({ scopes }: { scopes: readonly Scope[] }): Html {
  const [narrower] = narrowerScopes(scopes)
  const [widest] = withoutImplied(scopes)
  if (hasBoxes(scopes)) {
    return html`<fieldset class="options">
      <legend>Permissions</legend>
      <p class="soft">Select only what you want to allow.</p>
      ${scopeBoxes(impliedScopes(scopes), withoutImplied(scopes))}
    </fieldset>`
  }
  if (!narrower || !widest) {
    return html`<h2>Permissions</h2>
      <ul class="scopes">
        ${withoutImplied(scopes).map(scope => html`<li>${scopeLine(scope)}</li>`)}
      </ul>`
  }
  return html`<fieldset class="options">
    <legend>Permissions</legend>
    ${radio({ name: 'scope', value: widest, checked: true }, html`${scopeLine(widest)} <small>As requested.</small>`)}
    ${radio({ name: 'scope', value: narrower }, html`${scopeLine(narrower)} <small>Less than requested.</small>`)}
  </fieldset>`
}

function onlyTeam({ id, name }: Person['teams'][number]): Fact {
  return ['Team', html`<input type="hidden" name="team_id" value="${id}" /><bdi>${name}</bdi>`]
}

function teamChoice({ team, teams }: Person): Html {
  return html`<fieldset class="options">
    <legend>Team</legend>
    ${teams.map(({ id, name }) => radio({ name: 'team_id', value: id, checked: id === team?.id }, html`<strong><bdi>${name}</bdi></strong>`))}
  </fieldset>`
}

function noTeam({ teams }: Person): Html {
  if (teams.length > 0)
    return html`<p class="warning">
      <strong>Your role cannot give this access.</strong> Ask an owner of the team to allow it, or deny the request.
    </p>`
  return html`<p class="warning">
    <strong>You are not a member of a team,</strong> so there is nothing to give access to. Ask an administrator to
    invite you and start again in the app, or deny the request.
  </p>`
}

function radio({ name, value, checked }: { name: string; value: string; checked?: boolean }, text: Html): Html {
  return html`<label class="option">
    <input type="radio" name="${name}" value="${value}" ${checked && html`checked`} />
    <span>${text}</span>
  </label>`
}

function duration({ lasts_s, is_renewed }: Pick<AuthorizationRequest, 'lasts_s' | 'is_renewed'>): Html {
  if (!is_renewed) return html`${span(lasts_s)}`
  return html`Until you revoke it under <a href="/grants">Connected apps</a>, or after ${span(lasts_s)} without use`
}

function span(seconds: number): string {
  const units: [number, string][] = [
    [86_400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  const [length, unit] = units.find(([length]) => seconds >= length && seconds % length === 0) ?? [1, 'second']
  const count = seconds / length
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** This page has no menu, so the link to another account is below the card. */
export function otherAccount(person: Person, path: string): Html {
  return html`<form class="aside" method="post" action="/logout">
    ${csrfField()} <input type="hidden" name="next" value="${path}" />
    <button class="quiet">Use another account</button>
  </form>`
}

interface Place {
  small: Html
  capital: Html
}

/** The host or app of the redirect, as text. */
function place(redirect_uri: string): Place {
  const { protocol, host } = new URL(redirect_uri)
  if (isAppUri(redirect_uri)) {
    const links = html`app that opens <code>${protocol}</code> links`
    return { small: html`the ${links}`, capital: html`The ${links}` }
  }
  if (isHere(redirect_uri)) return { small: html`an app on this computer`, capital: html`An app on this computer` }
  return { small: html`at <bdi>${host}</bdi>`, capital: html`An application at <bdi>${host}</bdi>` }
}

function destination(redirect_uri: string): Html {
  const { protocol, host } = new URL(redirect_uri)
  if (isAppUri(redirect_uri)) {
    return html`the app on this device that opens <code>${protocol}</code> links`
  }
  return isHere(redirect_uri) ? html`a program on this computer (<code>${host}</code>)` : html`<code>${host}</code>`
}

function isHere(redirect_uri: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(redirect_uri).hostname)
}

/**
 * Sources for the page's `form-action`: Chromium applies it to every redirect that follows a form. The callback's own redirect
 * is one of them (to a page that says "you can close this window", or from a broker to the application). If it is blocked, the
 * person stays on this page without any feedback; hence `https:`.
 */
export function formTargets(redirect_uri: string): string[] {
  const { protocol, hostname, origin } = new URL(redirect_uri)
  if (isAppUri(redirect_uri)) return [protocol]
  // CSP 3 2.3.1: a source cannot be an IPv6 address
  return [/^[A-Za-z0-9.-]+$/.test(hostname) ? origin : protocol, 'https:']
}
