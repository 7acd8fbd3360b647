// A program with the published SDK that uses templates, events and automations. It has only RESEND_BASE_URL and
// RESEND_API_KEY. Prints the result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

// ---- templates ----
const variables = [
  { key: 'PLAN', type: 'string' as const },
  { key: 'SEATS', type: 'number' as const, fallbackValue: 1 },
]
const content = { from: 'Acme <hi@example.com>', subject: '{{{PLAN}}} for {{{SEATS}}}', html: '<p>{{{PLAN}}}</p>' }
const made = await printAnswer(
  'create template',
  resend.templates.create({ name: 'Trial', alias: 'trial nudge', replyTo: 'help@example.com', ...content, variables }),
)
const template = made.data!.id
await printAnswer('list templates', resend.templates.list({ limit: 1 }))
await printAnswer('publish template', resend.templates.publish('trial nudge'))
await printAnswer('update template', resend.templates.update(template, { subject: 'Your {{{PLAN}}} for {{{SEATS}}}' }))
await printAnswer('get template', resend.templates.get('trial nudge'))
await printAnswer('publish again', resend.templates.publish(template))
const copy = await printAnswer('duplicate template', resend.templates.duplicate(template).publish())
await printAnswer('remove template', resend.templates.remove(copy.data!.id))
await printAnswer('get removed template', resend.templates.get(copy.data!.id))

// ---- events ----
const event = await printAnswer(
  'create event',
  resend.events.create({ name: 'trial.started', schema: { plan: 'string', seats: 'number' } }),
)
await printAnswer('list events', resend.events.list())
await printAnswer('update event', resend.events.update('trial.started', { schema: { plan: 'string' } }))
await printAnswer('get event', resend.events.get(event.data!.id))
await printAnswer('create event again', resend.events.create({ name: 'trial.started' }))

// ---- automations ----
const steps = [
  { key: 'start', type: 'trigger' as const, config: { eventName: 'trial.started' } },
  { key: 'pause', type: 'delay' as const, config: { duration: '1 second' } },
  {
    key: 'nudge',
    type: 'send_email' as const,
    config: {
      template: { id: 'trial nudge', variables: { PLAN: { var: 'event.plan' } } },
      replyTo: 'step@example.com',
    },
  },
]
const connections = [
  { from: 'start', to: 'pause' },
  { from: 'pause', to: 'nudge' },
]
const automation = (
  await printAnswer('create automation', resend.automations.create({ name: 'Trial', steps, connections }))
).data!.id
await printAnswer('enable', resend.automations.update(automation, { status: 'enabled' }))
await printAnswer('change enabled', resend.automations.update(automation, { steps, connections }))
await printAnswer('get automation', resend.automations.get(automation))
await printAnswer('list enabled', resend.automations.list({ status: 'enabled' }))
await printAnswer('list disabled', resend.automations.list({ status: 'disabled' }))

await printAnswer(
  'send event',
  resend.events.send({ event: 'trial.started', email: 'ana@example.net', payload: { plan: 'Pro' } }),
)
await printAnswer('send bad event', resend.events.send({ event: 'trial.started', email: 'nobody', payload: {} }))

const completed = (): ReturnType<typeof resend.automations.runs.list> =>
  resend.automations.runs.list({ automationId: automation, status: ['completed', 'failed'] })
for (let look = 0; look < 600 && (await completed()).data?.data.length === 0; look++) {
  await new Promise(resolve => setTimeout(resolve, 100))
}
const runs = await printAnswer('list runs', completed())
await printAnswer('get run', resend.automations.runs.get({ automationId: automation, runId: runs.data!.data[0]!.id }))

// ---- every type of step, a duplicate, a stop ----
const segmentId = (await resend.segments.create({ name: 'Listeners' })).data!.id
const topicId = (await resend.topics.create({ name: 'News', defaultSubscription: 'opt_in' })).data!.id
const everything = [
  { key: 't', type: 'trigger' as const, config: { eventName: 'everything' } },
  { key: 'd', type: 'delay' as const, config: { duration: '1 second' } },
  { key: 'u', type: 'contact_update' as const, config: { firstName: { var: 'event.name' }, lastName: null } },
  { key: 's', type: 'add_to_segment' as const, config: { segmentId } },
  {
    key: 'w',
    type: 'wait_for_event' as const,
    config: {
      eventName: 'answer.given',
      timeout: '1 hour',
      filterRule: { type: 'rule' as const, field: 'event.stars', operator: 'gte' as const, value: 4 },
    },
  },
  {
    key: 'm',
    type: 'send_email' as const,
    config: {
      template: { id: 'trial nudge', variables: { PLAN: { var: 'wait_events.answer.given.plan' } } },
      topicId,
    },
  },
  {
    key: 'c',
    type: 'condition' as const,
    config: { type: 'rule' as const, field: 'contact.first_name', operator: 'starts_with' as const, value: 'A' },
  },
  { key: 'x', type: 'contact_delete' as const, config: {} },
]
const allWays = [
  { from: 't', to: 'd' },
  { from: 'd', to: 'u' },
  { from: 'u', to: 's' },
  { from: 's', to: 'w' },
  { from: 'w', to: 'm', type: 'event_received' as const },
  { from: 'w', to: 'x', type: 'timeout' as const },
  { from: 'm', to: 'c' },
  { from: 'c', to: 'x', type: 'condition_met' as const },
]
const all = (
  await printAnswer(
    'create everything',
    resend.automations.create({ name: 'All', status: 'enabled', steps: everything, connections: allWays }),
  )
).data!.id
await printAnswer('get everything', resend.automations.get(all))
await resend.events.send({ event: 'everything', email: 'ada@example.net', payload: { name: 'Ada' } })
type Runs = NonNullable<Awaited<ReturnType<typeof resend.automations.runs.list>>['data']>['data']
async function untilRuns(good: (runs: Runs) => Promise<boolean>): Promise<Runs> {
  for (let look = 0; look < 600; look++) {
    const runs = (await resend.automations.runs.list({ automationId: all })).data?.data ?? []
    if (runs.length > 0 && (await good(runs))) return runs
    await new Promise(resolve => setTimeout(resolve, 100))
  }
  return []
}
const stepStatus = async (run: string, key: string) =>
  (await resend.automations.runs.get({ automationId: all, runId: run })).data?.steps.find(step => step.key === key)
    ?.status
const [waiting] = await untilRuns(async ([run]) => (await stepStatus(run!.id, 'w')) === 'waiting')
await resend.events.send({ event: 'answer.given', email: 'ada@example.net', payload: { stars: 2, plan: 'None' } })
await resend.events.send({ event: 'answer.given', email: 'ada@example.net', payload: { stars: 5, plan: 'Best' } })
await untilRuns(async ([run]) => run!.status !== 'running')
await printAnswer('get everything run', resend.automations.runs.get({ automationId: all, runId: waiting!.id }))
await printAnswer('get deleted contact', resend.contacts.get({ email: 'ada@example.net' }))
await printAnswer('duplicate', resend.automations.duplicate(all))
await printAnswer('stop', resend.automations.stop(all))
await printAnswer('get stopped', resend.automations.get(all))

await printAnswer('remove automation', resend.automations.remove(automation))
await printAnswer('get removed automation', resend.automations.get(automation))
await printAnswer('remove event', resend.events.remove('trial.started'))

printAnswers()
