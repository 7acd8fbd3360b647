// Sign-up forms in a real browser without JavaScript: embedding in another site, keyboard use, accessibility and page
// width.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let sink: MailSink
let browser: Browser
let page: Page
/** A third-party site that embeds the form. */
let site: http.Server
let pasted = ''

beforeAll(async () => {
  sink = await mailSink()
  ;[server, browser] = await Promise.all([startServer({ SMTP_URL: sink.url }), launchBrowser()])
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  site = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Site</title>${pasted}`)
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await sink.close()
  await new Promise(resolve => site.close(resolve))
})

it('creates a form, embeds it in a site, signs up there and confirms the subscription', async () => {
  await page.goto(`${server.url}/sign-up-forms`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${server.url}/sign-up-forms`)
  await page.getByLabel('Internal name').fill('Footer')
  await page.getByLabel('Consent text').fill('I want the news.')
  await page.getByLabel('From').fill('News <news@example.com>')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sign-up-forms\/[\w-]{36}\?done=made/)
  const path = new URL(page.url()).pathname
  const own_page = (await page.getByRole('link', { name: /\/sign-up\// }).getAttribute('href'))!
  await page.getByText('Embed in your site', { exact: true }).click()
  pasted = (await page.locator('pre').textContent())!

  await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`)
  await page.getByLabel('Email').fill('grace@example.net')
  await page.keyboard.press('Enter')
  await page.waitForURL(own_page)
  expect(await page.getByRole('status').textContent()).toContain('open the link in the confirmation email')
  await server.queue.idle()
  const mail = sink.messages[0]!.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = /http:\S+?confirm\?token=[\w-]+/.exec(mail)![0]

  const found: string[] = []
  const looking = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  for (const at of [`${server.url}/sign-up-forms`, server.url + path, own_page, link]) {
    await looking.goto(at)
    await looking.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
    found.push(...(await violations(looking)).map(each => `${at} ${each}`))
    await looking.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await violations(looking, ['color-contrast'])).map(each => `${at} in the dark ${each}`))
    await looking.emulateMedia({ colorScheme: 'light' })
    await looking.setViewportSize({ width: 320, height: 740 })
    expect(await looking.evaluate('document.scrollingElement.scrollWidth'), at).toBe(320)
    await looking.setViewportSize({ width: 1280, height: 800 })
  }
  expect(found).toEqual([])

  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.waitForURL(link)
  expect(await page.getByRole('status').textContent()).toContain('You will now receive emails from')
  await page.goto(server.url + path)
  expect(await page.getByRole('table', { name: 'Sign-ups' }).textContent()).toContain('grace@example.net')
})
