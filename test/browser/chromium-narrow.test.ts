// Every page on a narrow screen, in a real browser without JavaScript: nothing is cut off, and everything that can be
// pressed is large enough for a finger. And large graphs on any screen.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  aPublishedTemplate,
  anAutomation,
  chain,
  condition,
  delay,
  mail,
  sendEvent,
  trigger,
  way,
} from '../support/automations.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { aDevice, aDeviceClient, entered } from '../support/devices.ts'
import { destination } from '../support/destination.ts'
import { inboxesOf } from '../support/inboxes.ts'
import { aGrantedClient } from '../support/oauth.ts'
import { aConsentRequest } from '../support/pages.ts'
import { aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const NARROW = { width: 360, height: 740 }
const LONG = 'x'.repeat(45)
const A_FILE = { filename: `${'x'.repeat(200)}.txt`, content: 'aGVsbG8=' }

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
const paths: Record<string, string> = {}
/** What a browser has that is logged in. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' }), launchBrowser()])
  await fill()
  session = await logIn()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW, storageState: session })
  page = await context.newPage()
})
afterEach(() => context.close())

/** Something on every page, with names that have no place to break. */
async function fill(): Promise<void> {
  const { call, queue, admin } = server
  await aTeamOf(server, admin.email, `Field-office-${LONG}`)
  await aGrantedClient(server)
  await call('POST', '/api-keys', { body: { name: LONG } })
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
  const audience = await fillAudience()
  const run = async (id: string): Promise<string> => (await call('GET', `/automations/${id}/runs`)).body.data[0].id
  Object.assign(paths, {
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
    ...(await fillWebhooks()),
    ...(await fillInboxes()),
    device: `/device/${await entered(server, await aDevice(server, { client_id: await aDeviceClient(server, { client_name: LONG }) }))}`,
    consent: await aConsentRequest(server, { redirect_uri: `https://${'long-name.'.repeat(12)}example/callback` }),
  })
}

async function fillAudience(): Promise<Record<string, string>> {
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
    'broadcast to be sent': `/broadcasts/${broadcast.id}/send`,
    'broadcast preview': `/broadcasts/${broadcast.id}/preview?as=phone`,
  }
}

/** An endpoint that has answered a line without a place to break. */
async function fillWebhooks(): Promise<Record<string, string>> {
  const endpoint = await destination((_, response) => void response.writeHead(500).end(LONG.repeat(9)))
  const asked = { endpoint: `${endpoint.url}/${LONG.repeat(3)}`, events: ['email.delivery_delayed'] }
  const { body } = await server.call('POST', '/webhooks', { body: asked })
  const { body: event } = await server.call('POST', `/webhooks/${body.id}/test`, { body: {} })
  await server.queue.idle()
  await endpoint.close()
  const path = `/webhooks/${body.id}`
  return { webhook: path, 'webhook events': `${path}/events`, 'webhook event': `${path}/events/${event.id}` }
}

/** A thread with an answer that is not sent. */
async function fillInboxes(): Promise<Record<string, string>> {
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

/** Four conditions one below the other on every way, and a wait at each end; a run comes to rest at the far right. */
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

async function logIn(): Promise<typeof session> {
  const before = await browser.newContext({ javaScriptEnabled: false })
  const form = await before.newPage()
  await form.goto(`${server.url}/mailbox`)
  await form.getByLabel('Email address').fill(server.admin.email)
  await form.getByLabel('Password').fill(server.admin.password)
  await form.getByRole('button', { name: 'Log in' }).click()
  await form.waitForURL(`${server.url}/mailbox`)
  const state = await before.storageState()
  await before.close()
  return state
}

/** What can be pressed and is smaller than a finger; links within a sentence, and the picture that a table repeats, are not meant. */
const TOO_SMALL = `
  const seen = element => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().right > 0
  const inSentence = link => {
    const text = link.closest('p, dd, td, th, li, summary, .lead')?.textContent.replaceAll(/\\s+/g, ' ').trim() ?? ''
    return link.matches('a') && getComputedStyle(link).display === 'inline' && text !== link.textContent.trim()
  }
  const pressed = 'a[href], button, summary, select, textarea, input:not([type=hidden])'
  return [...document.querySelectorAll(pressed)]
    .filter(element => seen(element) && !element.closest('svg') && !inSentence(element))
    .map(element => element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : element)
    .map(element => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
    .map(({ element, box }) => element.tagName + ' ' + element.textContent.trim().slice(0, 30) + ' ' + box.width + 'x' + box.height)
`
const tooSmall = (): Promise<string[]> => page.evaluate<string[]>(`(() => {${TOO_SMALL}})()`)

/** How wide the page is, and the window. */
const widths = (): Promise<[number, number]> =>
  page.evaluate<[number, number]>('[document.scrollingElement.scrollWidth, window.innerWidth]')

describe('every page', () => {
  it.each([
    '/login',
    '/start',
    '/search',
    'search for all',
    '/mailbox',
    'mail',
    'text',
    'headers',
    'search',
    '/automations',
    'automation',
    'large automation',
    'graph that is edited',
    'automation that is tried',
    'runs',
    'run',
    'large run',
    '/emails',
    'email',
    'scheduled email',
    'person',
    '/broadcasts',
    'broadcast',
    'broadcast preview',
    'broadcast to be sent',
    'sent broadcast',
    'figures of a broadcast',
    'recipients',
    '/contacts',
    '/contacts/imports',
    'contact',
    'erasure',
    '/segments',
    'segment',
    'segment by rule',
    'rule of a segment',
    '/topics',
    'topic',
    '/contact-properties',
    '/delivery',
    '/domains',
    'domain',
    '/inboxes',
    'inbox',
    'inbox by forwarding',
    'labels of an inbox',
    'agent of an inbox',
    'thread',
    'forward',
    'drafts of an inbox',
    'draft',
    '/webhooks',
    'webhook',
    'webhook events',
    'webhook event',
    '/agents',
    '/api-keys',
    '/grants',
    '/usage',
    '/clients',
    '/team',
    '/team/names',
    '/account',
    'consent',
    '/device',
    'device',
    '/nowhere',
  ])('%s fits a narrow screen, and fingers', async name => {
    if (name === '/login') await context.clearCookies()
    await page.goto(server.url + (paths[name] ?? name))
    const asked = await page.getByRole('button', { name: 'Log in' }).count()
    expect(asked).toBe(name === '/login' ? 1 : 0)
    for (const summary of await page.locator('main details:not([open]) > summary').all()) {
      if (await summary.isVisible()) await summary.click()
    }
    expect(await widths()).toEqual([NARROW.width, NARROW.width])
    expect(await tooSmall()).toEqual([])
    // a part of a page has no head
    if (name !== 'figures of a broadcast')
      expect((await page.locator('header').boundingBox())!.height).toBeLessThanOrEqual(64)
    // the narrowest that there is
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await widths()).toEqual([320, 320])
  })
})

describe('the menu', () => {
  it('opens with a button above the page, and everything in it is large enough', async () => {
    await page.goto(`${server.url}/mailbox`)
    const link = page.getByRole('link', { name: 'Automations' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await link.isVisible()).toBe(true)
    await page.locator('.teams summary').click()
    expect(await tooSmall()).toEqual([])
    expect(await widths()).toEqual([NARROW.width, NARROW.width])
    await link.click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Automations')
    expect(await link.isVisible()).toBe(false)
  })

  it('is part of the head where there is room', async () => {
    await page.goto(`${server.url}/mailbox`)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Automations' }).isVisible()).toBe(true)
    expect((await page.locator('header').boundingBox())!.height).toBeLessThanOrEqual(64)
  })
})

interface Box {
  scrollWidth: number
  clientWidth: number
}

describe('a large graph', () => {
  const box = () => page.getByRole('region', { name: 'Graph' })
  const room = async (): Promise<{ scroll: number; seen: number }> =>
    box().evaluate((element: Box) => ({ scroll: element.scrollWidth, seen: element.clientWidth }))

  it.each([1280, 360])('is fitted into the window of %i px, and shown larger by choice', async width => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(server.url + paths['large automation'])
    const fitted = await room()
    expect(fitted.scroll).toBe(fitted.seen)
    await page.getByText('50 %').click()
    const half = await room()
    await page.getByText('100 %').click()
    const whole = await room()
    expect(half.scroll).toBeGreaterThan(half.seen)
    expect(whole.scroll).toBeGreaterThan(1.9 * half.scroll)
    // the page itself stays as wide as the window
    expect(await widths()).toEqual([width, width])
    await page.getByText('Fit').click()
    expect((await room()).scroll).toBe(fitted.scroll)
  })

  it.each([1280, 360])('begins where the run stands, in a window of %i px', async width => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(server.url + paths['large run'])
    const outer = (await box().boundingBox())!
    const step = (await page.locator('svg .waiting rect').boundingBox())!
    expect(step.width).toBeGreaterThan(200)
    expect(step.x).toBeGreaterThanOrEqual(outer.x)
    expect(step.x + step.width).toBeLessThanOrEqual(outer.x + outer.width)
    // the page itself begins at its top
    expect(await page.evaluate<number>('window.scrollY')).toBe(0)
  })
})

describe('the steps of a run', () => {
  it('are a table on a wide screen and cards on a narrow one', async () => {
    await page.goto(server.url + paths.run)
    const label = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.steps td'), '::before').content")
    expect(await label()).toBe('"Status"')
    expect(await page.locator('.steps thead').isVisible()).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await label()).toBe('none')
    expect(await page.locator('.steps thead').isVisible()).toBe(true)
  })
})
