// The two pages for a device: the field for its code, and the choices.
import { type Html, html } from '../../../../base/html/html.ts'
import type { DeviceAuthorizationRequest } from '../../../../identity/oauth/device/actions.ts'
import type { FormOutcome } from '../../ui/reader.ts'
import type { Person } from '../../session/visitor.ts'
import { VERBATIM, field } from '../../ui/fields.ts'
import { csrfField, troubleBox } from '../../ui/forms.ts'
import { momentInUtc } from '../../ui/time.ts'
import { decisionForm, isVouchedFor, otherAccount, standing } from '../consent/view.ts'

/** What is shown after the answer. */
export const AFTER_ANSWER = {
  allowed: 'The device has access now. Go back to it: it goes on by itself.',
  denied: 'The device gets no access.',
}

const CODE_LENGTH_MAX = 40

interface Typed extends Pick<FormOutcome, 'done' | 'trouble' | 'form'> {
  /** The code in the URL of the page. */
  asked: string | null
}

export function codeBody(person: Person, { done, trouble, form, asked }: Typed): Html {
  const value = (form.get('user_code') ?? asked ?? '').slice(0, CODE_LENGTH_MAX)
  return html`<section class="card">
      <h1>Connect a device</h1>
      ${done} ${troubleBox(trouble)}
      <p>Enter the code that the device shows. The next page says what it asks for.</p>
      <form method="post" action="/device">
        ${csrfField()}
        ${field('Code', { name: 'user_code', type: 'text', ...VERBATIM, autocapitalize: 'characters', maxlength: CODE_LENGTH_MAX, required: true, value })}
        ${value !== '' && html`<p class="soft">Compare it with the code on the device before you go on.</p>`}
        <button class="main">Go on</button>
      </form>
    </section>
    ${otherAccount(person, '/device')}`
}

/** RFC 8628 5.4: a phisher can send a person the code of another device, so the page says which device gets the access. */
export function decisionBody(request: DeviceAuthorizationRequest, person: Person, path: string): Html {
  return html`<section class="card wide">
      <h1>A device with ${asker(request)} asks for access</h1>
      <p class="warning">
        <strong>Only go on if you started this on a device in front of you</strong> and it shows the code
        <code>${request.user_code}</code>. If somebody sent you this code or a link, deny: their device would get the
        access.
      </p>
      ${standing(request)}
      ${decisionForm(request, person, path, [
        ['Code on the device', html`<code>${request.user_code}</code>`],
        ['Asked', momentInUtc(request.created_at)],
        ['From the address', html`<code>${request.ip}</code>`],
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
