import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'
import { report } from './report.js'

const { LETTERMILL_URL: baseUrl = '', LETTERMILL_API_KEY, AUTOMATION_ID: automation_id = '' } = process.env
const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${LETTERMILL_API_KEY}` } })

const mail: components['schemas']['SendEmail'] = {
  from: 'Ada <ada@example.com>',
  to: 'bob@example.net',
  subject: 'Hello',
  text: 'Hi',
}
const { data: sent } = await api.POST('/emails', { body: mail })
const { data: email } = await api.GET('/emails/{email_id}', { params: { path: { email_id: sent?.id ?? '' } } })

const steps: components['schemas']['AutomationSteps'] = [
  { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
  { key: 'wait', type: 'delay', config: { duration: '2 days' } },
  { key: 'pro', type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' } },
  {
    key: 'mail',
    type: 'send_email',
    config: { template: { id: 'welcome', variables: { NAME: { var: 'event.name' }, SEATS: 3 } } },
  },
]
const connections: components['schemas']['AutomationConnections'] = [
  { from: 'start', to: 'wait' },
  { from: 'wait', to: 'pro' },
  { from: 'pro', to: 'mail', type: 'condition_met' },
]
const params = { path: { automation_id } }
const { data: graph } = await api.PATCH('/automations/{automation_id}', { params, body: { steps, connections } })
const { data: status } = await api.PATCH('/automations/{automation_id}', {
  params,
  body: { name: 'Renamed', status: 'enabled' },
})
const { data: automation } = await api.GET('/automations/{automation_id}', { params })

const { error } = await api.POST('/emails', { body: { ...mail, to: 'nobody' } })
const refusal =
  error?.statusCode === 422 ? { statusCode: error.statusCode, name: error.name, message: error.message } : undefined

const pages: string[][] = []
for (let after: string | undefined, more = true; more;) {
  const { data: page } = await api.GET('/emails', { params: { query: { limit: 2, ...(after && { after }) } } })
  pages.push(page?.data.map(({ id }) => id) ?? [])
  more = page?.has_more ?? false
  after = page?.data.at(-1)?.id
}

const shown = automation?.steps.map(step => (step.type === 'delay' ? `delay ${step.config.duration}` : step.type))
report({ sent, email, graph, status, automation: { ...automation, steps: shown }, refusal, pages })
