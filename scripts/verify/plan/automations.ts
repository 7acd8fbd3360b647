// Events and automations: an event starts a run, which waits an hour and is canceled before that.
import type { Step } from './step.ts'

const BY_ID = { automation_id: '((automation.id))' }
const EVENT = 'verify.((run))'

const GRAPH = {
  steps: [
    { key: 'start', type: 'trigger', config: { event_name: EVENT } },
    { key: 'pause', type: 'delay', config: { duration: '1 hour' } },
    { key: 'mail', type: 'send_email', config: { template: { id: '((published.id))', variables: { ORDER: '7' } } } },
  ],
  connections: [
    { from: 'start', to: 'pause' },
    { from: 'pause', to: 'mail' },
  ],
}

const SIMULATION = { at: '2026-11-02T08:00:00.000Z', payload: { plan: 'pro' }, contact: { email: '((to))' } }

export const automations: Step[] = [
  { operation: 'createEvent', body: { name: EVENT, schema: { plan: 'string' } }, leaves: 'event' },
  { operation: 'getEvent', path: { event_id: '((event.id))' }, expect: { name: EVENT } },
  {
    operation: 'updateEvent',
    path: { event_id: '((event.id))' },
    body: { schema: { plan: 'string', seats: 'number' } },
  },

  { operation: 'createAutomation', body: { name: 'Verify ((run))', ...GRAPH }, leaves: 'automation' },
  { operation: 'getAutomation', path: BY_ID, expect: { id: '((automation.id))', status: 'disabled' } },
  { operation: 'listAutomations', query: { limit: '2', status: 'disabled' }, needs: ['automation'] },
  { operation: 'simulateGraph', body: { ...GRAPH, ...SIMULATION } },
  {
    operation: 'simulateGraph',
    title: 'an unknown contact',
    body: { ...GRAPH, contact_id: '((nobody))' },
    status: 404,
  },
  { operation: 'simulateAutomation', path: BY_ID, body: SIMULATION },
  { operation: 'updateAutomation', path: BY_ID, body: GRAPH },
  {
    operation: 'updateAutomation',
    title: 'steps without connections',
    path: BY_ID,
    body: { steps: GRAPH.steps },
    status: 422,
  },
  { operation: 'updateAutomation', title: 'nothing', path: BY_ID, body: {}, status: 422 },
  {
    operation: 'updateAutomation',
    title: 'enable',
    path: BY_ID,
    body: { status: 'enabled' },
    needs: ['published'],
    leaves: 'enabled automation',
  },
  {
    operation: 'updateAutomation',
    title: 'the graph while it is enabled',
    path: BY_ID,
    body: GRAPH,
    needs: ['enabled automation'],
    status: 422,
  },

  {
    operation: 'sendEvent',
    body: { event: EVENT, contact_id: '((contact.id))', payload: { plan: 'pro' } },
    needs: ['event', 'enabled automation'],
    leaves: 'event sent',
  },
  { operation: 'sendEvent', title: 'without a contact', body: { event: EVENT, payload: {} }, status: 422 },
  {
    operation: 'sendEvent',
    title: 'an unknown contact',
    body: { event: EVENT, contact_id: '((nobody))' },
    status: 404,
  },
  {
    operation: 'listAutomationRuns',
    path: BY_ID,
    query: { limit: '2' },
    needs: ['event sent'],
    until: 'data.0.id',
    leaves: 'runs',
  },
  {
    operation: 'getAutomationRun',
    path: { ...BY_ID, run_id: '((runs.data.0.id))' },
    expect: { id: '((runs.data.0.id))' },
  },
  { operation: 'cancelAutomationRun', path: { ...BY_ID, run_id: '((runs.data.0.id))' } },
  { operation: 'stopAutomation', path: BY_ID, body: { runs: 'cancel' }, needs: ['enabled automation'] },
]
