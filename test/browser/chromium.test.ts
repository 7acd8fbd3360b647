// Login, consent and mailbox in a real browser without JavaScript.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type ConsentOptions, aConsentRequest } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

const HAS_IPV6 = Object.values(networkInterfaces()).some(each => each?.some(({ address }) => address === '::1'))

let server: TestServer
let browser: Browser
let callback: { url: string; v6_url: string; seen: URL[]; close: () => void }
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[server, browser, callback] = await Promise.all([startServer(), launchBrowser(), callbackServer()])
})
afterAll(async () => {
  callback.close()
  await browser.close()
  await server.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
  callback.seen.length = 0
})
afterEach(() => context.close())

/**
 * A client's callback server on this machine. `/onward` redirects to another site, as clients do after they receive the
 * code.
 */
async function callbackServer(): Promise<typeof callback> {
  const seen: URL[] = []
  const listener = http.createServer((request, response) => {
    const url = new URL(request.url!, `http://${request.headers.host}`)
    seen.push(url)
    if (url.pathname === '/onward') response.writeHead(302, { location: 'https://client.example/done' })
    response.end('The client has its answer')
  })
  await new Promise<void>(resolve => listener.listen(0, HAS_IPV6 ? '::' : '127.0.0.1', resolve))
  const { port } = listener.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, v6_url: `http://[::1]:${port}`, seen, close: () => listener.close() }
}

async function logIn(password = server.admin.password): Promise<void> {
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

/** Opens the consent page and logs in. */
async function askFor(asked: ConsentOptions): Promise<void> {
  await page.goto(server.url + (await aConsentRequest(server, { state: 'kept as it is', ...asked })))
  await logIn()
}

/** Acts as the client's HTTPS site. Playwright's own `route` does not intercept redirects. */
async function playClient(): Promise<void> {
  const devtools = await context.newCDPSession(page)
  devtools.on('Fetch.requestPaused', ({ requestId }) => {
    const body = Buffer.from('The client has its answer').toString('base64')
    void devtools.send('Fetch.fulfillRequest', { requestId, responseCode: 200, body })
  })
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: 'https://client.example/*' }] })
}

const press = (name: 'Allow access' | 'Deny'): Promise<void> => page.getByRole('button', { name }).click()

function expectCode(url: URL): void {
  expect([...url.searchParams.keys()]).toEqual(['code', 'state', 'iss'])
  expect(url.searchParams.get('code')).toMatch(/^[\w-]{43}$/)
  expect(url.searchParams.get('state')).toBe('kept as it is')
  expect(url.searchParams.get('iss')).toBe(server.url)
}

describe('login and logout', () => {
  it('leads to the requested page after the login', async () => {
    await page.goto(`${server.url}/mailbox`)
    await logIn('wrong')
    expect(await page.getByRole('alert').textContent()).toBe('Incorrect email address or password.')
    expect(await page.getByLabel('Email address').inputValue()).toBe(server.admin.email)
    await logIn()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/mailbox')
    await page.getByRole('button', { name: 'Log out' }).click()
    expect(await page.getByRole('heading').textContent()).toBe('Log in')
    // Waits for the page to load, because a page that is still navigating has no history to go back in.
    await page.waitForLoadState()
    await page.goBack()
    expect(await page.getByRole('heading').textContent()).toBe('Log in')
  })

  it('works at the other name of this machine', async () => {
    await page.goto(server.url.replace('localhost', '127.0.0.1'))
    await logIn()
    await expect.poll(() => page.url()).toBe(`${server.url.replace('localhost', '127.0.0.1')}/start`)
  })
})

describe('consent', () => {
  it('returns the code to a program on this machine', async () => {
    await askFor({ redirect_uri: `${callback.url}/cb` })
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'An app on this computer that calls itself “Night Mailer” requests access',
    )
    await press('Allow access')
    await expect.poll(() => page.url()).toMatch(`${callback.url}/cb?code=`)
    expectCode(callback.seen[0]!)
  })

  it.runIf(HAS_IPV6)('returns the code to an IPv6 address', async () => {
    await askFor({ redirect_uri: `${callback.v6_url}/cb` })
    await press('Allow access')
    expectCode(callback.seen[0]!)
  })

  it('returns the code to an HTTPS page', async () => {
    await askFor({ redirect_uri: 'https://client.example/cb' })
    await playClient()
    await press('Allow access')
    await expect.poll(() => new URL(page.url()).origin).toBe('https://client.example')
    expectCode(new URL(page.url()))
  })

  it.each(['com.example.app://anywhere/oauth', 'com.example.app:/oauth'])('opens the app of %s', async uri => {
    const opened = page.waitForEvent('request', request => !request.url().startsWith('http'))
    await askFor({ redirect_uri: uri })
    await press('Allow access')
    const url = (await opened).url()
    expect(url.startsWith(`${uri}?`)).toBe(true)
    expectCode(new URL(url))
  })

  it('allows the callback of the client to redirect', async () => {
    await askFor({ redirect_uri: `${callback.url}/onward` })
    await playClient()
    await press('Allow access')
    await expect.poll(() => page.url()).toBe('https://client.example/done')
    expectCode(callback.seen[0]!)
  })

  it('returns access_denied after Deny', async () => {
    await askFor({ redirect_uri: `${callback.url}/cb` })
    await press('Deny')
    const { searchParams } = callback.seen[0]!
    expect(searchParams.get('error')).toBe('access_denied')
    expect([searchParams.get('code'), searchParams.get('state')]).toEqual([null, 'kept as it is'])
  })

  it('preserves a state of 1024 emoji, even after a wrong password', async () => {
    const state = '\u{1F600}'.repeat(1024)
    await page.goto(server.url + (await aConsentRequest(server, { redirect_uri: `${callback.url}/cb`, state })))
    expect(await page.getByText('requests access').count()).toBe(1)
    await logIn('wrong')
    expect(await page.getByText('requests access').count()).toBe(1)
    await logIn()
    await press('Allow access')
    await expect.poll(() => callback.seen.length).toBeGreaterThan(0)
    expect(callback.seen[0]!.searchParams.get('state')).toBe(state)
  })

  it('shows that it was already answered when opened with the back button', async () => {
    await askFor({ redirect_uri: `${callback.url}/cb` })
    await press('Deny')
    // Waits for the page to load, because a page that is still navigating has no history to go back in.
    await page.waitForURL(url => url.search.includes('error=access_denied'))
    await page.goBack()
    await expect.poll(() => page.getByRole('heading').first().textContent()).toBe('Already answered')
  })

  it('accepts one answer from two tabs', async () => {
    await askFor({ redirect_uri: `${callback.url}/cb` })
    const other = await context.newPage()
    await other.goto(page.url())
    await press('Allow access')
    await other.getByRole('button', { name: 'Allow access' }).click()
    expect(await other.getByRole('heading').textContent()).toBe('Already answered')
    expect(callback.seen.filter(({ pathname }) => pathname === '/cb')).toHaveLength(1)
  })

  it('rejects an answer from another site', async () => {
    await askFor({ redirect_uri: `${callback.url}/cb` })
    const form = `<form method="post" action="${page.url()}"><button name="decision" value="approve">Win</button></form>`
    await page.route('https://evil.example/**', route => route.fulfill({ contentType: 'text/html', body: form }))
    await page.goto('https://evil.example/')
    await page.getByRole('button').click()
    expect(await page.getByRole('heading').textContent()).toBe('Form sent from another site')
    expect(callback.seen).toEqual([])
  })
})

describe('mailbox', () => {
  it('shows HTML email without running scripts or loading external content', async () => {
    const html = `<h1>Invoice</h1><img src="${callback.url}/pixel" alt=""><a href="${callback.url}/link">Pay</a>
      <a href="javascript:document.querySelector('h1').textContent='Link'" target="_self">Trick</a>
      <a href="${callback.url}/above" target="_top">Above</a>
      <script>document.querySelector('h1').textContent = 'Script'</script>
      <img src="data:," onerror="document.querySelector('h1').textContent = 'Handler'" alt="">
      <meta http-equiv="refresh" content="0;url=${callback.url}/refresh">
      <form action="${callback.url}/form"><button>Send</button></form>`
    const body = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Invoice 7', html }
    expect((await server.call('POST', '/emails', { body })).status).toBe(200)
    // With JavaScript enabled, which must make no difference.
    const scripted = await browser.newContext()
    page = await scripted.newPage()
    await page.goto(`${server.url}/mailbox`)
    await logIn()
    while ((await page.getByText('Invoice 7').count()) === 0) await page.reload()
    await page.getByText('Invoice 7').click()
    const frame = page.frameLocator('iframe')
    expect(await frame.getByRole('heading').textContent()).toBe('Invoice')
    await frame.getByRole('button').click()
    // A link opens in a new tab without an opener or referrer.
    const opening = scripted.waitForEvent('page')
    await frame.getByRole('link', { name: 'Pay' }).click()
    const opened = await opening
    await opened.waitForLoadState()
    expect(opened.url()).toBe(`${callback.url}/link`)
    expect(await opened.evaluate<[string, boolean]>('[document.referrer, window.opener === null]')).toEqual(['', true])
    await opened.close()
    // No script runs, and links cannot replace our page.
    for (const name of ['Trick', 'Above']) await frame.getByRole('link', { name }).click()
    expect(await frame.getByRole('heading').textContent()).toBe('Invoice')
    expect(callback.seen.splice(0)).toHaveLength(1)
    await page.getByRole('link', { name: 'Headers' }).click()
    expect(await page.locator('pre').textContent()).toContain('Subject: Invoice 7')
    // The HTML is equally harmless when opened outside of the frame.
    await page.goto(`${page.url().replace(/\?.*/, '')}/html`)
    expect(await page.getByRole('heading').textContent()).toBe('Invoice')
    expect(callback.seen).toEqual([])
    await scripted.close()
  })
})
