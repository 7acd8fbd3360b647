// A program with the published SDK that uses webhooks. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the
// result of each call by name, as JSON.
import { ask, printAnswers, resend } from '../support/asking.ts'

const { data } = await ask(
  'create',
  resend.webhooks.create({ endpoint: 'https://hook.invalid/a', events: ['email.sent', 'topic.created'] }),
)
const { id } = data!
await ask('create for nothing', resend.webhooks.create({ endpoint: 'https://hook.invalid', events: [] }))
await ask('list', resend.webhooks.list())
await ask('get', resend.webhooks.get(id))
await ask('update nothing', resend.webhooks.update(id, {}))
await ask('update', resend.webhooks.update(id, { events: ['topic.created'] }))
await ask('get updated', resend.webhooks.get(id))
await ask('rotate', resend.webhooks.rotateSigningSecret(id))
await ask('topic', resend.topics.create({ name: 'News', defaultSubscription: 'opt_in' }))
const events = await ask('events', resend.webhooks.events.list({ webhookId: id, limit: 5 }))
const of = { webhookId: id, eventId: events.data!.data[0]!.id }
await ask('event', resend.webhooks.events.get(of))
await ask('replay', resend.webhooks.events.replay(of))
await ask('attempts', resend.webhooks.events.attempts.list({ ...of, limit: 5 }))
await ask('disable', resend.webhooks.update(id, { status: 'disabled' }))
await ask('replay disabled', resend.webhooks.events.replay(of))
await ask('remove', resend.webhooks.remove(id))
await ask('get removed', resend.webhooks.get(id))

printAnswers()
