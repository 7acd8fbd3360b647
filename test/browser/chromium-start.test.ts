// The start page and the search in a real browser without JavaScript: keyboard use and accessibility.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type TestServer, startServer } from '../support/server.ts'

let sink: MailSink
let server: TestServer
let browser: Browser
let page: Page
let session: Awaited<ReturnType<BrowserContext['storageState']>>

beforeAll(async () => {
  sink = await mailSink({ recipient: () => ({ code: 550, words: `5.1.1 ${'No such user here. '.repeat(20)}` }) })
  ;[server, browser] = await Promise.all([startServer({ SMTP_URL: sink.url }), launchBrowser()])
  const text = 'x'.repeat(60)
  for (let each = 0; each < 12; each++) {
    const body = { from: 'ada@example.org', to: `gone-${each}-${text}@example.net`, subject: `${text} ${each}`, text }
    await server.call('POST', '/emails', { body })
  }
  await contactsOf(server).aContact('gone@example.net', { first_name: 'Gone' })
  await server.call('POST', '/domains', { body: { name: `${'d'.repeat(60)}.example.org` } })
  await server.queue.idle()
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await page.goto(server.url)
  await page.waitForURL(`${server.url}/login?next=/start`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${server.url}/start`)
  session = await page.context().storageState()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await sink.close()
})

it('opens the numbers of each day with the keyboard', async () => {
  const table = page.getByRole('region', { name: 'Figures by day' })
  expect(await table.isVisible()).toBe(false)
  await page.getByText('Figures by day').focus()
  await page.keyboard.press('Enter')
  expect(await table.getByRole('row').count()).toBe(31)
})

it('searches with the keyboard and opens a result with Enter', async () => {
  await page.goto(`${server.url}/search`)
  await page.getByRole('searchbox', { name: /^Search contacts/ }).focus()
  await page.keyboard.type('gone')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/search?q=gone`)
  await page.getByRole('region', { name: 'Contacts' }).getByRole('link', { name: 'gone@example.net' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/people/gone%40example.net`)
})

it('start and search pages have no axe violations, no overflow and less than 40,000 bytes', async () => {
  const found: string[] = []
  const looks = [
    { name: 'light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
    { name: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
    { name: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
    // 1,280 pixels at 200 %.
    { name: '200 %', viewport: { width: 640, height: 400 }, colorScheme: 'light' },
  ] as const
  for (const { name, ...look } of looks) {
    const context = await browser.newContext({ ...look, storageState: session })
    const looking = await context.newPage()
    for (const path of ['/start', '/search', '/search?q=gone', '/search?q=nothing-has-this']) {
      await looking.goto(server.url + path)
      await looking.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
      const [wide, window] = await looking.evaluate<[number, number]>(
        '[document.scrollingElement.scrollWidth, window.innerWidth]',
      )
      if (wide > window) found.push(`${name} ${path} is ${wide} wide`)
      const bytes = Buffer.byteLength(await looking.content())
      if (bytes > 40_000) found.push(`${path} has ${bytes} bytes`)
      found.push(...(await violations(looking)).map(each => `${name} ${path} ${each}`))
    }
    await context.close()
  }
  expect(found).toEqual([])
})
