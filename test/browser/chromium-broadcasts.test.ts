// A broadcast from the first contact to the delivered email, in a real browser without JavaScript. Also accessibility.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { aTrackedDomain, BROWSER, receivedBy } from '../support/tracked.ts'

let server: TestServer
let sink: MailSink
let browser: Browser
let context: BrowserContext
let page: Page
let ahead_ms = 0

beforeAll(async () => {
  sink = await mailSink({
    recipient: address => (address.startsWith('full') ? { code: 550, words: '5.1.1 No such mailbox' } : undefined),
  })
  const now = (): Date => new Date(Date.now() + ahead_ms)
  ;[server, browser] = await Promise.all([startServer({ SMTP_URL: sink.url }, { now }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await sink.close()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
})
afterEach(() => context.close())

async function logIn(path: string): Promise<void> {
  await page.goto(server.url + path)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const told = (): Promise<string> => page.getByRole('status').innerText()

it('creates contacts, a segment and a broadcast, sends it and delivers the email', async () => {
  await logIn('/mailbox')
  await page.getByRole('link', { name: 'segments', exact: true }).click()
  await page.getByLabel(/^Name/).fill('Readers')
  await button('Create segment').click()
  for (const address of ['ada@example.net', 'gone@example.net', 'bob@example.net']) {
    await page.getByText('Add contact', { exact: true }).first().click()
    await page.getByLabel(/^Email address/).fill(address)
    await button('Add contact').click()
  }
  expect(await page.getByRole('table', { name: 'Contacts' }).getByRole('rowheader').count()).toBe(3)

  await page.getByRole('link', { name: 'ada@example.net' }).click()
  await page.getByText('Edit name').click()
  await page.getByLabel('First name').fill('Ada')
  await button('Save').first().click()
  await page.getByRole('link', { name: 'Contacts', exact: true }).first().click()
  await page.getByLabel('Search by email address or name').fill('gone')
  await page.keyboard.press('Enter')
  // Unlike a click, a key press does not wait for the new page, and the previous page shows the same link.
  await page.waitForURL(/[?&]\w+=gone/)
  await page.getByRole('link', { name: 'gone@example.net' }).click()
  await page.getByText('Unsubscribe', { exact: true }).click()
  await button(/^Yes, unsubscribe/).click()
  expect(await page.locator('.lead').innerText()).toContain('Receives no broadcasts')

  await page.getByRole('link', { name: 'Broadcasts', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('November')
  await page.getByLabel('Sender name').fill('Acme')
  await page.getByLabel(/^Email address/).fill('news@example.com')
  await page.getByLabel('Subject').fill('Hello {{{contact.first_name|there}}}')
  await page.getByLabel('Segment').selectOption('Readers')
  expect(await page.getByLabel(/^Topic/).count()).toBe(0)
  await button('Create broadcast').click()
  expect(await page.getByRole('list', { name: 'Fix before sending' }).innerText()).toContain(
    'Missing “HTML” or “Plain text”',
  )
  await button(/^Edit as HTML/).click()
  await page
    .getByLabel('HTML', { exact: true })
    .fill('<p>Dear {{{contact.first_name|friend}}}</p><a href="{{{RESEND_UNSUBSCRIBE_URL}}}">Leave</a>')
  // Enter in a field saves, regardless of the buttons next to the form.
  await page.getByLabel('Subject', { exact: true }).press('Enter')
  await page.waitForURL(/done=changed/)
  expect(await told()).toBe('Broadcast updated.')
  expect(await page.locator('main').innerText()).toContain('Ready to send.')

  await button(/^Preview/).click()
  const frame = page.frameLocator('iframe')
  const width = async (): Promise<number> => (await page.locator('iframe').boundingBox())!.width
  expect(await frame.locator('p').innerText()).toBe('Dear Ada')
  expect(await width()).toBeGreaterThan(700)
  await page.getByRole('link', { name: 'Phone' }).click()
  expect(await width()).toBeLessThan(400)
  await page.getByLabel('Email address of a contact').fill('bob@example.net')
  await button('Show preview').click()
  expect(await frame.locator('p').innerText()).toBe('Dear friend')
  expect(await page.locator('.facts').innerText()).toContain('Hello there')
  await page.getByRole('link', { name: 'November' }).click()

  // Sending includes unsaved input.
  await page.getByLabel('Subject', { exact: true }).fill('Hello again {{{contact.first_name|there}}}')
  await button(/^Review and send:/).click()
  expect(await page.locator('.lead').innerText()).toContain('2 recipients.')
  expect(await page.locator('.facts').innerText()).toContain('Hello again')
  // Stops the queue so that sending is still in progress when the page loads.
  await server.queue.stop()
  await button('Send to 2 recipients').click()
  expect(await told()).toContain('Sending started.')
  await server.queue.start()
  // The figures reload until sending completes.
  const figures = page.frameLocator('iframe.followed')
  await figures.locator('.lead .tag', { hasText: /^Sent$/ }).waitFor()
  await figures.getByRole('link', { name: 'View broadcast' }).click()
  expect(await page.locator('.lead .tag').innerText()).toBe('Sent')
  expect(await page.locator('main').innerText()).toContain('2 of 2 emails queued')
  const mails = await sink.received(2)
  expect(mails.map(({ recipients }) => recipients.join()).toSorted()).toEqual(['ada@example.net', 'bob@example.net'])
  const hers = mails.find(({ recipients }) => recipients.includes('ada@example.net'))!.raw
  expect(hers).toContain('Subject: Hello again Ada')
  expect(hers).toContain('Dear Ada')
  expect(hers).toMatch(/^List-Unsubscribe:\s+<http/m)
})

it('shows results as numbers and bars and lists the recipients of each', async () => {
  const { aContact, aSegment } = contactsOf(server)
  const segment = await aSegment('Result')
  for (const name of ['full', 'well', 'fine']) await aContact(`${name}@result.example`, { segments: [{ id: segment }] })
  const fields = { name: 'Result', from: 'news@example.com', subject: 'R', html: '<p>Hi</p>', segment_id: segment }
  const { body } = await server.call('POST', '/broadcasts', { body: { ...fields, send: true } })
  await server.queue.idle()
  await logIn(`/broadcasts/${body.id}`)
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })
  const cells = (name: string): Promise<string[]> => row(name).getByRole('cell').allInnerTexts()
  expect(await cells('Delivered')).toEqual(['2', '66.7 % of sent'])
  expect(await cells('Bounced')).toEqual(['1', '33.3 % of sent'])
  expect(await cells('Opened')).toEqual(['0', '0 % of delivered'])
  // The bar is as wide as the percentage.
  expect(await row('Delivered').locator('rect.part').getAttribute('width')).toBe('66.67')
  await row('Bounced').getByRole('link').click()
  expect(await page.getByRole('table', { name: 'Recipients' }).locator('tbody').allInnerTexts()).toEqual([
    expect.stringMatching(/full@result\.example\s+Permanent/),
  ])
  await page.getByRole('link', { name: 'Delivered', exact: true }).click()
  expect(await page.getByRole('table', { name: 'Recipients' }).getByRole('rowheader').count()).toBe(2)
  await page.getByLabel('Email address').fill('WELL@')
  await button('Search').click()
  expect(await page.getByRole('table', { name: 'Recipients' }).locator('tbody').innerText()).toContain(
    'well@result.example',
  )
  expect(await page.getByRole('table', { name: 'Recipients' }).getByRole('rowheader').count()).toBe(1)
  expect(await violations(await lookedAt(`/broadcasts/${body.id}`))).toEqual([])
})

it('records opens and clicks of a browser and lists the recipients', async () => {
  const { aContact, aSegment } = contactsOf(server)
  await aTrackedDomain(server, 'tracked.example.org')
  const segment = await aSegment('Followed')
  for (const name of ['reader', 'other']) await aContact(`${name}@followed.example`, { segments: [{ id: segment }] })
  const web = await aWeb()
  try {
    const html = `<p>Hi {{{contact.email}}}</p><a href="${web.url}/prices?a=1&amp;b=2">Prices</a><a href="${web.url}/news">News</a>`
    const fields = { name: 'Followed', from: 'ada@tracked.example.org', subject: 'F', html, segment_id: segment }
    const { id } = (await server.call('POST', '/broadcasts', { body: { ...fields, send: true } })).body
    await server.queue.idle()
    web.pages.set('/mail', (await receivedBy(sink, 'reader@followed.example')).html)
    // Clicks within seconds of delivery count as clicks by machines.
    ahead_ms += 60_000
    await context.close()
    context = await browser.newContext({ userAgent: BROWSER, javaScriptEnabled: false })
    page = await context.newPage()
    const picture = page.waitForResponse(response => response.url().includes('/t/o/'))
    await page.goto(`${web.url}/mail`)
    expect([(await picture).status(), (await picture).headers()['content-type']]).toEqual([200, 'image/gif'])
    await page.getByRole('link', { name: 'Prices' }).click()
    await page.waitForURL(`${web.url}/prices?a=1&b=2`)
    expect(web.asked.at(-1)).toEqual({ path: '/prices?a=1&b=2', cookie: undefined, referer: undefined })
    expect(await context.cookies()).toEqual([])

    const asked = async (of: string) => (await server.call('GET', `/broadcasts/${id}/${of}`)).body.data
    const reader = { email: 'reader@followed.example', count: 1 }
    expect(await asked('recipients?type=opened')).toMatchObject([reader])
    const followed = { url: `${web.url}/prices?a=1&b=2`, clicks: 1 }
    expect(await asked('recipients?type=clicked')).toMatchObject([{ ...reader, clicked_links: [followed] }])
    expect(await asked('clicked-links')).toMatchObject([{ ...followed, unique_clicks: 1 }])
    await logIn(`/broadcasts/${id}`)
    const results = page.getByRole('region', { name: 'Results' })
    const cells = (name: string) => results.getByRole('row', { name }).getByRole('cell').allInnerTexts()
    expect([await cells('Opened'), await cells('Clicked')]).toEqual([
      ['1', '50 % of delivered'],
      ['1', '50 % of delivered'],
    ])
    expect(await page.getByRole('region', { name: 'Clicked links' }).innerText()).toContain(followed.url)
    await results.getByRole('link', { name: 'Clicked' }).click()
    expect(await page.getByRole('table', { name: 'Recipients' }).locator('tbody').innerText()).toContain(
      'reader@followed.example',
    )
  } finally {
    await web.close()
  }
})

interface Web {
  url: string
  /** HTML by path. Other paths return an empty page. */
  pages: Map<string, string>
  asked: { path: string; cookie: string | undefined; referer: string | undefined }[]
  close(): Promise<unknown>
}

/** Serves the email as a webmail client shows it, and the targets of its links. */
async function aWeb(): Promise<Web> {
  const [pages, asked]: [Web['pages'], Web['asked']] = [new Map(), []]
  const web = http.createServer(({ url: path = '', headers: { cookie, referer } }, response) => {
    asked.push({ path, cookie, referer })
    response.setHeader('content-type', 'text/html').end(pages.get(path) ?? '<link rel="icon" href="data:," />')
  })
  await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
  const close = (): Promise<unknown> => {
    web.closeAllConnections()
    return new Promise(resolve => web.close(resolve))
  }
  return { url, pages, asked, close }
}

/** With scripts enabled, because axe is a script. */
async function lookedAt(path: string): Promise<Page> {
  await context.close()
  context = await browser.newContext()
  page = await context.newPage()
  await logIn(path)
  return page
}

it('pauses, slows down, resumes and cancels a broadcast during sending', async () => {
  const { aContact, aSegment } = contactsOf(server)
  const segment = await aSegment('Slow readers')
  for (const name of ['a', 'b', 'c', 'd']) await aContact(`${name}@slow.example`, { segments: [{ id: segment }] })
  const fields = { name: 'Slow', from: 'news@example.com', subject: 'Slow', html: '<p>Hi</p>', segment_id: segment }
  const { body } = await server.call('POST', '/broadcasts', { body: fields })
  await logIn(`/broadcasts/${body.id}`)
  await button(/^Review and send:/).click()
  const now = page.locator('section', { has: page.getByRole('heading', { name: 'Now' }) })
  await now.getByText('Sending speed').click()
  await now.getByLabel('Emails per minute', { exact: true }).fill('1')
  await button(/^Send (to|broadcast)/).click()
  // Input and focus remain while the figures reload.
  await page.getByText('Change sending speed', { exact: true }).click()
  const typed = page.locator('.confirm[open]').getByLabel('Emails per minute', { exact: true })
  await typed.fill('12')
  for (let times = 0; times < 2; times++)
    await page.waitForResponse(response => response.url().endsWith(`/broadcasts/${body.id}/progress`))
  expect(await typed.inputValue()).toBe('12')
  expect(await page.locator('input:focus').getAttribute('name')).toBe('per_minute')
  expect(page.url()).toContain('live=yes')
  await page.getByRole('link', { name: 'Stop updating' }).click()
  await button(/^Pause/).click()
  expect(await told()).toContain('Broadcast paused.')
  expect(await page.locator('.warning').innerText()).toContain('Paused since')
  expect(await page.locator('.lead .tag').innerText()).toBe('Paused')
  await button(/^Resume/).click()
  await page.getByText('Change sending speed', { exact: true }).click()
  await page.locator('.confirm[open]').getByLabel('Emails per minute', { exact: true }).fill('2')
  await button('Save sending speed').click()
  expect(await page.locator('main').innerText()).toContain('Limit: 2 emails per minute.')
  await page.getByText('Cancel sending', { exact: true }).click()
  await button(/^Yes, cancel sending/).click()
  expect(await page.locator('.lead').innerText()).toContain('Canceled')
  expect(await button(/^Pause/).count()).toBe(0)

  const { body: later } = await server.call('POST', `/broadcasts/${body.id}/duplicate`)
  await page.goto(`${server.url}/broadcasts/${later.id}`)
  await button(/^Review and send:/).click()
  await page.getByLabel(/^Or in words/).fill('sometime')
  await button('Schedule').click()
  expect(await page.getByLabel(/^Or in words/).inputValue()).toBe('sometime')
  expect(await violations(await lookedAt(`/broadcasts/${later.id}/send`))).toEqual([])
  await page.getByLabel(/^Or in words/).fill('in 2 hours')
  await button('Schedule').click()
  expect(await page.locator('.lead').innerText()).toContain('Scheduled')
  await page.getByText('Unschedule', { exact: true }).click()
  await button(/^Yes, unschedule/).click()
  expect(await page.locator('.lead').innerText()).toContain('Draft')
})

it('creates a segment with a rule condition by condition, with a preview of its contacts', async () => {
  const { aContact, aProperty } = contactsOf(server)
  await aProperty('tier')
  for (const tier of ['gold', 'silver', 'tin']) await aContact(`${tier}@rule.example`, { properties: { tier } })
  await logIn('/segments')
  await page.getByRole('link', { name: 'Create segment by rule' }).click()
  const line = (number: number) => page.getByRole('group', { name: `Condition ${number}`, exact: true })
  const fill = async (number: number, about: string, how: string, value: string): Promise<void> => {
    await line(number).getByLabel('Field').selectOption({ label: about })
    await line(number).getByLabel('Operator').selectOption({ label: how })
    await line(number).getByLabel('Value').fill(value)
  }
  await page.getByLabel('Match', { exact: true }).selectOption({ label: 'Any condition' })
  await fill(1, 'Property tier', 'is', 'gold')
  await fill(2, 'Property tier', 'starts with', 'sil')
  await fill(3, 'Days since created', 'is greater than', 'many')
  await button('Add condition').click()
  await fill(4, 'Email address', 'has no value', '')
  await button('Preview contacts').click()
  expect(await page.getByRole('alert').innerText()).toContain('condition 3: “is greater than” requires a number')
  await line(3).getByLabel('Value').fill('30')
  await button('Preview contacts').click()
  expect(await told()).toBe('2 contacts match. Nothing is saved yet.')
  await page.getByLabel(/^Name/).fill('Gold and silver')
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=ruled/)
  expect(await told()).toBe('Segment created. Its contacts are listed below.')
  expect(await page.getByRole('table', { name: 'Contacts' }).locator('tbody').innerText()).toMatch(/^silver@[^]*gold@/)
  await page.getByRole('link', { name: /^Edit rule/ }).click()
  await line(2).getByLabel('Field').selectOption({ label: 'None' })
  await line(2).getByLabel('Value').fill('')
  await button('Save rule').click()
  expect(await page.getByRole('list', { name: 'Conditions' }).getByRole('listitem').count()).toBe(3)
  expect(await page.getByRole('table', { name: 'Contacts' }).getByRole('rowheader').count()).toBe(1)
})

it('contact, segment, topic and broadcast pages have no axe violations, light and dark', async () => {
  const { aContact, aSegment, aTopic, aProperty } = contactsOf(server)
  await aProperty('plan', { fallback_value: 'free' })
  const [segment, topic] = [await aSegment('Seen by axe'), await aTopic()]
  const rule = { type: 'rule', field: 'contact.first_name', operator: 'exists' }
  const { body: ruled } = await server.call('POST', '/segments', { body: { name: 'Ruled', rule } })
  const contact = await aContact('axe@example.net', { segments: [{ id: segment }], properties: { plan: 'pro' } })
  const gone = await aContact('axe.gone@example.net')
  const erasure = (await server.call('POST', `/contacts/${gone}/erase`)).body.id
  const fields = { name: 'Axe', from: 'a@example.com', subject: 'S', segment_id: segment, topic_id: topic }
  const { body } = await server.call('POST', '/broadcasts', { body: fields })
  // A broadcast that an earlier test canceled.
  const all: { id: string; status: string }[] = (await server.call('GET', '/broadcasts')).body.data
  const canceled = all.find(({ status }) => status === 'canceled')!
  const paths = [
    '/contacts',
    `/contacts/${contact}`,
    `/contacts/erasures/${erasure}`,
    '/segments',
    `/segments/${segment}`,
    `/segments/${ruled.id}`,
    `/segments/${ruled.id}/rule`,
    '/topics',
    `/topics/${topic}`,
    '/contact-properties',
    '/broadcasts',
    `/broadcasts/${body.id}`,
    `/broadcasts/${body.id}/preview`,
    `/broadcasts/${canceled.id}`,
  ]
  await lookedAt('/contacts')
  const found: string[] = []
  for (const path of paths) {
    await page.goto(server.url + path)
    await page.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
    found.push(...(await violations(page)).map(each => `${path} ${each}`))
  }
  await page.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violations(page, ['color-contrast'])))
  expect(found).toEqual([])
})
