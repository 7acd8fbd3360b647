// The form about the agent of an inbox.
import type { InboxRecord } from '../../../../../inbound/inboxes/store/inboxes.ts'
import type { AgentSettings } from '../../../../../inbound/inboxes/agent/actions.ts'
import { type Html, html } from '../../../../../base/html/html.ts'
import type { FormOutcome } from '../../../ui/reader.ts'
import type { Visitor } from '../../../session/visitor.ts'
import { area, checkBox, choice, radios } from '../../../ui/fields.ts'
import { csrfField, troubleBox } from '../../../ui/forms.ts'
import { AGENT_ACTIONS, INSTRUCTIONS_MAX, isOffered, AGENT_TONES } from './asked.ts'

interface Shown extends FormOutcome {
  inbox: InboxRecord
  agent: AgentSettings
  /** Whether a model is configured on the server. */
  hasModel: boolean
  visitor: Visitor
}

const STATES = [
  {
    name: 'off',
    title: 'Off',
    description: 'Mail is left as it comes in. The instructions are kept, the choice of actions is not.',
  },
  { name: 'on', title: 'On', description: 'Each mail that comes in is shown to it, unless it was taken for spam.' },
]

export function agentBody({ inbox, agent, hasModel, done, trouble, form }: Shown): Html {
  const options = Object.entries(AGENT_TONES).map(([id, name]) => ({ id, name }))
  const isTyped = form.has('agent')
  const isOn = agent.actions.some(isOffered)
  const kept = agent.actions.filter(action => !isOffered(action))
  return html`<p>
      <a class="back" href="/inboxes/${inbox.id}"><bdi>${inbox.name ?? inbox.email_address}</bdi></a>
    </p>
    <h1>Agent</h1>
    <p class="lead">A language model that reads the mail of this inbox and does what you allow. It sends nothing.</p>
    ${done} ${troubleBox(trouble)}
    ${
      !hasModel &&
      html`<p class="warning" role="note">
        This server has no model to ask, so nothing happens yet: its operator has to set <code>AGENT_URL</code>. What is
        set here is kept.
      </p>`
    }
    <form method="post" action="/inboxes/${inbox.id}/agent" class="writing">
      ${csrfField()}
      ${radios('The agent is', STATES, { name: 'agent', value: form.get('agent') ?? (isOn ? 'on' : 'off') })}
      <fieldset>
        <legend>What it may do</legend>
        ${Object.entries(AGENT_ACTIONS).map(([name, words]) =>
          checkBox(words, name, isTyped ? form.has(name) : agent.actions.some(action => action === name)),
        )}
      </fieldset>
      ${area(`Instructions, in up to ${INSTRUCTIONS_MAX} characters`, { name: 'instructions', rows: 8, maxlength: INSTRUCTIONS_MAX, value: form.get('instructions') ?? agent.instructions })}
      ${choice({ name: 'tone', title: 'Tone of its drafts', none: 'None in particular', options, chosen: form.get('tone') ?? agent.tone })}
      ${
        kept.length > 0 &&
        html`<p class="soft hint">
          A program also allows ${kept.map((action, at) => html`${at > 0 && ' and '}<code>${action}</code>`)}. That does
          nothing yet, and stays as it is.
        </p>`
      }
      <div class="choice"><button class="main">Save</button></div>
    </form>`
}
