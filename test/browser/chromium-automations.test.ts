// The automation builder in a real browser without JavaScript: keyboard use, accessibility and page width.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aPublishedTemplate } from '../support/automations.ts'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
/** Pages of a draft, created by the first test that needs them. */
let drafted: string[] | undefined
let session: Awaited<ReturnType<BrowserContext['storageState']>>
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  await aPublishedTemplate(server)
  context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
  await page.goto(`${server.url}/automations`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL(`${server.url}/automations`)
  session = await context.storageState()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

it('builds, simulates and enables an automation with the keyboard', async () => {
  await page.getByLabel('Name', { exact: true }).fill('By hand')
  await page.getByLabel('Trigger event').fill('trial.started')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/edit\?done=made/)
  await page.getByLabel('Step type').selectOption('send_email')
  await page.getByRole('button', { name: 'Add step' }).press('Enter')
  await page.waitForURL(/done=added/)
  // From the drawing to the form of the step.
  await page.getByRole('link', { name: 'start, Trigger: trial.started' }).press('Enter')
  await page.waitForURL(/step=start#step/)
  await page.getByRole('link', { name: 'send email, Send email: incomplete' }).press('Enter')
  await page.waitForURL(/step=send\+email#step/)
  await page.getByLabel('Id', { exact: true }).selectOption({ label: 'Nudge' })
  await page.locator('#step').getByRole('button', { name: 'Save step' }).press('Enter')
  await page.waitForURL(/done=saved/)
  await page.getByRole('link', { name: 'Simulate' }).press('Enter')
  await page.getByRole('button', { name: 'Run simulation' }).press('Enter')
  expect(await page.getByRole('region', { name: 'Result' }).getByRole('status').innerText()).toContain(
    'The run completes.',
  )
  await page.getByRole('link', { name: 'Edit steps' }).press('Enter')
  await page.getByRole('button', { name: /^Publish/ }).press('Enter')
  await page.waitForURL(/done=saved/)
  await page.getByRole('button', { name: 'Enable: By hand' }).press('Enter')
  await page.waitForURL(/done=enabled/)
})

/** Creates a draft with every kind of field. Returns the paths of its pages. */
async function aDraft(): Promise<string[]> {
  await page.goto(`${server.url}/automations`)
  await page.locator('summary', { hasText: 'Create automation' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Axe')
  await page.getByRole('radio', { name: /Follow-up/ }).check()
  await page.getByRole('button', { name: 'Create automation' }).click()
  await page.waitForURL(/\/edit\?done=made/)
  const path = new URL(page.url()).pathname
  for (const type of ['condition', 'http_request']) {
    await page.goto(server.url + path)
    await page.locator('summary', { hasText: 'Add step' }).click()
    await page.getByLabel('Step type').selectOption(type)
    await page.getByRole('button', { name: 'Add step' }).click()
    await page.waitForURL(/done=added/)
    if (type === 'condition') await page.getByLabel('Kind').selectOption('and')
    await page.locator('#step').getByRole('button', { name: 'Save step' }).click()
    await page.waitForURL(/done=saved/)
  }
  const steps = [{ key: 'start', type: 'trigger', config: { event_name: 'a' } }]
  const { id } = (await server.call('POST', '/automations', { body: { name: 'Sound', steps, connections: [] } })).body
  const forms = ['news', 'opened', 'condition', 'http request'].map(step => `${path}?${new URLSearchParams({ step })}`)
  return ['/automations', ...forms, `/automations/${id}/simulate`]
}

const LOOKS: [string, BrowserContextOptions][] = [
  ['in the light', { colorScheme: 'light' }],
  ['in the dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 360, height: 740 } }],
  ['at 200 %', { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
]

it.each(LOOKS)('%s, has no axe violations and no overflow, and is under 40 kB', async (_, look) => {
  const paths = (drafted ??= await aDraft())
  const other = await browser.newContext({ storageState: session, ...look })
  const shown = await other.newPage()
  for (const at of paths) {
    const answer = await shown.goto(server.url + at)
    expect([at, (await answer!.body()).length < 40_000]).toEqual([at, true])
    expect([at, await violations(shown)]).toEqual([at, []])
    const isCutOff = await shown.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')
    expect([at, isCutOff]).toEqual([at, false])
  }
  await other.close()
})
