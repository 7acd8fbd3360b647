// A server with content on every page of the dashboard, with names that cannot break, and an address of each page.
import { PAGES } from '../../src/interfaces/dashboard/routes.ts'
import { aPublishedTemplate, anAutomation, sendEvent } from './automations.ts'
import { chain, condition, delay, mail, trigger, way } from '../automations/rules/support.ts'
import { contactsOf } from './contacts.ts'
import { destination } from './destination.ts'
import { aDevice, aDeviceClient, enterCode } from './devices.ts'
import { inboxesOf } from './inboxes.ts'
import { importOf } from './imports.ts'
import { aGrantedClient } from './oauth.ts'
import { aConsentRequest, aPerson, type Person } from './pages.ts'
import { aColleague, aTeamOf } from './people.ts'
import { PNG } from './pictures.ts'
import type { TestServer } from './server.ts'

const LONG = 'x'.repeat(45)
const A_FILE = { filename: `${'x'.repeat(200)}.txt`, content: 'aGVsbG8=' }

/** Files, frames of pages and redirects, which are not pages of the dashboard. */
const NOT_PAGES: ReadonlySet<string> = new Set([
  '/',
  '/audit-events/export',
  '/broadcasts/:id/html',
  '/broadcasts/:id/progress',
  '/contacts/:id/export',
  '/contacts/export',
  '/inboxes/:id/threads/:thread_id/emails/:email_id/html',
  '/login/provider',
  '/login/provider/callback',
  '/mailbox/:id/html',
  '/mailbox/:id/raw',
  '/recipient-pages/preview',
  '/shared/html',
  '/templates/:id/html',
  '/templates/:id/versions/:version_id/html',
])

/** Pages without a session, which no link of the dashboard leads to. */
const WITHOUT_SESSION: ReadonlySet<string> = new Set([
  '/invitation',
  '/login',
  '/login/code',
  '/login/provider/confirm',
  '/shared',
])

/** The route of every page of a logged-in user. */
export const PAGE_ROUTES: readonly string[] = PAGES.filter(
  ({ method, path }) => method === 'GET' && !NOT_PAGES.has(path) && !WITHOUT_SESSION.has(path),
).map(({ path }) => path)

/** The maximum number of pages to read when searching for links. */
const READ_MAX = 1000

/**
 * Finds an address of every page of a logged-in user, by route. Follows links, starting with `known`. Throws if a route
 * has no page.
 */
export async function everyPage(server: TestServer, known: readonly string[]): Promise<Map<string, string>> {
  const person = aPerson(server)
  await person.logIn()
  const routes = PAGE_ROUTES.map(path => ({ path, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`) }))
  const found = new Map<string, string>()
  // no link leads to the page for device codes
  const ahead = ['/start', '/device', ...known]
  const seen = new Set(ahead)
  for (let read = 0; read < ahead.length && read < READ_MAX; read++) {
    const address = ahead[read]!
    const [path] = address.split('?')
    const route = routes.find(({ pattern }) => pattern.test(path!))
    // another page of the same route has no new links
    if (!route || found.has(route.path)) continue
    const { status, text, headers } = await person.get(address)
    if (status !== 200 || headers.get('content-type')?.startsWith('text/html') !== true) continue
    found.set(route.path, address)
    for (const [, link] of text.matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      const plain = link!.replaceAll('&amp;', '&')
      if (!seen.has(plain)) ahead.push(plain)
      seen.add(plain)
    }
  }
  const missing = PAGE_ROUTES.filter(path => !found.has(path))
  if (missing.length > 0) throw new Error(`No page was found for ${missing.join(', ')}`)
  return found
}

/** Stores content for every page. Returns addresses by name. */
export async function fillPages(server: TestServer): Promise<Record<string, string>> {
  const { call, queue, admin } = server
  await aTeamOf(server, admin.email, `Field-office-${LONG}`)
  await aGrantedClient(server)
  await call('POST', '/api-keys', { body: { name: LONG } })
  await call('POST', '/api-keys', { body: { name: LONG, permission: 'sending_access' } })
  await aPublishedTemplate(server)
  const nudge = chain(trigger(), mail('nudge'), delay(`wait-${LONG}`, '1 day'), mail('again'))
  const small = await anAutomation(server, { name: `Small ${LONG}`, ...nudge, status: 'enabled' })
  await sendEvent(server, { email: `${LONG}@example.com` })
  const large = await anAutomation(server, { name: 'Large', ...aLargeGraph(), status: 'enabled' })
  await sendEvent(server)
  await anAutomation(server, { name: 'A draft' })
  const edited = await anAutomation(server, { name: 'Edited', ...nudge })
  const recipients = { to: [`to-${LONG}@example.net`, 'b@example.net'], cc: 'c@example.net', bcc: 'd@example.net' }
  const body = { from: 'Ada <ada@example.org>', ...recipients, subject: LONG.repeat(3), html: `<p>${LONG}</p>` }
  const { body: email } = await call('POST', '/emails', { body })
  const scheduled = await call('POST', '/emails', {
    body: { ...body, scheduled_at: 'in 2 hours', attachments: [A_FILE] },
  })
  await queue.idle()
  const domain = {
    name: `${LONG}.example.com`,
    tracking_subdomain: `links-${LONG}`,
    capabilities: { receiving: 'enabled' },
  }
  const { body: added } = await call('POST', '/domains', { body: domain })
  const audience = await fillAudience(server)
  const run = async (id: string): Promise<string> => (await call('GET', `/automations/${id}/runs`)).body.data[0].id
  return {
    mail: `/mailbox/${email.id}`,
    text: `/mailbox/${email.id}?view=text`,
    headers: `/mailbox/${email.id}?view=headers`,
    search: `/mailbox?q=${LONG}`,
    'search for all': '/search?q=x',
    automation: `/automations/${small}`,
    'graph that is edited': `/automations/${edited}/edit?step=nudge`,
    'automation that is tried': `/automations/${edited}/simulate`,
    runs: `/automations/${small}/runs`,
    run: `/automations/${small}/runs/${await run(small)}`,
    'large automation': `/automations/${large}`,
    'large run': `/automations/${large}/runs/${await run(large)}`,
    email: `/emails/${email.id}`,
    'scheduled email': `/emails/${scheduled.body.id}`,
    person: `/people/to-${LONG}@example.net`,
    domain: `/domains/${added.id}`,
    ...audience,
    ...(await fillWebhooks(server)),
    ...(await fillInboxes(server)),
    device: `/device/${await enterCode(server, await aDevice(server, { client_id: await aDeviceClient(server, { client_name: LONG }) }))}`,
    consent: await aConsentRequest(server, { redirect_uri: `https://${'long-name.'.repeat(12)}example/callback` }),
    ...(await fillForms(server)),
  }
}

async function fillAudience(server: TestServer): Promise<Record<string, string>> {
  const { aContact, aSegment, aTopic, aProperty } = contactsOf(server)
  const key = LONG.replaceAll('x', '_')
  await aProperty(key, { fallback_value: LONG })
  await aProperty('plan')
  const segment = await aSegment(LONG.repeat(3))
  const topic = await aTopic({ name: LONG, description: LONG.repeat(3) })
  const contact = await aContact(`contact-${LONG}@example.com`, {
    first_name: LONG,
    last_name: LONG,
    segments: [{ id: segment }],
    properties: { plan: LONG },
  })
  const gone = await aContact(`gone-${LONG}@example.com`)
  const { body: erasure } = await server.call('POST', `/contacts/${gone}/erase`)
  const comparisons = [`segments.${segment}`, `topics.${topic}`].map(field => ({ type: 'rule', field, operator: 'eq' }))
  const rules = [
    { ...comparisons[0], value: true },
    { ...comparisons[1], value: 'opt_in' },
    { type: 'rule', field: `contact.properties.${key}`, operator: 'neq', value: LONG.repeat(3) },
  ]
  const { body: ruled } = await server.call('POST', '/segments', { body: { name: LONG, rule: { type: 'and', rules } } })
  const html = `<p>${LONG.repeat(3)}</p>`
  const fields = {
    name: LONG,
    from: `${LONG} <${LONG}@example.com>`,
    subject: LONG.repeat(3),
    segment_id: segment,
    html,
  }
  const { body: broadcast } = await server.call('POST', '/broadcasts', { body: fields })
  const { body: sent } = await server.call('POST', '/broadcasts', { body: { ...fields, send: true } })
  await server.queue.idle()
  return {
    'sent broadcast': `/broadcasts/${sent.id}`,
    'figures of a broadcast': `/broadcasts/${sent.id}/progress`,
    recipients: `/broadcasts/${sent.id}/recipients?type=sent`,
    contact: `/contacts/${contact}`,
    erasure: `/contacts/erasures/${erasure.id}`,
    segment: `/segments/${segment}`,
    'segment by rule': `/segments/${ruled.id}`,
    'rule of a segment': `/segments/${ruled.id}/rule`,
    topic: `/topics/${topic}`,
    broadcast: `/broadcasts/${broadcast.id}`,
    'broadcast in blocks': `/broadcasts/${broadcast.id}/blocks`,
    'A/B test': `/broadcasts/${broadcast.id}/ab-test`,
    'broadcast to be sent': `/broadcasts/${broadcast.id}/send`,
    'broadcast preview': `/broadcasts/${broadcast.id}/preview?as=phone`,
  }
}

/** An endpoint whose response is a line that cannot break. */
async function fillWebhooks(server: TestServer): Promise<Record<string, string>> {
  const endpoint = await destination((_, response) => void response.writeHead(500).end(LONG.repeat(9)))
  const asked = { endpoint: `${endpoint.url}/${LONG.repeat(3)}`, events: ['email.delivery_delayed'] }
  const { body } = await server.call('POST', '/webhooks', { body: asked })
  const { body: event } = await server.call('POST', `/webhooks/${body.id}/test`, { body: {} })
  await server.queue.idle()
  await endpoint.close()
  const path = `/webhooks/${body.id}`
  return { webhook: path, 'webhook events': `${path}/events`, 'webhook event': `${path}/events/${event.id}` }
}

/** A thread with an unsent reply. */
async function fillInboxes(server: TestServer): Promise<Record<string, string>> {
  const own = await inboxesOf(server, 'inboxes.example')
  const inbox = await own.anInbox('help', { name: LONG, from_name: LONG })
  const { body: label } = await own.ask('POST', `/inboxes/${inbox}/labels`, { name: LONG })
  const id = await own.receive({
    subject: LONG.repeat(3),
    from: `${LONG}@example.net`,
    html: `<p>${LONG}</p>`,
    files: 1,
  })
  const [thread] = await own.threads(inbox)
  const path = `/inboxes/${inbox}`
  const at = `${path}/threads/${thread!.id}`
  await own.ask('PUT', `${at}/labels`, { labels: [label.id] })
  const reply = { thread_id: thread!.id, reply_to_email_id: id, text: LONG }
  const { body: draft } = await own.ask('POST', `${path}/drafts`, reply)
  return {
    inbox: path,
    'inbox by forwarding': `/inboxes/${await own.anInbox('forwarded', { forwarding: true })}`,
    'labels of an inbox': `${path}/labels`,
    'agent of an inbox': `${path}/agent`,
    thread: at,
    forward: `${at}/emails/${id}/forward`,
    'drafts of an inbox': `${path}/drafts`,
    draft: `${path}/drafts/${draft.id}`,
  }
}

/** Four conditions in a row on every branch, and a wait at each end; a run stops at the far right. */
function aLargeGraph(): ReturnType<typeof chain> {
  const steps = [trigger()]
  const connections: ReturnType<typeof way>[] = []
  const grow = (from: string, type: Parameters<typeof way>[2], depth: number): void => {
    const key = `${depth === 4 ? 'wait' : 'ask'} ${steps.length}`
    steps.push(depth === 4 ? delay(key, '1 day') : condition(key))
    connections.push(way(from, key, type))
    if (depth === 4) return
    grow(key, 'condition_met', depth + 1)
    grow(key, 'condition_not_met', depth + 1)
  }
  grow('start', 'default', 0)
  return { steps, connections }
}

/** Content without an API operation, stored with the forms of its pages. */
async function fillForms(server: TestServer): Promise<Record<string, string>> {
  const person = aPerson(server)
  await person.logIn()
  const other = await aColleague(server, { email: `colleague-${LONG}@example.net` })
  const segment_id = await contactsOf(server).aSegment()
  await person.get('/sign-up-forms')
  const form = { name: LONG, consent: LONG, segment_id, from: 'Ada <ada@example.org>', subject: LONG }
  const { location } = await person.post('/sign-up-forms/make', form)
  const { id: imported } = await importOf(server, { file: `email\n${LONG}@example.org\n` })
  const { body: template } = await server.call('POST', '/templates', {
    body: { name: LONG, from: 'a@example.com', subject: LONG, html: `<p>${LONG}</p>` },
  })
  await server.call('POST', `/templates/${template.id}/publish`)
  await uploadImage(server, person)
  return {
    'removal of a member': `/team/remove/${other.user_id}`,
    'sign-up form': location!,
    import: `/contacts/imports/${imported}`,
    template: `/templates/${template.id}`,
    'versions of a template': `/templates/${template.id}/versions`,
    'template in blocks': `/templates/${template.id}/blocks`,
  }
}

async function uploadImage({ url }: TestServer, person: Person): Promise<void> {
  await person.get('/images')
  const body = new FormData()
  body.set('form_token', person.formToken())
  body.set('file', new File([Uint8Array.from(PNG)], `${LONG}.png`, { type: 'image/png' }))
  const cookie = [...person.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const response = await fetch(`${url}/images/upload`, { method: 'POST', headers: { origin: url, cookie }, body })
  if (!response.ok) throw new Error(`The image was not uploaded: ${response.status}`)
}
