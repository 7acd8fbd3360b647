// Unsaved input in every form of the dashboard, in a real browser: it is saved, or the browser asks for confirmation,
// before any link or other form.
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { everyPage, fillPages, PAGE_ROUTES } from '../support/every-page.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
let pages: Map<string, string>
/** Number of confirmation questions of the browser. */
let questions = 0
let number = 0

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' }), launchBrowser()])
  pages = await everyPage(server, Object.values(await fillPages(server)))
  context = await browser.newContext()
  const login = await context.newPage()
  await login.goto(`${server.url}/mailbox`)
  await login.getByLabel('Email address').fill(server.admin.email)
  await login.getByLabel('Password').fill(server.admin.password)
  await login.getByRole('button', { name: 'Log in', exact: true }).click()
  await login.waitForURL(`${server.url}/mailbox`)
})
beforeEach(async () => {
  page = await context.newPage()
})
afterEach(() => page.close())
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const AREAS = ':is(textarea, [contenteditable=true]):visible:not([readonly])'
const LINES = 'input:is([type=text], [type=email], :not([type])):visible:not([readonly])'
/** The form of /device only repeats a code that the device shows, and its page has no scripts. */
const routes = PAGE_ROUTES.filter(route => route !== '/device')

/** Opens a page and expands its details. */
async function open(at: Page, address: string): Promise<void> {
  await at.goto(server.url + address)
  await at.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true')
}

/** Types new text into a field. Real key presses are required, because the browser only asks after user input. */
async function type(field: Locator): Promise<string> {
  const isEmail = (await field.getAttribute('type')) === 'email'
  const text = `t${++number}${isEmail ? '@example.com' : ''}`
  await field.fill('')
  await field.pressSequentially(text)
  return text
}

/**
 * Links that open in this window, and submit buttons of other valid forms. Image and passkey forms are exempt, because
 * a script submits them without leaving the page.
 */
const WAYS_OUT = `(field => {
  const own = field.closest('form')
  const leads = link =>
    !/^(#|mailto:)/.test(link.getAttribute('href')) && link.target !== '_blank' && !link.hasAttribute('download')
  const sends = ({ form }) => form && form !== own && !form.closest('[data-passkey], [data-images]') && form.method === 'post' && form.checkValidity()
  const ways = [...document.querySelectorAll('nav a[href], main a[href], main button:not([type=button])')]
    .filter(each => each.checkVisibility() && (each.matches('button') ? sends(each) : leads(each)))
  // the links of the menu are the same on each page
  const [first] = ways.filter(each => each.matches('nav a') && !each.closest('main'))
  return ways.filter(each => each.closest('main') || each === first)
})`

/** Values of all fields of the page. */
const TEXTS_SHOWN = `[...document.querySelectorAll('input, textarea, [contenteditable=true]')].map(each => each.value ?? each.textContent).join(' ')`

it.each(routes)('saves input at %s or asks for confirmation', async route => {
  const address = pages.get(route)!
  await open(page, address)
  const forms = page.locator('main form[method=post]').filter({ has: page.locator(`${AREAS}, ${LINES}`) })
  if ((await forms.count()) === 0) return
  const areas = forms.first().locator(AREAS)
  const field = ((await areas.count()) > 0 ? areas : forms.first().locator(LINES)).first()
  const isAutosaved = await field.evaluate<boolean, { closest: (selector: string) => unknown }>(
    element => element.closest('form[data-autosave]') !== null,
  )
  let text = ''
  /** Texts that the server has stored. */
  const saved = new Set<string>()
  /** Requests that leave the page without confirmation while the text is not stored. */
  const lost: string[] = []
  let left = 0
  const holds = (body: Buffer | null): boolean => body?.toString().includes(encodeURIComponent(text)) ?? false
  page.on('response', response => {
    if (response.ok() && holds(response.request().postDataBuffer())) saved.add(text)
  })
  page.on('dialog', dialog => {
    if (dialog.type() === 'beforeunload') questions++
    void dialog.dismiss()
  })
  // The page stays open if the response to a navigation has no content.
  await page.route('**/*', route_ => {
    const request = route_.request()
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route_.continue()
    if (!saved.has(text) && !holds(request.postDataBuffer())) lost.push(`${request.method()} ${request.url()}`)
    left++
    return route_.fulfill({ status: 204 })
  })
  await type(field)
  const count = await page.evaluate<number>(`(globalThis.waysOut = ${WAYS_OUT}(document.activeElement)).length`)
  expect(count).toBeGreaterThan(0)
  for (let at = 0; at < count; at++) {
    text = await type(field)
    const before = questions + left
    await page.evaluate(`waysOut[${at}].dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))`)
    await expect.poll(() => questions + left, { interval: 5 }).toBeGreaterThan(before)
  }
  expect(lost).toEqual([])
  if (!isAutosaved) return
  const again = await context.newPage()
  await open(again, address)
  expect(await again.evaluate<string>(TEXTS_SHOWN)).toContain(text)
  await again.close()
})

it.each(routes)('asks for confirmation before leaving each form at %s', async route => {
  await open(page, pages.get(route)!)
  const forms = page.locator('main form[method=post]:not([data-autosave])')
  for (const form of await forms.filter({ has: page.locator(LINES) }).all()) {
    await type(form.locator(LINES).first())
    const isFree = await page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")
    expect([isFree, await form.getAttribute('action')]).toEqual([false, expect.any(String)])
    await form.evaluate((element: { reset: () => void }) => element.reset())
    expect(await page.evaluate("dispatchEvent(new Event('beforeunload', { cancelable: true }))")).toBe(true)
  }
})

it('asks for confirmation before leaving a rejected form until it is sent', async () => {
  await open(page, '/domains')
  const name = page.getByLabel('Name', { exact: true })
  const asked: string[] = []
  page.on('dialog', dialog => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await name.fill('no domain')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByRole('alert').waitFor()
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Webhooks' }).click()
  expect([asked, await name.inputValue()]).toEqual([['beforeunload'], 'no domain'])
  await name.fill('refused.example.com')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.waitForURL(/\/domains\/[\w-]{36}/)
  expect(asked).toEqual(['beforeunload'])
})

it('does not ask for confirmation after a change is undone or for a search', async () => {
  await open(page, '/topics')
  const name = page.locator('main form[method=post]').locator(LINES).first()
  await name.pressSequentially('x')
  await name.press('Backspace')
  await page.locator('input[type=search]').first().pressSequentially('x')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.waitForURL(/\/webhooks$/)
})
