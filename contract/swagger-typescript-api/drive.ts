import { Api, type AutomationConnections, type AutomationSteps, type SendEmail } from './api.js'
import { report } from './report.js'

const { LETTERMILL_URL, LETTERMILL_API_KEY, AUTOMATION_ID = '' } = process.env
const { emails, automations } = new Api({
  baseUrl: LETTERMILL_URL ?? '',
  securityWorker: () => ({ headers: { authorization: `Bearer ${LETTERMILL_API_KEY}` } }),
})

const mail: SendEmail = { from: 'Ada <ada@example.com>', to: 'bob@example.net', subject: 'Hello', text: 'Hi' }
const { data: sent } = await emails.sendEmail(mail)
const { data: email } = await emails.getEmail(sent.id)

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
const { data: graph } = await automations.updateAutomation(AUTOMATION_ID, { steps, connections })
const { data: status } = await automations.updateAutomation(AUTOMATION_ID, { name: 'Renamed', status: 'enabled' })
const { data: automation } = await automations.getAutomation(AUTOMATION_ID)

const { error } = await emails.sendEmail({ ...mail, to: 'nobody' })
if (error.statusCode !== 422) throw new Error(error.message)
const refusal = { statusCode: error.statusCode, name: error.name, message: error.message }

const pages: string[][] = []
for (let after: string | undefined, more = true; more;) {
  const { data: page } = await emails.listEmails({ limit: 2, ...(after && { after }) })
  pages.push(page.data.map(({ id }) => id))
  more = page.has_more
  after = page.data.at(-1)?.id
}

const shown = automation.steps.map(step => (step.type === 'delay' ? `delay ${step.config.duration}` : step.type))
report({ sent, email, graph, status, automation: { ...automation, steps: shown }, refusal, pages })
