// The page with the settings of an inbox's agent.
import { type AgentSettings, updateInboxAgent, findAgentSettings } from '../../../../inbound/inboxes/agent/actions.ts'
import type { InboxRecord } from '../../../../inbound/inboxes/store/inboxes.ts'
import { type Html, html } from '../../../../base/html/html.ts'
import { isLongerThan } from '../../../../base/text/length.ts'
import { type DashboardPage, page } from '../../page.ts'
import { FormFault } from '../../problems.ts'
import { textArea, checkBox, choice, lengthOf, radios } from '../../ui/fields.ts'
import { csrfField, errorBox } from '../../ui/forms.ts'
import { doneNote, entered, formOutcome } from '../../ui/reader.ts'
import { inboxInPath } from './find.ts'
import { textFromForm } from './forms.ts'
import { backToInbox } from './view.ts'
import { FORM_BYTES } from './writing.ts'

type Action = AgentSettings['actions'][number]
type Tone = NonNullable<AgentSettings['tone']>

const INSTRUCTIONS_MAX = lengthOf('UpdateInboxAgent', 'instructions')

/** The actions in the form, without those that have no effect yet. */
const ACTIONS: Record<Exclude<Action, 'forward_thread' | 'assign_thread'>, string> = {
  draft_reply: 'Draft a reply for a person to review and send',
  add_labels: 'Add existing labels of this inbox',
  archive: 'Archive the conversation',
  mark_as_spam: 'Move the conversation to spam',
  move_to_trash: 'Move the conversation to trash',
}
const TONES: Record<Tone, string> = {
  concise_professional: 'Concise and professional',
  concise_casual: 'Concise and casual',
  expanded_professional: 'Detailed and professional',
  expanded_casual: 'Detailed and casual',
}
const STATUSES = [
  {
    name: 'off',
    title: 'Off',
    description: 'New emails are not processed. Saving keeps the instructions and clears the actions.',
  },
  { name: 'on', title: 'On', description: 'The agent processes each new email, except spam.' },
]

const isOffered = (action: Action): boolean => Object.hasOwn(ACTIONS, action)

/** `before`: actions that the form does not offer are unchanged. */
function agentFromForm(form: URLSearchParams, before: AgentSettings): AgentSettings {
  const instructions = textFromForm(form, 'instructions')
  if (isLongerThan(instructions ?? '', INSTRUCTIONS_MAX))
    throw new FormFault(`“Instructions” can have up to ${INSTRUCTIONS_MAX} characters.`)
  const tone = (Object.keys(TONES) as Tone[]).find(each => each === form.get('tone')) ?? null
  const isOn = form.get('agent') === 'on'
  const chosen = (Object.keys(ACTIONS) as Action[]).filter(action => isOn && form.has(action))
  if (isOn && chosen.length === 0) throw new FormFault('Select at least one action, or turn the agent off.')
  return { instructions, tone, actions: [...chosen, ...before.actions.filter(action => !isOffered(action))] }
}

const agentPage = page('GET /inboxes/:id/agent', 'member', async visit => {
  const inbox = await inboxInPath(visit)
  const agent = await findAgentSettings(visit, inbox)
  const hasModel = visit.tx.settings.has_agents === true
  return {
    title: 'Agent',
    done: { changed: 'Agent updated. The settings apply to new emails.' },
    body: () => agentBody(inbox, agent, hasModel),
  }
})

export const inboxAgentPages: DashboardPage[] = [
  agentPage,

  page(
    'POST /inboxes/:id/agent',
    'member',
    async visit => {
      const inbox = await inboxInPath(visit)
      await updateInboxAgent(visit, inbox, agentFromForm(visit.form, await findAgentSettings(visit, inbox)))
      return { location: `/inboxes/${inbox.id}/agent?done=changed` }
    },
    { form_bytes: FORM_BYTES, refused: agentPage },
  ),
]

/** `hasModel`: whether a model is configured on the server. */
function agentBody(inbox: InboxRecord, agent: AgentSettings, hasModel: boolean): Html {
  const { trouble, form } = formOutcome()
  const options = Object.entries(TONES).map(([id, name]) => ({ id, name }))
  const status = agent.actions.some(isOffered) ? 'on' : 'off'
  const others = agent.actions.filter(action => !isOffered(action))
  return html`${backToInbox(inbox)}
    <h1>Agent</h1>
    <p class="lead">
      A language model reads new emails in this inbox and performs the actions you allow. It never sends email.
    </p>
    ${doneNote()} ${errorBox(trouble)}
    ${
      !hasModel &&
      html`<p class="warning" role="note">
        No language model is configured on this server, so the agent does nothing yet. The operator must set
        <code>AGENT_URL</code>. You can already save settings here.
      </p>`
    }
    <form method="post" action="/inboxes/${inbox.id}/agent" class="writing">
      ${csrfField()} ${radios('Status', STATUSES, { name: 'agent', value: entered('agent', status)! })}
      <fieldset>
        <legend>Allowed actions</legend>
        ${Object.entries(ACTIONS).map(([name, title]) =>
          checkBox(title, name, form.has('agent') ? form.has(name) : agent.actions.some(action => action === name)),
        )}
      </fieldset>
      ${textArea('Instructions', { name: 'instructions', rows: 8, maxlength: INSTRUCTIONS_MAX, hint: `Up to ${INSTRUCTIONS_MAX} characters.`, value: entered('instructions', agent.instructions) })}
      ${choice({ name: 'tone', title: 'Tone', none: 'No preference', options, chosen: entered('tone', agent.tone), hint: 'The style of drafted replies.' })}
      ${
        others.length > 0 &&
        html`<p class="soft hint">
          Also allowed through the API: ${others.map((action, at) => html`${at > 0 && ' and '}<code>${action}</code>`)}.
          These actions have no effect yet and are not changed here.
        </p>`
      }
      <div class="choice"><button class="main">Save changes</button></div>
    </form>`
}
