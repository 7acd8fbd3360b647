// The form for the names of a team.
import { type Html, html } from '../../../../../base/html/html.ts'
import type { Visitor } from '../../../session/visitor.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import { field, lengthOf } from '../../../ui/fields.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'

export function namesBody({ team }: Visitor, { trouble, form }: FormOutcome): Html {
  const value = (name: 'name' | 'sender_name'): string | null => form.get(name) ?? team[name]
  return html`<p><a class="back" href="/team">Team</a></p>
    <h1>Names of the team</h1>
    ${troubleBox(trouble)}
    <section class="panel">
      <form method="post" action="/team/names">
        ${csrfField()}
        ${field('Name, as its people and applications see it', { name: 'name', required: true, maxlength: 100, autocomplete: 'off', value: value('name') })}
        ${field('Sender name, as recipients of its mail see it', { name: 'sender_name', maxlength: 100, autocomplete: 'organization', 'aria-describedby': 'sender-name-hint', value: value('sender_name') })}
        <p class="soft hint" id="sender-name-hint">
          It is on the unsubscribe page: “Emails from …”. If it is empty, the name of the team is there.
        </p>
        ${field(html`Time zone in which people of the team say times, such as <code>Europe/Lisbon</code>`, { name: 'time_zone', maxlength: lengthOf('UpdateBroadcast', 'time_zone'), autocomplete: 'off', spellcheck: 'false', value: form.get('time_zone')?.trim() || team.time_zone })}
        <button class="main">Save</button>
      </form>
    </section>`
}
