// The unsubscribe page in a real browser without JavaScript, opened from a link in an email: keyboard use, phones,
// languages and accessibility.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Unsubscriber } from '../../src/mail/content/unsubscribe-link/token.ts'
import { unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { sql } from '../support/beside.ts'
import { type TestServer, startServer } from '../support/server.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LONG = 'x'.repeat(40)

let server: TestServer
let browser: Browser
let own: ReturnType<typeof contactsOf>
let team_id: string
let news: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  own = contactsOf(server)
  news = await own.aTopic({ name: 'News', description: 'Once a month', visibility: 'public' })
  await own.aTopic({ name: `Offers ${LONG}`, visibility: 'public', default_subscription: 'opt_out' })
  ;[{ id: team_id }] = (await sql<{ id: string }>(server, 'select id from teams')) as [{ id: string }]
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const linkFor = (address: string, more: Partial<Unsubscriber> = {}): Promise<string> =>
  server.database.read(async tx => unsubscribeUrl(tx, { team_id, address, ...more }, new Date()))

async function open<T>(link: string, look: BrowserContextOptions, use: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...look })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  try {
    await page.goto(link)
    const result = await use(page)
    expect(complaints).toEqual([])
    // Visitors receive no cookies.
    expect(await context.cookies()).toEqual([])
    return result
  } finally {
    await context.close()
  }
}

describe('unsubscribe page', () => {
  it('unsubscribes from a topic and from everything, and resubscribes, with the keyboard', async () => {
    await own.aContact('keys@example.com')
    const link = await linkFor('keys@example.com')
    const unsubscribed = async () => (await own.contact('keys@example.com')).unsubscribed
    await open(link, {}, async page => {
      expect(await page.getByLabel('News').isChecked()).toBe(true)
      await page.getByLabel('News').focus()
      await page.keyboard.press('Space')
      await page.getByRole('button', { name: 'Save' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('status').waitFor()
      expect(await page.getByRole('status').textContent()).toContain('Your preferences have been saved')
      expect(await page.getByLabel('News').isChecked()).toBe(false)
      await page.getByRole('button', { name: 'Unsubscribe from all emails' }).press('Enter')
      await page.getByText('You have been unsubscribed').waitFor()
      expect(await unsubscribed()).toBe(true)
      await page.getByRole('button', { name: 'Resubscribe' }).press('Enter')
      await page.getByText('You have been resubscribed').waitFor()
      expect(await unsubscribed()).toBe(false)
      await page.getByLabel('Allow open and click tracking').uncheck()
      await page.getByLabel('News').check()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('status').waitFor()
      expect((await own.contact('keys@example.com')).tracking_allowed).toBe(false)
    })
    expect((await own.ask('GET', '/contacts/keys@example.com/topics')).body.data).toContainEqual(
      expect.objectContaining({ id: news, subscription: 'opt_in' }),
    )
  })

  it.each([
    ['en-GB', 'Unsubscribe from all emails'],
    ['de-DE', 'Von allen E-Mails abmelden'],
    ['fr-FR', 'Se désabonner de tous les e-mails'],
    ['es-ES', 'Cancelar todas las suscripciones'],
  ])('has no axe violations, fits a phone and is translated to %s, light and dark', async (locale, words) => {
    const address = `${locale.toLowerCase()}@example.com`
    await own.aContact(address)
    const pages = [await linkFor(address), await linkFor('nobody@example.com'), `${server.url}/unsubscribe?token=x`]
    await server.call('PATCH', `/contacts/${address}`, { body: { unsubscribed: false } })
    const out = `out-${address}`
    await own.aContact(out, { unsubscribed: true })
    const topic_id = await own.aTopic({ name: `About ${LONG}` })
    pages.push(await linkFor(address, { topic_id }), await linkFor(out), `${await linkFor(address)}&done=saved`)
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = {
        locale,
        colorScheme,
        viewport: { width: 360, height: 740 },
        javaScriptEnabled: true,
        bypassCSP: true,
      }
      for (const [index, link] of pages.entries()) {
        const context = await browser.newContext(look)
        const page = await context.newPage()
        await page.goto(link)
        if (process.env.SCREENSHOTS) {
          mkdirSync(process.env.SCREENSHOTS, { recursive: true })
          await page.screenshot({ path: `${process.env.SCREENSHOTS}/${locale}-${colorScheme}-${index}.png` })
        }
        await page.evaluate(AXE)
        const { violations } = await page.evaluate<{ violations: { id: string; nodes: { target: string[] }[] }[] }>(
          'axe.run({ resultTypes: ["violations"] })',
        )
        expect(
          violations.map(({ id, nodes }) => [id, nodes[0]?.target]),
          `${link} ${colorScheme}`,
        ).toEqual([])
        const width = await page.evaluate<number>('document.documentElement.scrollWidth')
        expect(width).toBeLessThanOrEqual(360)
        if (index === 0) expect(await page.getByRole('button', { name: words }).count()).toBe(1)
        const small = await page.evaluate<string[]>(
          `[...document.querySelectorAll('button, label')].filter(each => each.getBoundingClientRect().height < 24).map(each => each.textContent)`,
        )
        expect(small).toEqual([])
        await context.close()
      }
    }
  })
})
