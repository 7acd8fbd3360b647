// Passkeys in a real browser with its virtual authenticator: adding one, logging in with it, error messages and pages
// without scripts. Also accessibility and page width.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Account, aColleague } from '../support/people.ts'
import { type TestProvider, aProvider } from '../support/provider.ts'
import { type TestServer, startServer } from '../support/server.ts'

let provider: TestProvider
let server: TestServer
let browser: Browser
let account: Account
let page: Page
let device: CDPSession
let authenticatorId: string
let count = 0
beforeAll(async () => {
  // Enables the sections for provider login.
  provider = await aProvider(() => new Date())
  ;[server, browser] = await Promise.all([startServer(provider.settings), launchBrowser()])
})
beforeEach(async () => {
  account = await aColleague(server, { email: `device${++count}@example.net` })
  page = await (await browser.newContext()).newPage()
  device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { hasResidentKey: true, hasUserVerification: true, isUserVerified: true }
  const added = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', ...options },
  })
  ;({ authenticatorId } = added)
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await provider.stop()
})

async function logIn(on: Page, path: string): Promise<void> {
  await on.goto(`${server.url}${path}`)
  await on.getByLabel('Email address').fill(account.email)
  await typed(on, 'Password', account.password)
}

/** Types into the field and submits its form with Enter. */
async function typed(on: Page, label: string, text: string): Promise<void> {
  await on.getByLabel(label, { exact: true }).focus()
  await on.keyboard.type(text)
  await on.keyboard.press('Enter')
}

async function press(on: Page, name: string): Promise<void> {
  await on.getByRole('button', { name }).focus()
  await on.keyboard.press('Enter')
}

/**
 * Returns axe violations, light and dark, and overflow at 390 and 320 pixels. A window of 640 pixels at 200 % has a
 * width of 320.
 */
async function faults(on: Page, name: string): Promise<string[]> {
  await on.evaluate(`document.querySelectorAll('details').forEach(each => (each.open = true))`)
  const found = await violations(on)
  await on.emulateMedia({ colorScheme: 'dark' })
  found.push(...(await violations(on, ['color-contrast'])))
  await on.emulateMedia({ colorScheme: 'light' })
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

async function added(): Promise<void> {
  await logIn(page, '/account')
  await page.waitForURL(`${server.url}/account`)
  await typed(page, 'Your password', account.password)
  await page.getByLabel('Name').waitFor()
}

it('adds a passkey and logs in with it, alone and after the password, without accessibility violations', async () => {
  const found: string[] = []
  const errors: string[] = []
  page.on('console', line => line.type() === 'error' && errors.push(line.text()))
  await page.goto(`${server.url}/login`)
  found.push(...(await faults(page, 'login')))
  await added()
  found.push(...(await faults(page, 'adding')))
  await typed(page, 'Name', ' at work')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  expect(await page.locator('#passkeys h3').textContent()).toContain('at work')
  found.push(...(await faults(page, 'added')))
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId })
  expect(credentials).toMatchObject([{ isResidentCredential: true, rpId: 'localhost' }])

  await page.context().clearCookies()
  await page.goto(`${server.url}/login?next=/team`)
  await press(page, 'Use a passkey')
  await page.waitForURL(`${server.url}/team`)

  await page.context().clearCookies()
  await logIn(page, '/login?next=/team')
  await page.getByLabel('Code').waitFor()
  found.push(...(await faults(page, 'second step')))
  await press(page, 'Use a passkey')
  await page.waitForURL(`${server.url}/team`)
  await page.goto(`${server.url}/account`)
  expect(await page.locator('#passkeys li').first().textContent()).toContain('last used')
  expect([found, errors]).toEqual([[], []])
})

it('shows errors of the device next to the form', async () => {
  await added()
  await press(page, 'Create passkey')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  await page.reload()
  await typed(page, 'Your password', account.password)
  await press(page, 'Create passkey')
  await page.getByText('This device already has a passkey for your account.').waitFor()
  await page.context().clearCookies()
  await page.goto(`${server.url}/login`)
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await press(page, 'Use a passkey')
  await page.getByText('No passkey was selected.').waitFor()
  expect(await violations(page)).toEqual([])
})

it('shows the requirements of passkeys without scripts and accepts the password', async () => {
  const plain = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  await logIn(plain, '/login?next=/account')
  await plain.waitForURL(`${server.url}/account`)
  await typed(plain, 'Your password', account.password)
  await plain.getByText('Passkeys need a browser that supports them, with JavaScript enabled.').waitFor()
  expect(await plain.getByRole('button', { name: 'Create passkey' }).isVisible()).toBe(false)
})
