import {
  type AutomationConnections,
  type AutomationSteps,
  type SendEmail,
  getAutomation,
  getEmail,
  listEmails,
  sendEmail,
  updateAutomation,
} from './api.js'
import { report } from './report.js'

const { LETTERMILL_API_KEY, AUTOMATION_ID = '' } = process.env
const options = { headers: { authorization: `Bearer ${LETTERMILL_API_KEY}` } }

const mail: SendEmail = { from: 'Ada <ada@example.com>', to: 'bob@example.net', subject: 'Hello', text: 'Hi' }
const sent = await sendEmail(mail, options)
if (sent.status !== 200) throw new Error(sent.data.message)
const email = await getEmail(sent.data.id, undefined, options)
if (email.status !== 200) throw new Error(email.data.message)

const steps: AutomationSteps = [
  { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
  { key: 'wait', type: 'delay', config: { duration: '2 days' } },
  { key: 'pro', type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' } },
  {
    key: 'mail',
    type: 'send_email',
    config: { template: { id: 'welcome', variables: { NAME: { var: 'event.name' }, SEATS: 3 } } },
  },
]
const connections: AutomationConnections = [
  { from: 'start', to: 'wait' },
  { from: 'wait', to: 'pro' },
  { from: 'pro', to: 'mail', type: 'condition_met' },
]
const graph = await updateAutomation(AUTOMATION_ID, { steps, connections }, options)
if (graph.status !== 200) throw new Error(graph.data.message)
const status = await updateAutomation(AUTOMATION_ID, { name: 'Renamed', status: 'enabled' }, options)
if (status.status !== 200) throw new Error(status.data.message)
const automation = await getAutomation(AUTOMATION_ID, options)
if (automation.status !== 200) throw new Error(automation.data.message)

const refused = await sendEmail({ ...mail, to: 'nobody' }, options)
if (refused.status !== 422) throw new Error('It was not refused')
const { statusCode, name, message } = refused.data

const pages: string[][] = []
for (let after: string | undefined, more = true; more;) {
  const page = await listEmails({ limit: 2, ...(after && { after }) }, options)
  if (page.status !== 200) throw new Error(page.data.message)
  pages.push(page.data.data.map(({ id }) => id))
  more = page.data.has_more
  after = page.data.data.at(-1)?.id
}

const shown = automation.data.steps.map(step => (step.type === 'delay' ? `delay ${step.config.duration}` : step.type))
report({
  sent: sent.data,
  email: email.data,
  graph: graph.data,
  status: status.data,
  automation: { ...automation.data, steps: shown },
  refusal: { statusCode, name, message },
  pages,
})
