// The form for the names of a team.
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { entered, formOutcome } from '../../../ui/reader.ts'
import { field, lengthOf } from '../../../ui/fields.ts'
import { csrfField, errorBox } from '../../../ui/forms.ts'

export function namesBody({ team }: Visitor): Html {
  return html`<p><a class="back" href="/team">Team</a></p>
    <h1>Team names</h1>
    ${errorBox(formOutcome().trouble)}
    <section class="panel">
      <form method="post" action="/team/names">
        ${csrfField()}
        ${field('Internal name', { hint: 'Members and connected apps see it.', name: 'name', required: true, maxlength: 100, autocomplete: 'off', value: entered('name', team.name) })}
        ${field('Public name', { name: 'sender_name', maxlength: 100, autocomplete: 'organization', 'aria-describedby': 'sender-name-hint', value: entered('sender_name', team.sender_name) })}
        <p class="hint" id="sender-name-hint">
          Recipients see it, for example on the unsubscribe page. Defaults to the internal name.
        </p>
        ${field('Time zone', { hint: 'Times on pages are in this zone. Example: Europe/Lisbon.', name: 'time_zone', maxlength: lengthOf('UpdateBroadcast', 'time_zone'), autocomplete: 'off', spellcheck: 'false', value: entered('time_zone')?.trim() || team.time_zone })}
        <button class="main">Save names</button>
      </form>
    </section>`
}
