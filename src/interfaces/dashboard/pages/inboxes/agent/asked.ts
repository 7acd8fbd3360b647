// Reads and checks the form about an agent.
import type { AgentSettings } from '../../../../../inbound/inboxes/agent/actions.ts'
import { isLongerThan } from '../../../../../base/text/length.ts'
import { FormFault } from '../../../problems.ts'
import { lengthOf } from '../../../ui/fields.ts'
import { askedText } from '../asked.ts'

type Action = AgentSettings['actions'][number]
type Tone = NonNullable<AgentSettings['tone']>

export const INSTRUCTIONS_MAX = lengthOf('UpdateInboxAgent', 'instructions')

/** The actions in the form, without those that have no effect yet. */
export const AGENT_ACTIONS: Record<Exclude<Action, 'forward_thread' | 'assign_thread'>, string> = {
  draft_reply: 'Draft a reply, for a person to read and send',
  add_labels: 'Add labels that this inbox has',
  archive: 'Move the thread to the archive',
  mark_as_spam: 'Move the thread to spam',
  move_to_trash: 'Move the thread to the trash',
}
export const AGENT_TONES: Record<Tone, string> = {
  concise_professional: 'Concise and professional',
  concise_casual: 'Concise and casual',
  expanded_professional: 'Thorough and professional',
  expanded_casual: 'Thorough and casual',
}

export const isOffered = (action: Action): boolean => Object.hasOwn(AGENT_ACTIONS, action)

/** `before`: actions that the form does not offer are unchanged. */
export function askedAgent(form: URLSearchParams, before: AgentSettings): AgentSettings {
  const instructions = askedText(form, 'instructions')
  if (isLongerThan(instructions ?? '', INSTRUCTIONS_MAX))
    throw new FormFault(`The instructions can have up to ${INSTRUCTIONS_MAX} characters.`)
  const tone = (Object.keys(AGENT_TONES) as Tone[]).find(each => each === form.get('tone')) ?? null
  const isOn = form.get('agent') === 'on'
  const chosen = (Object.keys(AGENT_ACTIONS) as Action[]).filter(action => isOn && form.has(action))
  if (isOn && chosen.length === 0) throw new FormFault('Check at least one action, or turn the agent off.')
  return { instructions, tone, actions: [...chosen, ...before.actions.filter(action => !isOffered(action))] }
}
