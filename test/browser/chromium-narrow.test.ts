// Every page on a narrow screen in a real browser without JavaScript: no overflow, and touch targets of sufficient
// size. Also large graphs on any screen.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { everyPage, fillPages } from '../support/every-page.ts'
import { type TestServer, startServer } from '../support/server.ts'

const WIDTHS = [320, 390, 768, 1024, 1280, 1440]
const NARROW = { width: 360, height: 740 }

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
let paths: Record<string, string>
/** An address of each page, by route. */
let pages: Map<string, string>
/** Cookies of a logged-in browser. */
let session: Awaited<ReturnType<BrowserContext['storageState']>>

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ ALLOWED_PRIVATE_NETWORKS: '127.0.0.1' }), launchBrowser()])
  paths = await fillPages(server)
  pages = await everyPage(server, Object.values(paths))
  session = await logIn()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false, viewport: NARROW, storageState: session })
  page = await context.newPage()
})
afterEach(() => context.close())

async function logIn(): Promise<typeof session> {
  const before = await browser.newContext({ javaScriptEnabled: false })
  const form = await before.newPage()
  await form.goto(`${server.url}/mailbox`)
  await form.getByLabel('Email address').fill(server.admin.email)
  await form.getByLabel('Password').fill(server.admin.password)
  await form.getByRole('button', { name: 'Log in', exact: true }).click()
  await form.waitForURL(`${server.url}/mailbox`)
  const state = await before.storageState()
  await before.close()
  return state
}

/** Touch targets smaller than 44 pixels. Links within a sentence and drawings that a table repeats are exempt. */
const TOO_SMALL = `
  const seen = element => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().right > 0
  const inSentence = link => {
    const text = link.closest('p, dd, td, th, li, summary, .lead')?.textContent.replaceAll(/\\s+/g, ' ').trim() ?? ''
    return link.matches('a') && getComputedStyle(link).display === 'inline' && text !== link.textContent.trim()
  }
  const pressed = 'a[href], button, summary, select, textarea, input:not([type=hidden])'
  return [...document.querySelectorAll(pressed)]
    .filter(element => seen(element) && !element.closest('svg') && !inSentence(element))
    .map(element => element.matches('[type=radio], [type=checkbox]') ? element.closest('label') : element)
    .map(element => ({ element, box: element.getBoundingClientRect() }))
    .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
    .map(({ element, box }) => element.tagName + ' ' + element.textContent.trim().slice(0, 30) + ' ' + box.width + 'x' + box.height)
`
const tooSmall = (): Promise<string[]> => page.evaluate<string[]>(`(() => {${TOO_SMALL}})()`)

/** Widths of the page and of the window. */
const widths = (): Promise<[number, number]> =>
  page.evaluate<[number, number]>('[document.scrollingElement.scrollWidth, window.innerWidth]')

describe('page', () => {
  it.each([
    '/login',
    '/start',
    '/search',
    'search for all',
    '/mailbox',
    'mail',
    'text',
    'headers',
    'search',
    '/automations',
    'automation',
    'large automation',
    'graph that is edited',
    'automation that is tried',
    'runs',
    'run',
    'large run',
    '/emails',
    'email',
    'scheduled email',
    'person',
    '/broadcasts',
    'broadcast',
    'broadcast preview',
    'broadcast to be sent',
    'sent broadcast',
    'figures of a broadcast',
    'recipients',
    '/contacts',
    '/contacts/imports',
    'contact',
    'erasure',
    '/segments',
    'segment',
    'segment by rule',
    'rule of a segment',
    '/topics',
    'topic',
    '/contact-properties',
    '/delivery',
    '/domains',
    'domain',
    '/inboxes',
    'inbox',
    'inbox by forwarding',
    'labels of an inbox',
    'agent of an inbox',
    'thread',
    'forward',
    'drafts of an inbox',
    'draft',
    '/webhooks',
    'webhook',
    'webhook events',
    'webhook event',
    '/agents',
    '/api-keys',
    '/grants',
    '/usage',
    '/clients',
    '/team',
    '/team/names',
    '/account',
    'consent',
    '/device',
    'device',
    '/nowhere',
  ])('%s fits a narrow screen and has large enough touch targets', async name => {
    if (name === '/login') await context.clearCookies()
    await page.goto(server.url + (paths[name] ?? name))
    const asked = await page.getByRole('button', { name: 'Log in', exact: true }).count()
    expect(asked).toBe(name === '/login' ? 1 : 0)
    for (const summary of await page.locator('main details:not([open]) > summary').all()) {
      if (await summary.isVisible()) await summary.click()
    }
    expect(await widths()).toEqual([NARROW.width, NARROW.width])
    expect(await tooSmall()).toEqual([])
    // A page fragment has no header.
    if (name !== 'figures of a broadcast')
      expect((await page.locator('header').boundingBox())!.height).toBeLessThanOrEqual(64)
    // The narrowest supported width.
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await widths()).toEqual([320, 320])
  })
})

/**
 * The width of a page that is wider than the window, and the first element that overflows the content without
 * scrolling. Graphs are exempt.
 */
const TOO_WIDE = `(() => {
  const { scrollWidth, clientWidth } = document.scrollingElement
  const main = document.querySelector('main') ?? document.body
  const end = main.getBoundingClientRect().right - parseFloat(getComputedStyle(main).paddingRight)
  const isCut = element =>
    element !== main && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement))
  const parts = [...main.querySelectorAll('*')].filter(
    each => each.checkVisibility() && !each.closest('.graph-frame') && each.getBoundingClientRect().right > end + 1 && !isCut(each),
  )
  const page = scrollWidth > clientWidth ? [scrollWidth + ' px'] : []
  return [...page, ...parts.slice(0, 1).map(each => each.outerHTML.replaceAll(/\\s+/g, ' ').slice(0, 80))]
})()`

describe.each([true, false])('with JavaScript: %s', javaScriptEnabled => {
  it('every page fits the window at each width', async () => {
    const looking = await browser.newContext({ javaScriptEnabled, storageState: session })
    const at = await looking.newPage()
    const wider: string[] = []
    const look = async (name: string): Promise<void> => {
      for (const width of WIDTHS) {
        await at.setViewportSize({ width, height: 740 })
        const parts = await at.evaluate<string[]>(TOO_WIDE)
        wider.push(...parts.map(part => `${name} at ${width} px: ${part}`))
      }
    }
    for (const address of new Set([...pages.values(), ...Object.values(paths)])) {
      await at.goto(server.url + address)
      await look(address)
      await at.evaluate('for (const each of document.querySelectorAll("main details")) each.open = true')
      await look(`${address}, all parts open,`)
    }
    await looking.close()
    expect(wider).toEqual([])
  })
})

describe('menu', () => {
  it('opens above the page with a button and has large enough touch targets', async () => {
    await page.goto(`${server.url}/mailbox`)
    const link = page.getByRole('link', { name: 'Automations' })
    expect(await link.isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await link.isVisible()).toBe(true)
    await page.locator('.teams summary').click()
    expect(await tooSmall()).toEqual([])
    expect(await widths()).toEqual([NARROW.width, NARROW.width])
    await link.click()
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Automations')
    expect(await link.isVisible()).toBe(false)
  })

  it('is part of the header on wide screens', async () => {
    await page.goto(`${server.url}/mailbox`)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await page.getByRole('button', { name: 'Menu' }).isVisible()).toBe(false)
    expect(await page.getByRole('link', { name: 'Automations' }).isVisible()).toBe(true)
    expect((await page.locator('header').boundingBox())!.height).toBeLessThanOrEqual(64)
  })
})

interface Box {
  scrollWidth: number
  clientWidth: number
}

describe('large graph', () => {
  const box = () => page.getByRole('region', { name: 'Graph' })
  const room = async (): Promise<{ scroll: number; seen: number }> =>
    box().evaluate((element: Box) => ({ scroll: element.scrollWidth, seen: element.clientWidth }))

  it.each([1280, 360])('fits the window of %i px and can be enlarged', async width => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(server.url + paths['large automation'])
    const fitted = await room()
    expect(fitted.scroll).toBe(fitted.seen)
    await page.getByText('50 %').click()
    const half = await room()
    await page.getByText('100 %').click()
    const whole = await room()
    expect(half.scroll).toBeGreaterThan(half.seen)
    expect(whole.scroll).toBeGreaterThan(1.9 * half.scroll)
    // The page itself stays as wide as the window.
    expect(await widths()).toEqual([width, width])
    await page.getByText('Fit').click()
    expect((await room()).scroll).toBe(fitted.scroll)
  })

  it.each([1280, 360])('scrolls to the current step of a run in a window of %i px', async width => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(server.url + paths['large run'])
    const outer = (await box().boundingBox())!
    const step = (await page.locator('svg .waiting rect').boundingBox())!
    expect(step.width).toBeGreaterThan(200)
    expect(step.x).toBeGreaterThanOrEqual(outer.x)
    expect(step.x + step.width).toBeLessThanOrEqual(outer.x + outer.width)
    // The page itself stays scrolled to the top.
    expect(await page.evaluate<number>('window.scrollY')).toBe(0)
  })
})

describe('steps of a run', () => {
  it('are a table on a wide screen and cards on a narrow one', async () => {
    await page.goto(server.url + paths.run)
    const label = (): Promise<string> =>
      page.evaluate<string>("getComputedStyle(document.querySelector('.steps td'), '::before').content")
    expect(await label()).toBe('"Status"')
    expect(await page.locator('.steps thead').isVisible()).toBe(false)
    await page.setViewportSize({ width: 1280, height: 800 })
    expect(await label()).toBe('none')
    expect(await page.locator('.steps thead').isVisible()).toBe(true)
  })
})
