// Templates, automations and events created through the API, and graphs as request bodies.
import type { Reply, TestServer } from './server.ts'

export {
  chain,
  condition,
  contactDelete,
  contactUpdate,
  delay,
  httpRequest,
  mail,
  question,
  segment,
  settings,
  trigger,
  wait,
  way,
} from '../automations/rules/support.ts'

/** Creates the template that `mail(...)` needs: published, with the alias `nudge`. */
export async function aPublishedTemplate({ call }: TestServer, more: object = {}): Promise<string> {
  const body = { name: 'Nudge', alias: 'nudge', from: 'Acme <hi@example.com>', subject: 'Hello', html: '<p>Hi</p>' }
  const { body: made } = await call('POST', '/templates', { body: { ...body, ...more } })
  await call('POST', `/templates/${made.id}/publish`)
  return made.id
}

export async function anAutomation({ call }: TestServer, body: object = {}): Promise<string> {
  const made = await call('POST', '/automations', { body: { name: 'Nudge', ...body } })
  if (made.status !== 201) throw new Error(`No automation: ${JSON.stringify(made.body)}`)
  return made.body.id
}

/** Sends the event that `trigger()` listens for; resolves when the runs that it started have advanced as far as possible. */
export async function sendEvent(server: TestServer, more: object = {}): Promise<Reply> {
  const body = { event: 'trial.started', email: 'ana@example.com', ...more }
  const reply = await server.call('POST', '/events/send', { body })
  await server.queue.idle()
  return reply
}

/** The runs of an automation with their steps, newest first. */
export async function runsOf({ call }: TestServer, automation: string) {
  const { body } = await call('GET', `/automations/${automation}/runs`)
  const items: { id: string }[] = body.data
  return Promise.all(items.map(async ({ id }) => (await call('GET', `/automations/${automation}/runs/${id}`)).body))
}
