// Template and broadcast editors in a real browser: live preview, autosave and variables, also without scripts, by
// keyboard and on a phone.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { inboxesOf } from '../support/inboxes.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let segment_id: string
let own: Awaited<ReturnType<typeof inboxesOf>>
let inbox: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  segment_id = await contactsOf(server).aSegment()
  own = await inboxesOf(server, 'inboxes.example')
  inbox = await own.anInbox('help', { name: 'help' })
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** The parts of an element that the tests use. */
interface Styled {
  ownerDocument: { defaultView: { getComputedStyle(element: Styled): { color: string } } }
}

interface Look {
  javaScriptEnabled?: boolean
  viewport?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
}

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

const aTemplate = async (fields: object = {}): Promise<string> => {
  const body = { name: 'Receipt', from: 'a@example.com', subject: 'Thanks', html: '', ...fields }
  return (await server.call('POST', '/templates', { body })).body.id
}
const aBroadcast = async (html: string): Promise<string> => {
  const body = { segment_id, name: 'News', from: 'a@acme.example', subject: 'S', html }
  return (await server.call('POST', '/broadcasts', { body })).body.id
}
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
const get = async (path: string): Promise<any> => (await server.call('GET', path)).body

const saved = (page: Page): Locator => page.locator('[data-saved]')
/** Advances the clock past the autosave delay. */
const waitAWhile = (page: Page): Promise<void> => page.clock.runFor(2000)

/** Stays on the page when the browser asks for confirmation. Returns the questions. */
function questionsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('dialog', async dialog => {
    asked.push(dialog.type())
    await dialog.dismiss()
  })
  return asked
}

describe.each([
  ['template', async () => `/templates/${await aTemplate()}`],
  ['broadcast', async () => `/broadcasts/${await aBroadcast('')}`],
])('%s editor', (_, make) => {
  it('saves automatically and updates its preview', async () => {
    const path = await make()
    const page = await openAt(path)
    await page.getByLabel('Markdown').fill('# Hello {{{contact.first_name|you}}}')
    await waitAWhile(page)
    await saved(page)
      .filter({ hasText: /^Saved \d/ })
      .waitFor()
    expect((await get(path)).html).toBe('<h1>Hello {{{contact.first_name|you}}}</h1>')
    await page.frameLocator('.light iframe').locator('h1', { hasText: 'Hello Ada' }).waitFor()
    await page.getByLabel('Markdown').fill('Second')
    await waitAWhile(page)
    await page.frameLocator('.light iframe').locator('p', { hasText: 'Second' }).waitFor()
    await page.getByRole('radio', { name: 'Plain text' }).check()
    await page.locator('.as-text', { hasText: 'Second' }).waitFor()
    // Saving by hand works after an autosave.
    await page.getByRole('button', { name: /^Save:/ }).click()
    expect(await page.getByRole('status').innerText()).toMatch(/(Broadcast|Template) updated/)
    await page.context().close()
  })

  it('saves input typed just before the page is left', async () => {
    const path = await make()
    const page = await openAt(path)
    // The clock is stopped, so autosave does not run.
    await page.getByLabel('Markdown').fill('Left by a link')
    await page
      .getByRole('link', { name: /^(?:Templates|Broadcasts)$/ })
      .first()
      .click()
    await page.waitForURL(/\/(?:templates|broadcasts)$/)
    expect((await get(path)).html).toBe('<p>Left by a link</p>')
    await page.goto(server.url + path)
    await page.getByLabel('Markdown').fill('Left by the address bar')
    await page.goto(`${server.url}/usage`)
    await expect.poll(async () => (await get(path)).html).toBe('<p>Left by the address bar</p>')
    await page.context().close()
  })

  it('asks before leaving text that is too large to send while the page closes', async () => {
    const path = await make()
    const page = await openAt(path)
    const asked = questionsOf(page)
    await page.getByLabel('Markdown').fill('x'.repeat(70_000))
    await page.evaluate('location.reload()')
    await expect.poll(() => asked).toEqual(['beforeunload'])
    expect(await page.getByLabel('Markdown').inputValue()).toHaveLength(70_000)
    await page.context().close()
  })

  it('waits for a running autosave before saving by hand', async () => {
    const path = await make()
    const page = await openAt(path)
    let answer = (): void => {}
    const isHeld = new Promise<void>(resolve => (answer = resolve))
    await page.route('**/autosave', async route => {
      const response = await route.fetch()
      await isHeld
      await route.fulfill({ response })
    })
    await page.getByLabel('Markdown').fill('First')
    const first = page.waitForRequest('**/autosave')
    await waitAWhile(page)
    await first
    await page.getByLabel('Markdown').fill('Second')
    await page.getByRole('button', { name: /^Save:/ }).click()
    answer()
    await page.waitForURL(/done=changed/)
    expect((await get(path)).html).toBe('<p>Second</p>')
    await page.context().close()
  })

  it('does not overwrite a change of another writer', async () => {
    const path = await make()
    const page = await openAt(path)
    await server.call('PATCH', path, { body: { html: '<p>Theirs</p>' } })
    await page.getByLabel('Markdown').fill('Mine')
    await waitAWhile(page)
    await saved(page)
      .filter({ hasText: /^Not saved: An API client changed this at/ })
      .waitFor()
    expect((await get(path)).html).toBe('<p>Theirs</p>')
    const asked = questionsOf(page)
    await page
      .getByRole('link', { name: /^(?:Templates|Broadcasts)$/ })
      .first()
      .click()
    expect([asked, await page.getByLabel('Markdown').inputValue()]).toEqual([['beforeunload'], 'Mine'])
    await page.getByRole('button', { name: /^Save:/ }).click()
    expect(await page.getByRole('alert').innerText()).toContain('An API client changed this at')
    await page.getByRole('button', { name: /^Save:/ }).click()
    expect((await get(path)).html).toBe('<p>Mine</p>')
    await page.context().close()
  })

  it('inserts variables at the cursor with the keyboard', async () => {
    const path = await make()
    const page = await openAt(path)
    const field = page.getByLabel('Markdown')
    await field.fill('Dear ,')
    await field.press('ArrowLeft')
    await page.getByText('Placeholders', { exact: true }).press('Enter')
    await page.getByRole('button', { name: 'Insert {{{contact.first_name|there}}}' }).press('Enter')
    expect(await field.inputValue()).toBe('Dear {{{contact.first_name|there}}},')
    expect(await page.locator('[name="markdown"]:focus').count()).toBe(1)
    await page.context().close()
  })

  it('works without scripts', async () => {
    const path = await make()
    const page = await openAt(path, { javaScriptEnabled: false })
    await page.getByLabel('Markdown').fill('**Bold**')
    await page.getByLabel('Subject', { exact: true }).press('Enter')
    await page.waitForURL(/done=changed/)
    expect((await get(path)).html).toBe('<p><strong>Bold</strong></p>')
    const frame = page.frameLocator('.light iframe')
    expect(await frame.locator('strong').innerText()).toBe('Bold')
    const width = async (): Promise<number> => (await page.locator('.light iframe').boundingBox())!.width
    expect(await width()).toBeGreaterThan(400)
    await page.getByLabel('Phone').check()
    expect(await width()).toBe(390)
    await page.getByLabel('Dark').check()
    expect(await page.locator('.light iframe').isVisible()).toBe(false)
    const color = await page
      .frameLocator('.dark iframe')
      .locator('strong')
      .evaluate<string, Styled>(element => element.ownerDocument.defaultView.getComputedStyle(element).color)
    expect(color).toBe('rgb(255, 255, 255)')
    await page.getByRole('button', { name: /^Edit as HTML/ }).click()
    expect(await page.getByLabel('HTML', { exact: true }).inputValue()).toBe('<p><strong>Bold</strong></p>')
    await page.context().close()
  })

  it.each<[string, Look]>([
    ['light', { colorScheme: 'light' }],
    ['dark', { colorScheme: 'dark' }],
    ['on a phone', { viewport: { width: 390, height: 844 } }],
    ['at 200 %', { viewport: { width: 640, height: 400 } }],
  ])('has no axe violations and no overflow: %s', async (_name, look) => {
    const page = await openAt(await make(), look)
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
    await page.context().close()
  })
})

describe('reply editor', () => {
  const aReply = async (): Promise<{ page: Page; path: string }> => {
    await own.receive({ subject: 'A question', text: 'Well?', from: 'mira@example.net' })
    const [thread] = await own.threads(inbox)
    const page = await openAt(`/inboxes/${inbox}/threads/${thread!.id}`)
    await page.getByRole('button', { name: 'Reply: A question' }).click()
    await page.waitForURL(/\/drafts\//)
    return { page, path: new URL(page.url()).pathname }
  }

  it('saves automatically, even when the page is left', async () => {
    const { page, path } = await aReply()
    await page.getByLabel('Text').fill('Typed')
    await waitAWhile(page)
    await saved(page)
      .filter({ hasText: /^Saved \d/ })
      .waitFor()
    expect((await own.ask('GET', path)).body.text).toBe('Typed')
    await page.getByLabel('Text').fill('Typed later')
    await page.goBack()
    await expect.poll(async () => (await own.ask('GET', path)).body.text).toBe('Typed later')
    await page.goto(server.url + path)
    await page.getByLabel('Text').fill('Sent')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL(/done=sent/)
    expect(await page.locator('pre.text').innerText()).toBe('Sent')
    await page.context().close()
  })

  it('asks for confirmation before leaving a file that is stored only when the draft is saved', async () => {
    const { page } = await aReply()
    const asked = questionsOf(page)
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('Hi') }
    await page.getByLabel('Attachment').setInputFiles(file)
    await waitAWhile(page)
    await saved(page)
      .filter({ hasText: /^Saved \d/ })
      .waitFor()
    await page.getByRole('link', { name: 'help' }).click()
    expect(asked).toEqual(['beforeunload'])
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.waitForURL(/done=saved/)
    await page.getByLabel('Remove note.txt').check()
    await page.getByRole('link', { name: 'help' }).click()
    await expect.poll(() => asked).toEqual(['beforeunload', 'beforeunload'])
    await page.context().close()
  })

  it('does not overwrite a change of a colleague', async () => {
    const { page, path } = await aReply()
    await own.ask('PATCH', path, { text: 'Theirs' })
    await page.getByLabel('Text').fill('Mine')
    await waitAWhile(page)
    await saved(page)
      .filter({ hasText: /^Not saved: An API client changed this draft/ })
      .waitFor()
    expect((await own.ask('GET', path)).body.text).toBe('Theirs')
    await page.context().close()
  })
})

it('template list and version pages have no axe violations', async () => {
  const id = await aTemplate({ html: '<p>x</p>' })
  await server.call('POST', `/templates/${id}/publish`)
  const page = await openAt('/templates', { viewport: { width: 390, height: 844 } })
  expect(await violations(page)).toEqual([])
  await page.goto(`${server.url}/templates/${id}/versions`)
  expect(await violations(page)).toEqual([])
  await page.getByRole('table', { name: 'Published versions' }).getByRole('link').click()
  await page.getByText('The draft is identical.').waitFor()
  expect(await violations(page)).toEqual([])
  await page.context().close()
})
