// Builders for the tests of the automation rules.
import type { Connection, Graph, Step } from '../../../src/campaigns/automations/graph/graph.ts'
import type { ExistingObjects } from '../../../src/campaigns/automations/graph/names.ts'
import { DEFAULT_SETTINGS } from '../../../src/campaigns/automations/settings.ts'
import type { RunContact } from '../../../src/campaigns/automations/steps/config/variables.ts'
import type { TemplateFacts } from '../../../src/mail/templates/actions.ts'

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
export const segment = (key: string, segment_id = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'): Step => ({
  key,
  type: 'add_to_segment',
  config: { segment_id },
})
export const contactUpdate = (key: string, config: object): Step => ({ key, type: 'contact_update', config })
export const contactDelete = (key: string): Step => ({ key, type: 'contact_delete', config: {} })
export const question = (key: string, config: object): Step => ({ key, type: 'condition', config: config as never })
export const httpRequest = (key: string, url: string, more: object = {}): Step => ({
  key,
  type: 'http_request',
  config: { method: 'POST', url, ...more },
})
export const way = (from: string, to: string, type: Connection['type'] = 'default'): Connection => ({ from, to, type })

/** Connects the steps in sequence; conditions continue when they are met. */
export const chain = (...steps: Step[]): Graph => ({
  steps,
  connections: steps.slice(1).map(({ key }, index) => {
    const before = steps[index]!
    return way(before.key, key, before.type === 'condition' ? 'condition_met' : 'default')
  }),
})

export const aTemplate = (given: Partial<TemplateFacts> = {}): TemplateFacts => ({
  published: true,
  from: 'Acme <hi@example.com>',
  subject: 'Hello',
  variables: [],
  needed: [],
  ...given,
})

/** The resources of a team; empty by default. */
export const aTeamWith = (given: Partial<ExistingObjects> = {}): ExistingObjects => ({
  templates: new Map(),
  segments: new Set(),
  topics: new Set(),
  senders: new Map(),
  properties: new Set(),
  ...given,
})

export const settings = (given: object = {}): typeof DEFAULT_SETTINGS => ({ ...DEFAULT_SETTINGS, ...given })

export const aContact = (given: Partial<RunContact> = {}): RunContact => ({
  id: 'contact-1',
  email: 'ana@example.com',
  first_name: 'Ana',
  last_name: null,
  unsubscribed: false,
  properties: {},
  fallbacks: {},
  ...given,
})
