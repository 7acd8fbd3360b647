// Examples for new automations. The user fills in their templates and events.
import type { DraftGraph, DraftStep } from '../../../../../campaigns/automations/drafts/draft.ts'
import type { Connection } from '../../../../../campaigns/automations/graph/graph.ts'

interface Example {
  title: string
  description: string
  /** The event that triggers it, unless the user enters another one. */
  event_name: string
  steps: readonly DraftStep[]
  connections: readonly Connection[]
}

const email = (key: string): DraftStep => ({ key, type: 'send_email', config: { template: {} } })
const delay = (key: string, duration: string): DraftStep => ({ key, type: 'delay', config: { duration } })
const connection = (from: string, to: string, type: Connection['type'] = 'default'): Connection => ({ from, to, type })

export const AUTOMATION_EXAMPLES: Readonly<Record<string, Example>> = {
  nothing: {
    title: 'Empty',
    description: 'Only the trigger.',
    event_name: '',
    steps: [],
    connections: [],
  },
  welcome: {
    title: 'Welcome series',
    description: 'An email immediately, a second one after two days and a third one after a week.',
    event_name: 'user.created',
    steps: [
      email('welcome'),
      delay('two days', '2 days'),
      email('first steps'),
      delay('a week', '1 week'),
      email('how is it going'),
    ],
    connections: [
      connection('start', 'welcome'),
      connection('welcome', 'two days'),
      connection('two days', 'first steps'),
      connection('first steps', 'a week'),
      connection('a week', 'how is it going'),
    ],
  },
  reminder: {
    title: 'Reminder',
    description: 'An email, and a reminder if there is no reply within three days.',
    event_name: 'trial.started',
    steps: [
      email('welcome'),
      { key: 'answer', type: 'wait_for_event', config: { event_name: 'feedback.received', timeout: '3 days' } },
      email('reminder'),
    ],
    connections: [
      connection('start', 'welcome'),
      connection('welcome', 'answer'),
      connection('answer', 'reminder', 'timeout'),
    ],
  },
  opened: {
    title: 'Follow-up',
    description: 'An email, then another one that depends on whether the first was opened.',
    event_name: 'order.shipped',
    steps: [
      email('news'),
      { key: 'opened', type: 'wait_for_event', config: { event_name: 'resend:email.opened', timeout: '2 days' } },
      email('more'),
      email('once more'),
    ],
    connections: [
      connection('start', 'news'),
      connection('news', 'opened'),
      connection('opened', 'more', 'event_received'),
      connection('opened', 'once more', 'timeout'),
    ],
  },
}

/** The graph of an example, triggered by this event. */
export function exampleGraph({ event_name, steps, connections }: Example, event: string): DraftGraph {
  const config = { event_name: event || event_name }
  return { steps: [{ key: 'start', type: 'trigger', config }, ...steps], connections: [...connections] }
}
