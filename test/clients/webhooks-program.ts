// A program with the published SDK that uses webhooks. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { printAnswer, printAnswers, resend } from '../support/printed-answers.ts'

const { data } = await printAnswer(
  'create',
  resend.webhooks.create({ endpoint: 'https://hook.invalid/a', events: ['email.sent', 'topic.created'] }),
)
const { id } = data!
await printAnswer('create for nothing', resend.webhooks.create({ endpoint: 'https://hook.invalid', events: [] }))
await printAnswer('list', resend.webhooks.list())
await printAnswer('get', resend.webhooks.get(id))
await printAnswer('update nothing', resend.webhooks.update(id, {}))
await printAnswer('update', resend.webhooks.update(id, { events: ['topic.created'] }))
await printAnswer('get updated', resend.webhooks.get(id))
await printAnswer('rotate', resend.webhooks.rotateSigningSecret(id))
await printAnswer('topic', resend.topics.create({ name: 'News', defaultSubscription: 'opt_in' }))
const events = await printAnswer('events', resend.webhooks.events.list({ webhookId: id, limit: 5 }))
const of = { webhookId: id, eventId: events.data!.data[0]!.id }
await printAnswer('event', resend.webhooks.events.get(of))
await printAnswer('replay', resend.webhooks.events.replay(of))
await printAnswer('attempts', resend.webhooks.events.attempts.list({ ...of, limit: 5 }))
await printAnswer('disable', resend.webhooks.update(id, { status: 'disabled' }))
await printAnswer('replay disabled', resend.webhooks.events.replay(of))
await printAnswer('remove', resend.webhooks.remove(id))
await printAnswer('get removed', resend.webhooks.get(id))

printAnswers()
