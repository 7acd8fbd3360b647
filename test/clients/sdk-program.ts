// A program with the published SDK. It has only RESEND_BASE_URL and RESEND_API_KEY. Prints the result of each call by
// name, as JSON, but never a key.
import { Resend } from 'resend'

const resend = new Resend()
const answers: Record<string, unknown> = {}

async function ask<T extends { data: unknown; error: unknown }>(name: string, answer: PromiseLike<T>): Promise<T> {
  const { data, error } = await answer
  const shown = typeof data === 'object' && data !== null && 'token' in data ? { ...data, token: 'hidden' } : data
  answers[name] = error ? { error } : shown
  return { data, error } as T
}

const email = {
  from: 'Ada <ada@example.org>',
  to: 'grace@example.net',
  subject: 'Invoice 7',
  html: '<p>Thank you!</p>',
}
const options = { idempotencyKey: 'invoice-7' }

const sent = await ask('send', resend.emails.send({ ...email, replyTo: 'help@example.org' }, options))
await ask('send again', resend.emails.send({ ...email, replyTo: 'help@example.org' }, options))
await ask('send otherwise', resend.emails.send(email, options))
await ask('send to nobody', resend.emails.send({ ...email, to: 'nobody' }))
await ask('get', resend.emails.get(sent.data!.id))
await ask('list', resend.emails.list({ limit: 10 }))

const key = await ask('create key', resend.apiKeys.create({ name: 'CI', permission: 'sending_access' }))
await ask('list keys', resend.apiKeys.list())
await ask('list emails with a sending key', new Resend(key.data!.token).emails.list())
await ask('remove key', resend.apiKeys.remove(key.data!.id))

const variables = [{ key: 'NUMBER', type: 'number' as const }]
const content = {
  from: 'Ada <ada@example.org>',
  subject: 'Invoice {{{NUMBER}}}',
  html: '<p>Dear customer</p>',
  variables,
}
const template = await ask(
  'create template',
  resend.templates.create({ name: 'Invoice', alias: 'invoice', ...content }).publish(),
)
await ask('get template', resend.templates.get('invoice'))
await ask(
  'send template',
  resend.emails.send({ to: 'grace@example.net', template: { id: template.data!.id, variables: { NUMBER: 8 } } }),
)

const automation = await ask(
  'create automation',
  resend.automations.create({
    name: 'Welcome',
    steps: [
      { key: 'start', type: 'trigger', config: { eventName: 'order.paid' } },
      {
        key: 'mail',
        type: 'send_email',
        config: { template: { id: 'invoice', variables: { NUMBER: { var: 'event.number' } } } },
      },
    ],
    connections: [{ from: 'start', to: 'mail' }],
  }),
)
await ask('enable automation', resend.automations.update(automation.data!.id, { status: 'enabled' }))
await ask('get automation', resend.automations.get(automation.data!.id))
await ask('send event', resend.events.send({ event: 'order.paid', email: 'grace@example.net', payload: { number: 9 } }))

console.log(JSON.stringify(answers))
