// `npm run screenshots [-- --only <part of a name>]`: a picture of each dashboard page of a demo, wide and narrow,
// light and dark, in screenshots/. Pages are found by following links.
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { PAGES } from '../src/interfaces/dashboard/routes.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { freePort } from '../test/support/port.ts'

const FOLDER = 'screenshots'
const WIDTHS = { wide: 1280, narrow: 390 }
const SCHEMES = ['light', 'dark'] as const
/** Pages that are read in a search for links to others. */
const READ_MAX = 300

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, demo: { type: 'string' } } })

const port = await freePort()
const url = `http://localhost:${port}`
const demo = spawn(process.execPath, ['scripts/demo/main.ts', ...(values.demo === undefined ? [] : [values.demo])], {
  env: { ...process.env, PORT: String(port), PUBLIC_URL: url },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const browser = await launchBrowser()
try {
  await isReady()
  mkdirSync(FOLDER, { recursive: true })
  await takeAll(browser)
} finally {
  await browser.close()
  demo.kill()
}

async function isReady(): Promise<void> {
  const ended = once(demo, 'exit').then(() => Promise.reject(new Error('The demo has ended.')))
  const ready = (async (): Promise<void> => {
    for await (const text of demo.stdout) if (String(text).includes('A demo is ready')) return
  })()
  await Promise.race([ready, ended])
}

async function takeAll(from: Browser): Promise<void> {
  const context = await from.newContext()
  const session = await logIn(context)
  const found = await findPages(await context.newPage())
  for (const [width_name, width] of Object.entries(WIDTHS)) {
    for (const scheme of SCHEMES) {
      const looking = await from.newContext({
        storageState: session,
        viewport: { width, height: 900 },
        colorScheme: scheme,
      })
      const page = await looking.newPage()
      for (const [name, at] of found) {
        // the login page requires no session, so it is last
        if (at === '/login') await looking.clearCookies()
        await page.goto(url + at)
        const file = path.join(FOLDER, `${name}-${width_name}-${scheme}.png`)
        await page.screenshot({ path: file, fullPage: true })
      }
      await looking.close()
    }
  }
  console.log(`Saved screenshots of ${found.size} pages in ${FOLDER}/.`)
}

async function logIn(context: BrowserContext): Promise<Awaited<ReturnType<BrowserContext['storageState']>>> {
  const page = await context.newPage()
  await page.goto(`${url}/emails`)
  await page.getByLabel('Email address').fill('admin@localhost')
  await page.getByLabel('Password').fill('demo password')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${url}/emails`)
  return context.storageState()
}

/** A URL for each page, by the name of its picture. */
async function findPages(page: Page): Promise<Map<string, string>> {
  const wanted = new Map(
    PAGES.filter(({ method }) => method === 'GET').map(each => [
      new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`),
      each.path.replaceAll(/[/:]+/g, '-').slice(1) || 'first',
    ]),
  )
  const found = new Map<string, string>()
  const ahead = ['/emails']
  const seen = new Set(ahead)
  for (let read = 0; ahead.length > 0 && read < READ_MAX; read++) {
    const at = ahead.shift()!
    const answer = await page.request.get(url + at, { headers: { accept: 'text/html' } })
    if (answer.headers()['content-type']?.startsWith('text/html') !== true) continue
    const matched = [...wanted].find(([pattern]) => pattern.test(at.split('?')[0]!))
    // another page of the same kind shows nothing new
    if (!matched || found.has(matched[1])) continue
    if (matched[1].includes(values.only)) found.set(matched[1], at)
    for (const [, link] of (await answer.text()).matchAll(/<a [^>]*href="(\/[^"#]*)"/g)) {
      const plain = link!.replaceAll('&amp;', '&')
      if (!seen.has(plain)) ahead.push(plain)
      seen.add(plain)
    }
  }
  if ('login'.includes(values.only)) found.set('login', '/login')
  return found
}
