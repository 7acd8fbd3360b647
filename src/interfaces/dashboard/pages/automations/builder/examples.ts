// Examples for new automations. The person fills in their templates and events.
import type { DraftGraph, DraftStep } from '../../../../../campaigns/automations/drafts/draft.ts'
import type { Connection } from '../../../../../campaigns/automations/graph/graph.ts'

interface Example {
  title: string
  description: string
  /** The event that triggers it, unless the person names another one. */
  event_name: string
  steps: readonly DraftStep[]
  connections: readonly Connection[]
}

const mail = (key: string): DraftStep => ({ key, type: 'send_email', config: { template: {} } })
const delay = (key: string, duration: string): DraftStep => ({ key, type: 'delay', config: { duration } })
const way = (from: string, to: string, type: Connection['type'] = 'default'): Connection => ({ from, to, type })

export const AUTOMATION_EXAMPLES: Readonly<Record<string, Example>> = {
  nothing: {
    title: 'Empty',
    description: 'Only the event that begins it.',
    event_name: '',
    steps: [],
    connections: [],
  },
  welcome: {
    title: 'Welcome series',
    description: 'A mail at once, a second one after two days, a third one after a week.',
    event_name: 'user.created',
    steps: [
      mail('welcome'),
      delay('two days', '2 days'),
      mail('first steps'),
      delay('a week', '1 week'),
      mail('how is it going'),
    ],
    connections: [
      way('start', 'welcome'),
      way('welcome', 'two days'),
      way('two days', 'first steps'),
      way('first steps', 'a week'),
      way('a week', 'how is it going'),
    ],
  },
  reminder: {
    title: 'Reminder',
    description: 'A mail, and another one if there is no answer within three days.',
    event_name: 'trial.started',
    steps: [
      mail('welcome'),
      { key: 'answer', type: 'wait_for_event', config: { event_name: 'feedback.received', timeout: '3 days' } },
      mail('reminder'),
    ],
    connections: [way('start', 'welcome'), way('welcome', 'answer'), way('answer', 'reminder', 'timeout')],
  },
  opened: {
    title: 'Ask again',
    description: 'A mail to the contacts who opened the first one, and another mail to the others.',
    event_name: 'order.shipped',
    steps: [
      mail('news'),
      { key: 'opened', type: 'wait_for_event', config: { event_name: 'resend:email.opened', timeout: '2 days' } },
      mail('more'),
      mail('once more'),
    ],
    connections: [
      way('start', 'news'),
      way('news', 'opened'),
      way('opened', 'more', 'event_received'),
      way('opened', 'once more', 'timeout'),
    ],
  },
}

/** The graph of an example, triggered by this event. */
export function exampleGraph({ event_name, steps, connections }: Example, event: string): DraftGraph {
  const config = { event_name: event || event_name }
  return { steps: [{ key: 'start', type: 'trigger', config }, ...steps], connections: [...connections] }
}
