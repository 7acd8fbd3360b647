// A sending domain in a real browser without JavaScript, from adding to verification with a real name server. Also
// narrow screens and escaping of foreign names.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type Names, type NameServer, zoneServer } from '../support/dns.ts'
import { addRecords } from '../support/domains.ts'
import { type TestServer, startServer } from '../support/server.ts'

const zone: Record<string, Names> = {}
let names: NameServer
let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  names = await zoneServer(zone)
  const env = { MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_IN_PORT: '0' }
  ;[server, browser] = await Promise.all([startServer(env), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await names.close()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
})
afterEach(() => context.close())

async function logIn(path: string): Promise<void> {
  await page.goto(server.url + path)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

const lead = (): Promise<string> => page.locator('.lead').innerText()
const told = (): Promise<string> => page.getByRole('table').innerText()

interface Shown {
  type: string
  name: string
  value: string
  /** MX records only. */
  priority: number
}

/** Records in the table, as a user copies them. */
async function shownRecords(): Promise<Shown[]> {
  const rows = await page.locator('.records tbody tr').all()
  return Promise.all(
    rows.map(async row => {
      const cell = (label: string) => row.locator(`td[data-label="${label}"]`)
      const [, priority] = /Priority (\d+)/.exec(await cell('Value').innerText()) ?? []
      const [type, name, value] = await Promise.all([
        cell('Type').innerText(),
        cell('Name').locator('code').textContent(),
        cell('Value').locator('code').textContent(),
      ])
      return { type: type.trim(), name: name!, value: value!, priority: Number(priority) }
    }),
  )
}

/** Enters the shown records into the zone, with names relative to `zone_name`. */
async function enterShown(zone_name: string): Promise<void> {
  const shown = await shownRecords()
  for (const { type, name, value, priority } of shown) {
    addRecords(zone, [{ record: '', type: type as 'TXT', host: `${name}.${zone_name}`, value, priority }])
  }
}

/** Reloads until the page contains the text, because DNS is checked in the background. */
async function reloadedUntil(words: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.reload()
        return page.locator('main').innerText()
      },
      { timeout: 60_000, interval: 100 },
    )
    .toContain(words)
}

describe('domain pages', () => {
  it('add a domain, verify it and rotate its keys', async () => {
    await logIn('/mailbox')
    await page.getByRole('link', { name: 'Add the domain that you send from' }).click()
    await page.getByLabel('Name', { exact: true }).fill('news.shop.example')
    await page.getByRole('button', { name: 'Add domain' }).click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('news.shop.example')
    expect(await lead()).toContain('Not verified')
    // The SPF record is wrong at first.
    await enterShown('shop.example')
    const spf = zone['send.news.shop.example']!
    zone['send.news.shop.example'] = { ...spf, TXT: ['v=spf1 -all'] }
    await page.getByRole('button', { name: /^Verify domain/ }).click()
    expect(await page.getByRole('status').innerText()).toContain('DNS check started.')
    await reloadedUntil('The SPF record does not contain a:mail.sender.example')
    expect(await lead()).toContain('Verifying')
    zone['send.news.shop.example'] = spf
    await page.getByRole('button', { name: /^Verify domain/ }).click()
    await reloadedUntil('All required records were found.')
    expect(await lead()).toContain('Verified')
    expect(await told()).not.toContain('Not found')

    const keys = page.getByRole('region', { name: 'DKIM keys' })
    await keys.locator('summary').click()
    await keys.getByRole('button', { name: /^Yes, rotate keys/ }).click()
    expect(await keys.innerText()).toContain('emails are signed with the old keys until')
    for (const name of Object.keys(zone)) delete zone[name]
    await enterShown('shop.example')
    await page.getByRole('button', { name: /^Verify domain/ }).click()
    await reloadedUntil('emails are signed with the new keys')
    await page.getByRole('link', { name: 'Domains', exact: true }).first().click()
    expect(await page.getByRole('table', { name: 'Domains' }).innerText()).toContain('Verified')
  })

  it('select a value with one click and label all parts, even on a narrow screen', async () => {
    await logIn('/domains')
    await page.getByText('Add domain').first().click()
    await page.getByLabel('Name', { exact: true }).fill('copied.example')
    await page.keyboard.press('Enter')
    await page.setViewportSize({ width: 360, height: 740 })
    const value = page.locator('td[data-label="Value"] code').first()
    await value.click()
    expect(await page.evaluate<string>('String(getSelection())')).toBe(await value.textContent())
    expect(await page.getByRole('table', { name: 'DNS records of copied.example' }).count()).toBe(1)
    expect(await page.getByRole('rowheader').count()).toBe(5)
    expect(await page.getByRole('cell').count()).toBe(20)
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBe(360)
    // Every field has a label.
    for (const name of ['Send emails', 'Receive emails', 'TLS', 'Tracking subdomain']) {
      expect(await page.getByLabel(name).count(), name).toBe(1)
    }
  })

  it('remove a domain with the keyboard after a confirmation', async () => {
    await server.call('POST', '/domains', { body: { name: 'leaving.example' } })
    await logIn('/domains')
    await page.getByRole('link', { name: 'leaving.example' }).focus()
    await page.keyboard.press('Enter')
    await page.getByText('Remove domain', { exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('status').innerText()).toContain('Domain removed.')
    expect(await page.getByRole('link', { name: 'leaving.example' }).count()).toBe(0)
  })
})

describe('DNS records and user input', () => {
  it('are shown as text, even if they contain markup', async () => {
    // With scripts enabled, so that injected scripts would run.
    await context.close()
    context = await browser.newContext()
    page = await context.newPage()
    const alerts: string[] = []
    page.on('dialog', dialog => {
      // The browser asks for confirmation before the rejected form is left.
      if (dialog.type() !== 'beforeunload') alerts.push(dialog.message())
      void dialog.accept()
    })
    const evil = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
    await logIn('/domains')
    await page.getByText('Add domain').first().click()
    await page.getByLabel('Name', { exact: true }).fill(evil)
    await page.getByRole('button', { name: 'Add domain' }).click()
    expect(await page.getByRole('alert').innerText()).toContain('it must be a domain name')
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(evil)
    const { body } = await server.call('POST', '/domains', { body: { name: 'evil.example' } })
    zone['send.evil.example'] = { TXT: [`v=spf1 ${evil} -all`], MX: ['5 <b>.example'] }
    await page.goto(`${server.url}/domains/${body.id}`)
    await page.getByRole('button', { name: /^Verify domain/ }).click()
    await reloadedUntil('The SPF record does not contain')
    expect(await told()).toContain(evil)
    expect(await page.locator('main img, main script, .records b').count()).toBe(0)
    expect(alerts).toEqual([])
  })
})
