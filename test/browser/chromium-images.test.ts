// Image uploads and the design of recipient pages in a real browser, with the keyboard and without scripts.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsubscribeUrl } from '../../src/mail/content/unsubscribe-link/actions.ts'
import { violations } from '../support/axe.ts'
import { sql } from '../support/beside.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { aPng, NO_IMAGES, PNG } from '../support/pictures.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let segment_id: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  segment_id = await contactsOf(server).aSegment()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

interface Look {
  javaScriptEnabled?: boolean
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}
const LOOKS: [string, Look][] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 844 } }],
  ['at 200 %', { viewport: { width: 640, height: 400 } }],
]

/** Logs in and opens the page. Its clock stops until a test advances it. */
async function openAt(path: string, look: Look = {}): Promise<Page> {
  const page = await (await browser.newContext(look)).newPage()
  await page.clock.install()
  await page.goto(server.url + path)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const aTemplate = async (html = ''): Promise<string> =>
  (await server.call('POST', '/templates', { body: { name: 'Receipt', subject: 'Thanks', html } })).body.id
const aBroadcast = async (html = ''): Promise<string> => {
  const body = { segment_id, name: 'News', from: 'a@acme.example', subject: 'S', html }
  return (await server.call('POST', '/broadcasts', { body })).body.id
}
const htmlOf = async (path: string): Promise<string> => (await server.call('GET', path)).body.html

/** The parts of an element that the tests use. */
interface Shown {
  naturalWidth: number
  decode(): Promise<void>
  ownerDocument: { defaultView: { getComputedStyle(element: Shown): { backgroundColor: string } } }
}
/** Waits until the image is loaded. */
const widthOf = (image: Locator): Promise<number> =>
  image.evaluate<number, Shown>(async element => {
    await element.decode()
    return element.naturalWidth
  })
const colorOf = (of: Locator): Promise<string> =>
  of.evaluate<string, Shown>(element => element.ownerDocument.defaultView.getComputedStyle(element).backgroundColor)

const choose = (page: Page, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Image', { exact: true }).setInputFiles({ name, mimeType: 'image/png', buffer })
const upload = (page: Page): Locator => page.getByRole('button', { name: 'Upload image' })
const open = (page: Page): Promise<void> => page.locator('summary', { hasText: /^Images$/ }).press('Enter')
const saved = (page: Page): Promise<void> =>
  page
    .locator('[data-saved]')
    .filter({ hasText: /^Saved \d/ })
    .waitFor()

describe.each([
  ['template', async () => `/templates/${await aTemplate()}`],
  ['broadcast', async () => `/broadcasts/${await aBroadcast()}`],
])('editor of a %s', (_, make) => {
  it('uploads an image, inserts it at the cursor with the keyboard and keeps the input', async () => {
    const path = await make()
    const page = await openAt(path)
    const field = page.getByLabel('Markdown')
    await field.fill('Before  after')
    for (let times = 0; times < 6; times++) await field.press('ArrowLeft')
    await open(page)
    await choose(page, 'a [cat].png', aPng())
    await upload(page).press('Enter')
    await page.getByText('Image uploaded.').waitFor()
    await page.getByRole('button', { name: 'Insert a [cat].png' }).first().press('Enter')
    const [, address] = /^Before !\[a  cat \]\((http[^)]+\/i\/[\w-]+\.png)\) after$/.exec(await field.inputValue())!
    await page.clock.runFor(2000)
    await saved(page)
    expect(await htmlOf(path)).toContain(`<img src="${address}" alt="a  cat ">`)
    expect(await widthOf(page.frameLocator('.light iframe').locator('img'))).toBe(1)
    await choose(page, 'page.png', NO_IMAGES['an SVG']!)
    await upload(page).press('Enter')
    await page.getByText('Unsupported file type').waitFor()
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })
})

describe.each([
  ['template', async () => `/templates/${await aTemplate('<p>Old</p>')}`],
  ['broadcast', async () => `/broadcasts/${await aBroadcast('<p>Old</p>')}`],
])('block editor of a %s', (_, make) => {
  it('inserts an image and saves automatically', async () => {
    const path = await make()
    const page = await openAt(`${path}/blocks`)
    const box = page.getByRole('textbox', { name: 'Content' })
    await box.locator('p').click()
    await page.keyboard.press('End')
    await page.keyboard.type(' and new ')
    await page.clock.runFor(2000)
    await saved(page)
    expect(await htmlOf(path)).toBe('<p>Old and new </p>')
    await open(page)
    await choose(page, 'cat.png', aPng())
    await upload(page).press('Enter')
    await page.getByText('Image uploaded.').waitFor()
    await page.getByRole('button', { name: 'Insert cat.png' }).first().press('Enter')
    await page.clock.runFor(2000)
    await expect.poll(() => htmlOf(path)).toMatch(/<p>Old and new <img src="http\S+\/i\/[\w-]+\.png" alt="cat"><\/p>/)
    expect(await violations(page)).toEqual([])
    // Another writer saves first.
    await server.call('PATCH', path, { body: { html: '<p>Theirs</p>' } })
    await box.locator('p').click()
    await page.keyboard.type('Mine')
    await page.clock.runFor(2000)
    await page.locator('[data-saved]', { hasText: /^Not saved: An API client changed this at/ }).waitFor()
    expect(await htmlOf(path)).toBe('<p>Theirs</p>')
    await page.context().close()
  })
})

it('uploads, shows and deletes an image without scripts', async () => {
  const page = await openAt('/images', { javaScriptEnabled: false })
  await choose(page, 'plain.png', aPng())
  await upload(page).press('Enter')
  expect(await page.getByRole('status').innerText()).toBe('Image uploaded.')
  await page.getByRole('list', { name: 'Images' }).getByRole('link', { name: 'plain.png' }).press('Enter')
  const address = await page.locator('.facts dd').first().innerText()
  expect(address).toContain(`${server.url}/i/`)
  await page.getByText('Delete image', { exact: true }).press('Enter')
  await page.getByRole('button', { name: /^Yes, delete image/ }).press('Enter')
  expect(await page.getByRole('status').innerText()).toBe('Image deleted.')
  expect((await fetch(address)).status).toBe(404)
  await page.context().close()
})

it('changes the design of recipient pages without scripts, in the preview and for recipients', async () => {
  const page = await openAt('/images', { javaScriptEnabled: false })
  await choose(page, 'mark.png', Buffer.concat([PNG, Buffer.from('mark')]))
  await upload(page).click()
  await page.goto(`${server.url}/recipient-pages`)
  await page.getByLabel('Logo').selectOption({ label: 'mark.png' })
  await page.getByLabel('Accent color').fill('#ffcc00')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  expect(await page.getByRole('alert').innerText()).toContain('its contrast is 1.38 to 1')
  await page.getByLabel('Accent color').fill('#b00020')
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' })
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  expect(await page.getByRole('status').innerText()).toContain('Branding updated')
  const preview = page.frameLocator('iframe.look')
  await preview.getByRole('button', { name: 'Von allen E-Mails abmelden' }).waitFor()
  await page.context().close()
  const [{ id: team_id }] = (await sql<{ id: string }>(server, 'select id from teams')) as [{ id: string }]
  const link = await server.database.read(async tx =>
    unsubscribeUrl(tx, { team_id, address: 'a@example.com' }, new Date()),
  )
  for (const [, look] of LOOKS) {
    const seen = await (await browser.newContext(look)).newPage()
    const complaints: string[] = []
    seen.on('console', message => complaints.push(message.text()))
    await seen.goto(link)
    const color = await colorOf(seen.getByRole('button').first())
    expect(color === 'rgb(176, 0, 32)').toBe(look.colorScheme !== 'dark')
    expect(await widthOf(seen.locator('.sender-mark img'))).toBe(1)
    expect(complaints).toEqual([])
    expect(await violations(seen)).toEqual([])
    await seen.context().close()
  }
})

describe('image pages and recipient page settings', () => {
  it.each(LOOKS)('have no axe violations and no overflow: %s', async (_, look) => {
    const page = await openAt('/images', look)
    for (const path of ['/images', '/recipient-pages', `/broadcasts/${await aBroadcast('<p>x</p>')}/blocks`]) {
      await page.goto(server.url + path)
      const summary = page.locator('summary', { hasText: /^Images$/ })
      if ((await summary.count()) > 0) await summary.press('Enter')
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    }
    await page.goto(`${server.url}/images`)
    await page.getByRole('list', { name: 'Images' }).getByRole('link').first().click()
    await page.getByRole('heading', { name: 'Used in' }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.context().close()
  })
})
