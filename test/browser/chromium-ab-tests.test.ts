// A/B tests in a real browser without JavaScript: keyboard use, accessibility and page width.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { clock } from '../support/clock.ts'
import { contactsOf } from '../support/contacts.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { aTrackedDomain } from '../support/tracked.ts'

const time = clock(new Date().toISOString())
let sink: MailSink
let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
let segment_id: string

beforeAll(async () => {
  sink = await mailSink()
  ;[server, browser] = await Promise.all([
    startServer({ SMTP_URL: sink.url, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now }),
    launchBrowser(),
  ])
  await aTrackedDomain(server, 'tracked.example.org')
  const made = contactsOf(server)
  segment_id = await made.aSegment()
  for (let at = 0; at < 20; at++) await made.aContact(`r${at}@d${at % 4}.example`, { segments: [{ id: segment_id }] })
  context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })
  page = await context.newPage()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await sink.close()
})

const aDraft = async (more: object = {}): Promise<string> => {
  const content = { from: 'Acme <news@tracked.example.org>', subject: 'First words', html: '<p>Hello</p>' }
  return (await server.call('POST', '/broadcasts', { body: { segment_id, name: 'News', ...content, ...more } })).body.id
}

it('edits and sends an A/B test with the keyboard and sends the winner to the remaining recipients', async () => {
  const before = await aDraft({ send: true })
  // Advances the clock, because the sender postpones itself while recipients are still being collected.
  await expect
    .poll(async () => {
      time.forward(50)
      return (await server.call('GET', `/broadcasts/${before}`)).body.status
    })
    .toBe('sent')
  const id = await aDraft()
  await page.goto(`${server.url}/broadcasts/${id}`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Set up A/B test' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/broadcasts/${id}/ab-test`)
  await page.getByLabel('Subject of version B').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Other words')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('status').innerText()).toContain('A/B test saved.')
  expect(await looked([`/broadcasts/${id}/ab-test`, `/broadcasts/${id}/preview?version=b`])).toEqual([])

  await page.goto(`${server.url}/broadcasts/${id}/send`)
  await page.getByRole('button', { name: /^Send (to|broadcast)/ }).click()
  await expect
    .poll(async () => {
      time.forward(50)
      await page.goto(`${server.url}/broadcasts/${id}`)
      return page.locator('main').innerText()
    })
    .toContain('The winner is chosen')
  expect(await looked([`/broadcasts/${id}`])).toEqual([])
  await page.getByText('Choose version B', { exact: true }).click()
  await page.getByRole('button', { name: 'Send version B' }).click()
  expect(await page.getByRole('status').innerText()).toContain('The remaining contacts receive this version.')
  await expect.poll(() => sink.messages.length).toBe(40)
  await server.queue.idle()
  expect(await looked([`/broadcasts/${id}`])).toEqual([])
  expect(await page.getByRole('table', { name: 'Comparison with earlier broadcasts' }).getByRole('row').count()).toBe(3)
})

/** Returns axe violations and pages that are too wide or over 40,000 bytes, in each appearance. */
async function looked(paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  const looks = [
    { name: 'light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
    { name: 'dark', viewport: { width: 1280, height: 800 }, colorScheme: 'dark' },
    { name: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
    // 1,280 pixels at 200 %.
    { name: '200 %', viewport: { width: 640, height: 400 }, colorScheme: 'light' },
  ] as const
  const session = await context.storageState()
  for (const { name, ...look } of looks) {
    const looking = await browser.newContext({ ...look, storageState: session })
    const shown = await looking.newPage()
    for (const path of paths) {
      await shown.goto(server.url + path)
      await shown.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
      const [wide, window] = await shown.evaluate<[number, number]>(
        '[document.scrollingElement.scrollWidth, window.innerWidth]',
      )
      if (wide > window) found.push(`${name} ${path} is ${wide} wide`)
      const bytes = Buffer.byteLength(await shown.content())
      if (bytes > 40_000) found.push(`${path} has ${bytes} bytes`)
      found.push(...(await violations(shown)).map(each => `${name} ${path} ${each}`))
    }
    await looking.close()
  }
  return found
}
