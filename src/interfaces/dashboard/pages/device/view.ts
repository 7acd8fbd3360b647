// The two pages for a device: the field for its code, and the choices.
import { type Html, html } from '../../../../base/html/html.ts'
import type { DeviceAuthorizationRequest } from '../../../../identity/oauth/device/actions.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import type { Person } from '../../session/visitor.ts'
import { VERBATIM, field } from '../../ui/fields.ts'
import { csrfField, errorBox } from '../../ui/forms.ts'
import { dateTimeInUtc } from '../../ui/time.ts'
import { decisionForm, isVouchedFor, otherAccount, standing } from '../consent/view.ts'

/** What is shown after the answer. */
export const AFTER_ANSWER = {
  allowed: 'Device connected. Return to the device to continue.',
  denied: 'Access denied.',
}

const CODE_LENGTH_MAX = 40

/** `asked`: the code in the URL of the page. */
export function codeBody(person: Person, asked: string | null): Html {
  const value = (entered('user_code', asked) ?? '').slice(0, CODE_LENGTH_MAX)
  return html`<section class="card">
      <h1>Connect a device</h1>
      ${doneNote()} ${errorBox(formOutcome().trouble)}
      <p>Enter the code shown on your device. You can review the requested access on the next page.</p>
      <form method="post" action="/device">
        ${csrfField()}
        ${field('Code', { name: 'user_code', type: 'text', ...VERBATIM, autocapitalize: 'characters', maxlength: CODE_LENGTH_MAX, required: true, value })}
        ${value !== '' && html`<p class="soft">Check that your device shows the same code.</p>`}
        <button class="main">Continue</button>
      </form>
    </section>
    ${otherAccount(person, '/device')}`
}

/** RFC 8628 5.4: a phisher can send a person the code of another device, so the page says which device gets the access. */
export function decisionBody(request: DeviceAuthorizationRequest, person: Person, path: string): Html {
  return html`<section class="card wide">
      <h1>A device with ${asker(request)} requests access</h1>
      <p class="warning">
        <strong>Continue only if you started this on your own device</strong> and it shows the code
        <code>${request.user_code}</code>. If someone sent you this code or a link, deny the request: their device would
        get the access.
      </p>
      ${standing(request)}
      ${decisionForm(request, person, path, [
        ['Device code', html`<code>${request.user_code}</code>`],
        ['Requested', dateTimeInUtc(request.created_at)],
        ['IP address', html`<code>${request.ip}</code>`],
      ])}
    </section>
    ${otherAccount(person, '/device')}`
}

/** An unverified client can choose any name, but not any host, so without a host the page only says what it calls itself. */
function asker(request: DeviceAuthorizationRequest): Html {
  const { name, host } = request.client
  if (host !== undefined)
    return html`the application published at <bdi>${host}</bdi>, which calls itself “<bdi>${name}</bdi>”,`
  return isVouchedFor(request) ? html`<bdi>${name}</bdi>` : html`an application that calls itself “<bdi>${name}</bdi>”`
}
