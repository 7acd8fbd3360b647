// Builders for the tests of this room's rules.
import type { Connection, Graph } from '../../../src/automations/graph.ts'
import type { TemplateFacts } from '../../../src/automations/ready.ts'
import type { Step } from '../../../src/automations/steps.ts'
import type { Contact } from '../../../src/automations/variables.ts'

export const trigger = (key = 'start'): Step => ({ key, type: 'trigger', config: { event_name: 'trial.started' } })
export const delay = (key: string, duration = '1 hour'): Step => ({ key, type: 'delay', config: { duration } })
export const mail = (key: string, more: object = {}, variables?: Record<string, never>): Step => ({
  key,
  type: 'send_email',
  config: { template: { id: 'nudge', ...(variables && { variables }) }, ...more },
})
export const wait = (key: string, more: object = {}): Step => ({
  key,
  type: 'wait_for_event',
  config: { event_name: 'feedback.received', ...more },
})
export const condition = (key: string): Step => ({
  key,
  type: 'condition',
  config: { type: 'rule', field: 'event.plan', operator: 'exists' },
})
export const way = (from: string, to: string, type: Connection['type'] = 'default'): Connection => ({ from, to, type })

/** The steps one after the other. */
export const chain = (...steps: Step[]): Graph => ({
  steps,
  connections: steps.slice(1).map((step, index) => way(steps[index]!.key, step.key)),
})

export const aTemplate = (given: Partial<TemplateFacts> = {}): TemplateFacts => ({
  published: true,
  from: 'Acme <hi@example.com>',
  subject: 'Hello',
  variables: [],
  needed: [],
  ...given,
})

export const aContact = (given: Partial<Contact> = {}): Contact => ({
  id: 'contact-1',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: null,
  unsubscribed: false,
  properties: {},
  ...given,
})
