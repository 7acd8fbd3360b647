// Inbox pages in a real browser without JavaScript: keyboard use, hostile email, accessibility and page width.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Destination, destination } from '../support/destination.ts'
import { inboxesOf } from '../support/inboxes.ts'
import { receive } from '../support/receiving.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let elsewhere: Destination
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string
let session: Awaited<ReturnType<BrowserContext['storageState']>>
let page: Page
/** Paths requested from another server. */
let asked: string[]

beforeAll(async () => {
  elsewhere = await destination((request, response) => {
    asked.push(request.url)
    response.writeHead(200, { 'content-type': 'image/gif' }).end()
  })
  ;[server, browser] = await Promise.all([
    startServer({ SMTP_IN_PORT: '0', DNS_SERVERS: '127.0.0.1:9' }),
    launchBrowser(),
  ])
  own = await inboxesOf(server, 'acme.example')
  inbox = await own.anInbox('help', { name: 'x'.repeat(60) })
  const context = await browser.newContext({ javaScriptEnabled: false })
  const form = await context.newPage()
  await form.goto(`${server.url}/inboxes`)
  await form.getByLabel('Email address').fill(server.admin.email)
  await form.getByLabel('Password').fill(server.admin.password)
  await form.getByRole('button', { name: 'Log in', exact: true }).click()
  await form.waitForURL(`${server.url}/inboxes`)
  session = await context.storageState()
  await context.close()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await elsewhere.close()
})
beforeEach(async () => {
  asked = []
  const context = await browser.newContext({ javaScriptEnabled: false, storageState: session })
  page = await context.newPage()
})
afterEach(() => page.context().close())

it('reads and answers an email with the keyboard', async () => {
  await own.receive({ subject: 'By keyboard', text: 'Can you hear me?' })
  await page.goto(`${server.url}/inboxes/${inbox}`)
  await page.getByRole('link', { name: /^By keyboard/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/threads\//)
  expect(await page.locator('pre.text').innerText()).toBe('Can you hear me?')
  await page.getByRole('button', { name: 'Reply: By keyboard' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/drafts\//)
  // The browser moves the cursor above the quote some time after the page loads.
  await page.locator('#text:focus').waitFor()
  await page.keyboard.type('Yes, well.')
  expect(await page.getByLabel('Text').inputValue()).toMatch(
    /^Yes, well\.\n\nOn .*, mira@example\.net wrote:\n> Can you hear me\?$/,
  )
  await page
    .getByLabel('Attachment')
    .setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hi') })
  await page.getByRole('button', { name: 'Send' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=sent/)
  expect(await page.getByRole('status').innerText()).toContain('Email queued.')
  expect(await page.locator('pre.text').innerText()).toMatch(/^Yes, well\.\n\nOn .*\n> Can you hear me\?$/)
  expect(await page.getByRole('list', { name: 'Attachments' }).innerText()).toContain('note.txt')
})

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const REAL = `From: Ana <ana@example.net>
To: help@acme.example
Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=
Message-ID: <real@example.net>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=m

--m
Content-Type: multipart/related; boundary=r

--r
Content-Type: text/html; charset=utf-8

<p>See <img src="cid:dot@example.net" alt="A dot" width="9"></p>
--r
Content-Type: image/png; name=dot.png
Content-ID: <dot@example.net>
Content-Transfer-Encoding: base64

${PICTURE}
--r--
--m
Content-Type: text/plain; name=note.txt
Content-Disposition: attachment; filename=note.txt

Hello
--m--
`.replaceAll('\n', '\r\n')

it('shows an email received over SMTP with its image, its attachment and its raw source', async () => {
  await receive(server, 'help@acme.example', REAL)
  await page.goto(`${server.url}/inboxes/${inbox}?q=gr%C3%BC%C3%9Fe`)
  await page.getByRole('link', { name: /^Grüße/ }).click()
  const picture = page.frameLocator('iframe').getByAltText('A dot')
  await expect.poll(() => picture.evaluate((image: { naturalWidth: number }) => image.naturalWidth)).toBe(1)
  const bytesAt = async (name: string | RegExp): Promise<string> => {
    const address = await page.getByRole('link', { name }).getAttribute('href')
    return (await page.context().request.get(address!)).text()
  }
  expect((await bytesAt('note.txt')).trim()).toBe('Hello')
  expect((await bytesAt('Download raw email')).endsWith(REAL)).toBe(true)
  expect((await page.content()).length).toBeLessThan(20_000)
})

it('creates a forwarding inbox with the keyboard and receives email at its address', async () => {
  await page.goto(`${server.url}/inboxes`)
  const form = page.locator('form[action="/inboxes/make"]')
  await page.locator('summary', { hasText: 'Create inbox' }).focus()
  await page.keyboard.press('Enter')
  await form.getByLabel('Address', { exact: true }).focus()
  await page.keyboard.type('elsewhere')
  await form.getByRole('radio', { name: /^Direct/ }).focus()
  await page.keyboard.press('ArrowDown')
  await form.getByRole('button', { name: 'Create inbox' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=forwarding/)
  const address = await page.locator('code.copied').innerText()
  expect(address).toMatch(/^inbox-[0-9a-f]{32}@/)
  expect(await page.getByText('This server does not receive email').count()).toBe(0)
  await receive(
    server,
    address,
    'From: ana@example.net\r\nTo: elsewhere@acme.example\r\nSubject: Sent on\r\n\r\nHi\r\n',
  )
  await page.goto(page.url().split('?')[0]!)
  expect(await page.getByRole('link', { name: /^Sent on/ }).count()).toBe(1)
  expect(await page.locator('code.copied').isVisible()).toBe(false)
})

it('enables the agent with the keyboard', async () => {
  await page.goto(`${server.url}/inboxes/${inbox}/agent`)
  await page.getByRole('radio', { name: /^Off/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.getByLabel(/^Instructions/).focus()
  await page.keyboard.type('Be kind.')
  await page.getByRole('button', { name: 'Save' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=changed/)
  const { instructions, actions } = (await own.ask('GET', `/inboxes/${inbox}/agent`)).body
  expect([instructions, actions]).toEqual(['Be kind.', ['draft_reply']])
})

it('archives threads that were selected with the keyboard', async () => {
  await own.receive({ subject: 'To be archived' })
  await page.goto(`${server.url}/inboxes/${inbox}`)
  await page.getByRole('checkbox', { name: 'Select: To be archived' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Archive' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=moved/)
  expect(await page.getByText('To be archived').count()).toBe(0)
})

it('loads no external content of a hostile email and runs none of its scripts', async () => {
  const at = elsewhere.url
  const html = `<p>Hello</p><img src="${at}/pixel.gif"><img src=x onerror="fetch('${at}/ran')"><link rel="stylesheet" href="${at}/a.css">
    <div style="background:url(${at}/b.gif)">b</div><div style="background:u\\72l(${at}/c.gif)">c</div><style>@import "${at}/d.css"; p { background: url(${at}/e.gif) }</style>
    <script>fetch('${at}/script')</script><iframe src="${at}/frame"></iframe><video poster="${at}/v"></video><svg><image href="${at}/s"/></svg>
    <meta http-equiv="refresh" content="0;url=${at}/refresh"><form action="${at}/form"><button>Go</button></form>`
  await own.receive({ subject: 'Hostile', html, text: null })
  const running = await browser.newContext({ storageState: session })
  const other = await running.newPage()
  await other.goto(`${server.url}/inboxes/${inbox}`)
  await other.getByRole('link', { name: /^Hostile/ }).click()
  const frame = other.frameLocator('iframe')
  expect(await frame.locator('p').innerText()).toBe('Hello')
  expect(await frame.locator('form, button, script').count()).toBe(0)
  expect(asked).toEqual([])
  await other.getByRole('link', { name: 'Show images' }).click()
  await other.waitForURL(/images=yes/)
  expect(await frame.locator('p').innerText()).toBe('Hello')
  await other.waitForLoadState('networkidle')
  expect([...new Set(asked)].filter(path => path !== '/pixel.gif' && path !== '/b.gif' && path !== '/c.gif')).toEqual(
    [],
  )
  expect(asked).toContain('/pixel.gif')
  await running.close()
})

it('shows the text of an email whose HTML takes too long to sanitize', async () => {
  const html = `Deep down${'<table><tr><td>'.repeat(200_000)}`
  const id = await own.receive({ subject: 'Deep', html, text: null })
  const [thread] = await own.threads(inbox, '?limit=1')
  await page.goto(`${server.url}/inboxes/${inbox}/threads/${thread!.id}/emails/${id}/html`)
  expect(await page.locator('pre').innerText()).toContain('Deep down')
})

/** Paths of all inbox pages, each with content. */
async function everyPage(): Promise<string[]> {
  const long = 'x'.repeat(45)
  const label = (await own.ask('POST', `/inboxes/${inbox}/labels`, { name: long })).body.id
  const more = { authentication: { spf: 'fail', dkim: 'fail', dmarc: 'fail' }, problems: [long] } as const
  const id = await own.receive({
    subject: long.repeat(3),
    from: `${long}@example.net`,
    html: `<p>${long}</p>`,
    files: 1,
    verdict: 'ok',
    more: { ...more, problems: [long] },
  })
  const [thread] = await own.threads(inbox, '?limit=1')
  const path = `/inboxes/${inbox}`
  const at = `${path}/threads/${thread!.id}`
  await own.ask('PUT', `${at}/labels`, { labels: [label] })
  const reply = { thread_id: thread!.id, reply_to_email_id: id, text: long, html: `<p>${long}</p>` }
  const draft = (await own.ask('POST', `${path}/drafts`, reply)).body.id
  const forwarding = await own.anInbox('forwarded', { forwarding: true })
  return [
    '/inboxes',
    `/inboxes/${forwarding}`,
    path,
    `${path}?q=nothing&from=no&files=yes`,
    `${path}?label=${label}`,
    `${path}/labels`,
    `${path}/agent`,
    at,
    `${at}?view=text`,
    `${at}/emails/${id}/forward`,
    `${path}/drafts`,
    `${path}/drafts/${draft}`,
  ]
}

it('inbox pages have no axe violations, light and dark, and fit a phone', async () => {
  const running = await browser.newContext({ storageState: session, viewport: { width: 1280, height: 800 } })
  const looking = await running.newPage()
  const found: string[] = []
  for (const path of await everyPage()) {
    await looking.goto(server.url + path)
    await looking.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
    found.push(...(await violations(looking)).map(each => `${path} ${each}`))
    await looking.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await violations(looking, ['color-contrast'])).map(each => `${path} in the dark ${each}`))
    await looking.emulateMedia({ colorScheme: 'light' })
    await looking.setViewportSize({ width: 360, height: 740 })
    const width = await looking.evaluate<number>('document.scrollingElement.scrollWidth')
    if (width > 360) found.push(`${path} is ${width} wide`)
    await looking.setViewportSize({ width: 1280, height: 800 })
  }
  await running.close()
  expect(found).toEqual([])
})
