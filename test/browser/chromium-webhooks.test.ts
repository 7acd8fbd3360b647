// Webhook pages in a real browser without JavaScript: keyboard use and accessibility.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Destination, destination } from '../support/destination.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let page: Page
let sink: Destination
beforeAll(async () => {
  sink = await destination((_, response) => void response.writeHead(500).end('<b>down</b>\n'.repeat(200)))
  ;[server, browser] = await Promise.all([startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' }), launchBrowser()])
  const context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
  await page.goto(`${server.url}/webhooks`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${server.url}/webhooks`)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await sink.close()
})

it('creates a webhook for selected event types with the keyboard and sends a test event to it', async () => {
  const box = page.getByLabel('topic.created')
  expect(await box.isVisible()).toBe(false)
  await page.getByLabel(/^URL/).fill(`${sink.url}/hook`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  expect(await box.isVisible()).toBe(true)
  await box.focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.waitForURL(/done=make/)
  const shown = page.locator('code.secret')
  expect(await shown.isVisible()).toBe(false)
  await page.getByText('Show secret').focus()
  await page.keyboard.press('Enter')
  expect(await shown.isVisible()).toBe(true)
  await page.locator('summary', { hasText: 'Send test event' }).click()
  await page.getByLabel('Event type').selectOption('topic.deleted')
  await page.getByRole('button', { name: 'Send test event', exact: true }).click()
  await page.waitForURL(/done=test/)
  await server.queue.idle()
  await page.reload()
  expect(await page.getByRole('list', { name: 'Attempts' }).innerText()).toContain('Status 500')
})

it('webhook pages have no axe violations, light and dark', async () => {
  const body = { endpoint: `${sink.url}/other`, events: ['email.received', 'email.sent'] }
  const { id } = (await server.call('POST', '/webhooks', { body })).body
  const event = (await server.call('POST', `/webhooks/${id}/test`, { body: {} })).body.id
  await server.queue.idle()
  const state = await page.context().storageState()
  const looking = await (await browser.newContext({ storageState: state })).newPage()
  const found: string[] = []
  const look = async (path: string): Promise<void> => {
    await looking.goto(server.url + path)
    await looking.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
    found.push(...(await violations(looking)).map(each => `${path} ${each}`))
    await looking.emulateMedia({ colorScheme: 'dark' })
    found.push(...(await violations(looking, ['color-contrast'])).map(each => `${path} in the dark ${each}`))
    await looking.emulateMedia({ colorScheme: 'light' })
  }
  for (const path of ['', `/${id}`, `/${id}/events`, `/${id}/events/${event}`]) await look(`/webhooks${path}`)
  await server.call('PATCH', `/webhooks/${id}`, { body: { status: 'disabled' } })
  for (const path of ['', `/${id}`, `/${id}/events/${event}`]) await look(`/webhooks${path}`)
  expect(found).toEqual([])
})
