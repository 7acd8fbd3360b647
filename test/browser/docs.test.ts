// The documentation at /docs in a real browser: without scripts, light and dark, and with accessibility checks.
import { readFileSync, readdirSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { GUIDE_GROUPS } from '../../src/interfaces/docs/guides.ts'
import { searchDocs } from '../../src/interfaces/docs/search.ts'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type TestServer, startServer } from '../support/server.ts'

const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
const MOST_BYTES = 700_000
const GUIDE_PATHS = Object.values(GUIDE_GROUPS).flatMap(names => names.map(name => `/docs/guides/${name}`))

let server: TestServer
let browser: Browser
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

interface Look {
  colorScheme?: 'light' | 'dark'
  width?: number
  javaScriptEnabled?: boolean
}

async function open<T>(path: string, look: Look, use: (page: Page) => Promise<T>): Promise<T> {
  const { width = 1280, ...others } = look
  const context = await browser.newContext({ viewport: { width, height: 800 }, ...others })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => complaints.push(message.text()))
  page.on('pageerror', error => complaints.push(error.message))
  try {
    await page.goto(server.url + path)
    const result = await use(page)
    expect(complaints).toEqual([])
    return result
  } finally {
    await context.close()
  }
}

const WHOLE = process.env.SAMPLES === 'all'

/**
 * Keeps the first operations of each tag and the first objects, because axe takes 20 s for the whole page. `npm run
 * faults` checks the whole page.
 */
const FIRST_OF_EACH = `for (const heading of document.querySelectorAll('main h2')) {
  let left = heading.id === 'objects' ? 60 : 2
  for (let next = heading.nextElementSibling; next && next.localName !== 'h2';) {
    const section = next
    next = next.nextElementSibling
    if (section.matches('section') && left-- <= 0) section.remove()
  }
}`

async function violationsInContract(page: Page, rules?: string[]): Promise<string[]> {
  const sections = (): Promise<number> => page.locator('main section').count()
  const before = await sections()
  if (!WHOLE) await page.evaluate(FIRST_OF_EACH)
  expect(await sections()).toBeGreaterThan(before / 10)
  return violations(page, rules)
}

/** Paths of all guides, in the order of the overview. */
async function guidePaths(): Promise<string[]> {
  const { body } = await server.call('GET', '/docs/guides', { key: null })
  return [...body.matchAll(/href="(\/docs\/guides\/[^"]+)"/g)].map(([, path]) => path)
}

describe('API reference page', () => {
  /** One light page for all read-only tests, because rendering it takes longer than most of them. */
  let page: Page
  const complaints: string[] = []
  beforeAll(async () => {
    page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
    page.on('console', message => complaints.push(message.text()))
    page.on('pageerror', error => complaints.push(error.message))
    await page.goto(`${server.url}/docs`)
  })
  afterAll(async () => {
    await page.context().close()
    expect(complaints).toEqual([])
  })

  it('has no axe violations', async () => {
    expect(await open('/docs', {}, page => violationsInContract(page))).toEqual([])
  })

  it('is dark in a dark color scheme, with enough contrast', async () => {
    const ground = (of: Page): Promise<string> => of.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    expect(await ground(page)).toBe('rgb(247, 245, 239)')
    await open('/docs', { colorScheme: 'dark' }, async dark => {
      expect(await ground(dark)).toBe('rgb(20, 23, 22)')
      expect(await violationsInContract(dark, ['color-contrast'])).toEqual([])
    })
  })

  it('shows all operations without scripts, in the order of the contract with emails first', async () => {
    await open('/docs', { javaScriptEnabled: false }, async page => {
      const headings = await page.locator('main h2').allTextContents()
      expect(headings).toEqual([
        ...document.tags.map(({ name }: { name: string }) => name),
        'Webhook events',
        'Errors',
        'Objects',
      ])
      expect(headings[0]).toBe('Emails')
      expect(await page.locator('main section.operation h3').first().innerText()).toBe('Send an email')
      const shown = await page.locator('main section.operation .line').allTextContents()
      const all = Object.entries<object>(document.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
      )
      expect(shown.toSorted()).toEqual(all.toSorted())
      const samples = await page.locator('main section.operation .samples').allTextContents()
      const signs = [/curl -sS|echo/, /await|console/, /import os/, /package main/, /use std::env/]
      expect(samples.filter(text => signs.some(sign => !sign.test(text)))).toEqual([])
      expect(samples).toHaveLength(all.length)
      const send = page.locator('#sendEmail .samples')
      expect(await send.locator('summary').allInnerTexts()).toEqual(['cURL', 'Node.js', 'Python', 'Go', 'Rust'])
      await send.getByText('Python', { exact: true }).click()
      expect(await send.locator('details[open] summary').allInnerTexts()).toEqual(['Python'])
      const text = await page.locator('main').innerText()
      expect(text).toContain('Each request has the header')
      await expect(page.getByRole('link', { name: '/openapi.json', exact: true }).getAttribute('href')).resolves.toBe(
        '/openapi.json',
      )
    })
  })

  it('is rendered in pieces that yield to other requests', async () => {
    const { referencePage } = await import('../../src/interfaces/docs/reference.ts')
    let turns = 0
    let is_over = false
    const turn = (): void => {
      turns++
      if (!is_over) setImmediate(turn)
    }
    turn()
    await referencePage()
    is_over = true
    expect(turns).toBeGreaterThan(Object.keys(document.paths).length)
  })

  it('lists the operations of each tag under unique names', async () => {
    const groups = await page.locator('nav.contents > ul > li > ul').all()
    const lists = await Promise.all(groups.map(group => group.locator('a').allInnerTexts()))
    expect(lists).toHaveLength(document.tags.length)
    for (const names of lists) expect(new Set(names).size).toBe(names.length)
  })

  it('links to the dashboard', async () => {
    await open('/docs', {}, async page => {
      await page.getByRole('link', { name: 'Dashboard' }).click()
      expect(new URL(page.url()).pathname).toBe('/login')
    })
  })

  it('has no broken internal links and no duplicate ids', async () => {
    const lost = await page.evaluate<string[]>(
      `[...document.querySelectorAll('a[href^="#"]')].map(a => a.hash.slice(1)).filter(id => !document.getElementById(id))`,
    )
    expect(lost).toEqual([])
    const ids = await page.evaluate<string[]>(`[...document.querySelectorAll('[id]')].map(each => each.id)`)
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('loads only from this server, with less than 700,000 bytes', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    const sizes: Promise<number>[] = []
    const urls: string[] = []
    page.on('requestfinished', request => {
      urls.push(request.url())
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
    })
    await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' })
    await context.close()
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(urls.every(url => url.startsWith(`${server.url}/`))).toBe(true)
    expect(total).toBeGreaterThan(10_000)
    expect(total).toBeLessThan(MOST_BYTES)
  })

  it.each([1280, 360])('fits a window of %i px', async width => {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate<number>('document.scrollingElement.scrollWidth')).toBe(width)
  })
})

describe('guides', () => {
  it('are listed by group, with each file of docs/ in one group', async () => {
    await open('/docs/guides', { javaScriptEnabled: false }, async page => {
      expect(await page.locator('main h2').allInnerTexts()).toEqual([
        'Get started',
        'Send',
        'Audience',
        'Automations',
        'Receive',
        'OAuth and agents',
        'Operate',
        'Reference',
      ])
    })
    const paths = await guidePaths()
    expect(paths).toEqual(GUIDE_PATHS)
    expect(paths[0]).toBe('/docs/guides/quick-start')
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter(file => file.endsWith('.md') && !file.startsWith('decisions') && file !== 'design.md')
      .map(file => `/docs/guides/${file.slice(0, -'.md'.length)}`)
    expect(paths.toSorted()).toEqual(files.toSorted())
    expect(new Set(paths).size).toBe(paths.length)
  })

  it('show their drawings', async () => {
    await open('/docs/guides/automations', { colorScheme: 'dark' }, async page => {
      const drawn = await page.evaluate<number[]>('[...document.images].map(image => image.naturalWidth)')
      expect(drawn.filter(width => width > 200)).toHaveLength(3)
    })
  })

  /** Targets of links and images, by guide. */
  const targets = new Map<string, string[]>()

  it.each(['/docs/guides', ...GUIDE_PATHS])('%s has no axe violations', async path => {
    const found = await open(path, {}, async page => {
      const ways = `[...document.querySelectorAll('main a[href], main img')].map(each => each.href || each.src)`
      targets.set(path, await page.evaluate<string[]>(ways))
      return violations(page)
    })
    expect(found).toEqual([])
  })

  it('have no broken links', async () => {
    const texts = new Map<string, string>()
    const at = async (target: string): Promise<string> => {
      const [address = ''] = target.split('#')
      const known = texts.get(address)
      if (known !== undefined) return known
      const reply = await fetch(address)
      expect([address, reply.status]).toEqual([address, 200])
      const text = await reply.text()
      texts.set(address, text)
      return text
    }
    expect(targets.size).toBe(GUIDE_PATHS.length + 1)
    for (const [path, ways] of targets) {
      for (const target of ways.filter(each => each.startsWith(server.url))) {
        const text = await at(target)
        const id = decodeURIComponent(new URL(target).hash.slice(1))
        if (id !== '') expect([path, target, text.includes(`id="${id}"`)]).toEqual([path, target, true])
      }
    }
  })
})

describe('search of the documentation', () => {
  it('finds guides and operations without scripts', async () => {
    await open('/docs', { javaScriptEnabled: false }, async page => {
      await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('rotate dkim')
      await page.getByRole('button', { name: 'Search' }).click()
      expect(new URL(page.url()).searchParams.get('q')).toBe('rotate dkim')
      const links = await page.locator('.results a').evaluateAll(all => all.map(each => each.getAttribute('href')))
      expect(links).toContain('/docs/guides/domains#rotate-dkim-keys')
      expect(links).toContain('/docs#rotateDkim')
      expect(await page.getByRole('searchbox').inputValue()).toBe('rotate dkim')
      await page.getByRole('link', { name: 'Rotate DKIM keys' }).first().click()
      expect(new URL(page.url()).hash).not.toBe('')
    })
  })

  it.each(['', '?q=dkim', '?q=no-such-word'])('has no axe violations with %s', async query => {
    expect(await open(`/docs/search${query}`, {}, page => violations(page))).toEqual([])
  })

  it('requires all words, ignores case and escapes the query', async () => {
    const search = async (query: string): Promise<string> =>
      (await fetch(`${server.url}/docs/search?${new URLSearchParams({ q: query })}`)).text()
    expect(await search('IDEMPOTENCY')).toContain('/docs/guides/idempotency')
    expect(await search('idempotency qqq')).toContain('No results')
    expect(await search('<script>')).not.toContain('<script>')
  })

  it('cuts a long query to 100 characters', async () => {
    const reply = await fetch(`${server.url}/docs/search?q=${'a'.repeat(5_000)}`)
    expect(reply.status).toBe(200)
    const text = await reply.text()
    expect(text).toContain(`“${'a'.repeat(100)}”`)
    expect(text).not.toContain('a'.repeat(101))
  })

  it('links only to existing sections', async () => {
    const texts = new Map<string, string>()
    for (const { href } of ['the', 'a', 'email'].flatMap(searchDocs)) {
      const [path = '', id] = href.split('#')
      if (!texts.has(path)) texts.set(path, await (await fetch(server.url + path)).text())
      if (id !== undefined) expect([href, texts.get(path)!.includes(`id="${id}"`)]).toEqual([href, true])
    }
    expect(texts.size).toBeGreaterThan(5)
  })
})

describe('caching of the documentation', () => {
  it('is permanent for hashed assets and revalidated by ETag for pages', async () => {
    const page = await fetch(`${server.url}/docs`)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    const etag = page.headers.get('etag')!
    const again = await fetch(`${server.url}/docs`, {
      // Without `cache-control`, fetch adds `no-cache` on its own.
      headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const assets = [...(await page.text()).matchAll(/<(?:link|img|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
      ([, at]) => at!,
    )
    expect(assets.length).toBeGreaterThan(1)
    for (const at of assets) {
      const asset = await fetch(server.url + at)
      expect([at, asset.status, asset.headers.get('cache-control')]).toEqual([
        at,
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  it.each(['br', 'gzip', 'identity'])('returns the content encoding %s on request', async encoding => {
    const reply = await fetch(`${server.url}/docs`, { headers: { 'accept-encoding': encoding } })
    expect(reply.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(reply.headers.get('vary')).toBe('Accept-Encoding')
    expect(await reply.text()).toContain('<h1>Lettermill API</h1>')
  })

  it('sends a content security policy that blocks scripts', async () => {
    const policy = (await fetch(`${server.url}/docs`)).headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'/)
    expect(policy).not.toMatch(/script-src|unsafe|data:/)
  })
})
