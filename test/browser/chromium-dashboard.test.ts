// Tasks of team members in a real browser without JavaScript, partly with the keyboard only.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { aConsentRequest } from '../support/pages.ts'
import { aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  await aTeamOf(server, server.admin.email, 'Field office Rotterdam and its surroundings')
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
})
afterEach(() => context.close())

async function logIn(path: string, { email, password } = server.admin): Promise<void> {
  await page.goto(server.url + path)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const heading = (): Promise<string | null> => page.getByRole('heading', { level: 1 }).textContent()
const press = (name: string | RegExp): Promise<void> => page.getByRole('button', { name }).click()

describe('consent', () => {
  it('selects team and scope with the keyboard', async () => {
    await logIn(await aConsentRequest(server, { redirect_uri: 'com.example.app://client/callback' }))
    await page.getByRole('radio', { name: /^Full access/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: /^Send emails/ }).isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('ArrowDown')
    expect(await page.getByRole('radio', { name: /^Field office/ }).isChecked()).toBe(true)
    // Skips the link to the grants and the Deny button.
    for (let count = 0; count < 3; count++) await page.keyboard.press('Tab')
    const opened = page.waitForEvent('request', request => request.url().startsWith('com.example.app:'))
    await page.keyboard.press('Enter')
    expect((await opened).url()).toMatch(/^com\.example\.app:\/\/client\/callback\?code=[\w-]{43}&iss=/)
  })
})

describe('an invitation', () => {
  it('leads from the invitation link to the mailbox of the team', async () => {
    await logIn('/team')
    await page.locator('summary', { hasText: 'Invite member' }).click()
    await page.getByLabel('Email address').fill('grace@example.net')
    await page.getByRole('radio', { name: /^Administrator/ }).check()
    await press('Invite member')
    const link = (await page.locator('.done code').textContent())!
    await page.reload()
    expect(await page.locator('.done').count()).toBe(0)
    await press('Log out')

    await page.goto(link)
    expect(page.url()).toBe(`${server.url}/invitation`)
    expect(await heading()).toBe('Join My team')
    await page.getByLabel('Your name').fill('Grace Hopper')
    await page.getByLabel('Password').fill('a long enough password')
    await press('Join')
    expect(await heading()).toBe('Captured emails')
    await page.goto(`${server.url}/team`)
    expect(await page.getByRole('rowheader', { name: 'Grace Hopper (you)' }).count()).toBe(1)
  })
})

describe('team page', () => {
  it('switches the team in the page header and removes a member after a confirmation', async () => {
    await aColleague(server, { email: 'leaver@example.net' })
    await logIn('/team')
    await page.locator('.teams summary').focus()
    await page.keyboard.press('Enter')
    await press(/^Field office/)
    expect(await heading()).toMatch(/^Field office/)
    await page.locator('.teams summary').click()
    await press('My team')
    expect(await heading()).toBe('My team')
    const row = page.getByRole('row').filter({ hasText: 'leaver@example.net' }).first()
    await row.getByRole('link', { name: /^Remove/ }).click()
    await press('Remove member')
    expect(await page.getByRole('status').textContent()).toContain('Member removed')
    expect(await page.getByText('leaver@example.net').count()).toBe(0)
  })
})

describe('client page', () => {
  it('registers a client and no longer shows its secret after leaving the page', async () => {
    await logIn('/clients')
    await page.locator('summary', { hasText: 'Register client' }).click()
    await page.getByLabel('Public name').fill('Back office')
    await page.getByLabel('Redirect URIs').fill('https://office.example/callback')
    await page.getByLabel('Authentication').selectOption('client_secret_post')
    await press('Register client')
    expect(await page.locator('.done').textContent()).toMatch(/client_secret\s+[\w-]{43}/)
    await page.waitForLoadState()
    await page.goto(`${server.url}/mailbox`)
    await page.goBack()
    expect(await page.locator('.done').count()).toBe(0)
    expect(await page.getByRole('rowheader', { name: 'Back office' }).count()).toBe(1)
  })
})

describe('password change', () => {
  it('keeps the session of this browser', async () => {
    const account = await aColleague(server, { email: 'changes@example.net' })
    await logIn('/account', account)
    await page.getByLabel('Current password').fill(account.password)
    await page.getByLabel('New password', { exact: true }).fill('something else entirely')
    await page.getByLabel('Confirm new password').fill('something else entirely')
    await press('Change password')
    expect(await page.getByRole('status').textContent()).toContain('Password changed.')
  })
})
