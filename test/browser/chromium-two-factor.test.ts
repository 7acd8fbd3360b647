// Two-factor authentication in a real browser without JavaScript: setup and login by keyboard, accessibility and page
// width.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { clock } from '../support/clock.ts'
import { aColleague, type Account } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'
import { type App, appWith } from '../support/totp.ts'

const STEP_MS = 30_000
const time = clock(new Date().toISOString())
let server: TestServer
let browser: Browser
let account: Account
let page: Page
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({}, { now: time.now }), launchBrowser()])
  account = await aColleague(server, { email: 'keys@example.net', role: 'owner' })
  page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Types into the field and submits its form with Enter. */
async function typed(on: Page, label: string, text: string): Promise<void> {
  await on.getByLabel(label, { exact: true }).focus()
  await on.keyboard.type(text)
  await on.keyboard.press('Enter')
}

async function firstStep(on: Page, path: string): Promise<void> {
  await on.goto(server.url + path)
  await on.getByLabel('Email address').fill(account.email)
  await typed(on, 'Password', account.password)
}

/** Confirms the pending key in the browser without scripts. */
async function confirmed(): Promise<App> {
  await firstStep(page, '/two-factor')
  await page.waitForURL(`${server.url}/two-factor`)
  await page.getByRole('img', { name: 'QR code of the key below' }).waitFor()
  const app = appWith(await page.content())
  await typed(page, 'Code', app.code(time.now()))
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  return app
}

/**
 * Returns axe violations of the current page, light, dark and narrow, overflow on a phone, and a size over 40,000
 * bytes.
 */
async function faults(on: Page, name: string): Promise<string[]> {
  await on.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
  const found = await violations(on)
  await on.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violations(on, ['color-contrast'])))
  await on.emulateMedia({ colorScheme: 'light' })
  // A window of 640 pixels at 200 % has a width of 320.
  for (const width of [390, 320]) {
    await on.setViewportSize({ width, height: 700 })
    const wide = await on.evaluate<number>('document.scrollingElement.scrollWidth')
    if (wide > width) found.push(`${wide} pixels wide at ${width}`)
  }
  found.push(...(await violations(on)))
  await on.setViewportSize({ width: 1280, height: 800 })
  const bytes = Buffer.byteLength(await on.content())
  if (bytes > 40_000) found.push(`${bytes} bytes`)
  return found.map(fault => `${name}: ${fault}`)
}

it('sets up two-factor authentication and requires its code, without accessibility violations', async () => {
  const looking = await (await browser.newContext()).newPage()
  const found: string[] = []
  await firstStep(looking, '/two-factor')
  await looking.waitForURL(`${server.url}/two-factor`)
  found.push(...(await faults(looking, 'before')))
  await typed(looking, 'Your password', account.password)
  await looking.getByRole('img', { name: 'QR code of the key below' }).waitFor()
  found.push(...(await faults(looking, 'its key')))
  const app = await confirmed()
  time.forward(STEP_MS)
  await firstStep(looking, '/team')
  await looking.getByLabel('Code').waitFor()
  found.push(...(await faults(looking, 'the code at the login')))
  await typed(looking, 'Code', app.code(time.now()))
  await looking.waitForURL(`${server.url}/team`)
  for (const path of ['/team', '/account', '/two-factor']) {
    await looking.goto(server.url + path)
    found.push(...(await faults(looking, path)))
  }
  expect(found).toEqual([])
})
