// Spacing between boxes, buttons and rows of links on each page of a new team, on wide and narrow screens.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let page: Page
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  page = await browser.newPage()
  await page.goto(`${server.url}/automations`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const PAGES = [
  'automations',
  'broadcasts',
  'contacts',
  'contacts/imports',
  'segments',
  'topics',
  'contact-properties',
].concat(['domains', 'webhooks', 'api-keys', 'clients', 'grants', 'team', 'delivery', 'emails', 'mailbox'])

/** Adjacent elements, one of them with a visible edge, that are closer than a small gap. */
const TOO_NEAR = `[...document.querySelectorAll('main *')].flatMap(each => {
  const next = each.nextElementSibling
  if (!next || !each.checkVisibility() || !next.checkVisibility()) return []
  const hasEdge = part => part.matches('.empty, .rows, .panel, .search, .views, details, button, .button, input, select')
  if (!hasEdge(each) && !hasEdge(next)) return []
  const [one, other] = [each.getBoundingClientRect(), next.getBoundingClientRect()]
  // beside each other, or one within what the other shows
  if (other.top < one.bottom - 1 || one.height === 0 || other.height === 0) return []
  const gap = other.top - one.bottom
  return gap < 4 ? [each.outerHTML.slice(0, 80) + ' | ' + next.outerHTML.slice(0, 80) + ' | ' + gap] : []
})`

it.each([1100, 360])('pages keep a gap between boxes at a width of %d', async width => {
  await page.setViewportSize({ width, height: 800 })
  for (const at of PAGES) {
    await page.goto(`${server.url}/${at}`)
    expect([at, await page.evaluate(TOO_NEAR)]).toEqual([at, []])
  }
})
