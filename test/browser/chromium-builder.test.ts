// The drawing of a draft in a real browser with its script: adding, connecting, moving and removing steps by mouse and
// keyboard.
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let page: Page
/** Console messages, such as violations of the content security policy. */
let said: string[]

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

/** Opens the builder of a new automation with a trigger and two delays. */
beforeEach(async () => {
  page = await browser.newPage({ viewport: { width: 1280, height: 1800 } })
  said = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(error.message))
  await page.goto(`${server.url}/automations`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  if (!(await page.getByLabel('Trigger event').isVisible()))
    await page.locator('summary', { hasText: 'Create automation' }).click()
  await page.getByLabel('Name', { exact: true }).fill('By hand')
  await page.getByLabel('Trigger event').fill('trial.started')
  await page.getByRole('button', { name: 'Create automation' }).click()
  for (const at of ['default start', 'default delay']) {
    await page.locator('.plus').first().waitFor()
    await page.locator(`.plus[data-at="${at}"]`).click()
    await page.locator('.palette').getByRole('button', { name: 'Delay' }).click()
    await page.waitForURL(/step=delay.*done=added/)
  }
  await page.locator('.plus').nth(2).waitFor()
})
afterEach(async () => {
  // Rejected forms return 422, which browsers log.
  expect(said.filter(words => !words.includes('422'))).toEqual([])
  await page.context().close()
})

const box = (key: string): Locator => page.getByRole('link', { name: `${key}, ` })
const plus = (at: string): Locator => page.locator(`.plus[data-at="${at}"]`)
/** The steps that follow a step, according to the page. */
const leadsTo = (from: string): Promise<(string | null)[]> =>
  page.locator(`[data-exit$=" ${from}"]`).evaluateAll(lines => lines.map(line => line.getAttribute('data-to')))

async function drag(from: Locator, to: Locator): Promise<void> {
  const [begin, end] = [(await from.boundingBox())!, (await to.boundingBox())!]
  await page.mouse.move(begin.x + begin.width / 2, begin.y + begin.height / 2)
  await page.mouse.down()
  await page.mouse.move(begin.x + begin.width / 2 + 20, begin.y + begin.height / 2 + 20)
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2)
  await page.mouse.up()
}

it('inserts a step into a connection and connects steps by dragging', async () => {
  await drag(page.locator('.palette').getByRole('button', { name: 'Condition' }), plus('default start'))
  await page.waitForURL(/step=condition&done=added/)
  await plus('condition_met condition').waitFor()
  expect([await leadsTo('start'), await leadsTo('condition')]).toEqual([['condition'], ['delay']])
  await drag(plus('condition_not_met condition'), box('delay 2'))
  await page.waitForURL(/done=saved/)
  await plus('condition_met condition').waitFor()
  expect(await leadsTo('condition')).toEqual(['delay', 'delay 2'])
  // A connection back would close a cycle, which the form rejects.
  await drag(plus('default delay 2'), box('condition'))
  await page.getByRole('status').getByText('creates a cycle').waitFor()
})

it('moves a step to another connection', async () => {
  await drag(box('delay 2'), plus('default start'))
  await page.waitForURL(/step=start&done=saved/)
  await plus('default start').waitFor()
  expect([await leadsTo('start'), await leadsTo('delay 2'), await leadsTo('delay')]).toEqual([
    ['delay 2'],
    ['delay'],
    [],
  ])
})

it('navigates, adds, opens, removes and restores steps with the keyboard', async () => {
  await page.goto(page.url().replace(/\?.*/, '?step=delay'))
  await page.getByLabel(/^Duration/).fill('2 days')
  await page.locator('#step').getByRole('button', { name: 'Save step' }).click()
  await page.waitForURL(/done=saved/)
  await box('start').focus()
  const focused = (): Promise<string> => page.evaluate('document.activeElement.getAttribute("aria-label")')
  await page.keyboard.press('ArrowDown')
  expect(await focused()).toMatch(/^delay, Delay: 2 days/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  expect(await focused()).toMatch(/^delay, /)
  await page.keyboard.press('Delete')
  await page.waitForURL(/done=removed/)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  expect(await leadsTo('start')).toEqual(['delay 2'])
  await undo.press('Enter')
  await page.waitForURL(/done=saved/)
  await plus('default delay').waitFor()
  expect([await leadsTo('start'), await leadsTo('delay')]).toEqual([['delay'], ['delay 2']])
  expect(await box('delay').getAttribute('aria-label')).toContain('2 days')
  await box('delay 2').focus()
  await page.keyboard.press('+')
  await page.keyboard.press('Enter')
  expect(await page.getByRole('status').last().innerText()).toBe('Select the step to add.')
  await page.locator('.palette').getByRole('button', { name: 'Delete contact' }).press('Enter')
  await page.waitForURL(/done=added/)
  await box('start').press('Enter')
  await page.waitForURL(/step=start#step/)
})

it('keeps unsaved input in the form and rejects a change from an outdated page', async () => {
  await page.getByLabel('Step name').fill('pause')
  await drag(page.locator('.palette').getByRole('button', { name: 'Condition' }), plus('default start'))
  await page.getByText('Save the step first').waitFor()
  const other = await (await browser.newContext({ storageState: await page.context().storageState() })).newPage()
  await other.goto(page.url())
  await page.reload()
  await plus('default start').waitFor()
  await other.locator('#step').getByRole('button', { name: 'Save step' }).click()
  await other.waitForURL(/done=saved/)
  await other.context().close()
  await drag(page.locator('.palette').getByRole('button', { name: 'Condition' }), plus('default start'))
  await page.getByText('Someone else changed this automation in the meantime').waitFor()
})

it('saves the typed step when another step is opened, even if it was renamed', async () => {
  await page.getByLabel('Step name').fill('pause')
  await page.getByLabel(/^Duration/).fill('3 days')
  await box('start').click()
  await page.waitForURL(/step=start&done=saved/)
  await box('pause').click()
  await page.waitForURL(/step=pause/)
  expect(await page.getByLabel(/^Duration/).inputValue()).toBe('3 days')
  await page.getByLabel('Step name').fill('rest')
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'pause' }).click()
  await page.waitForURL(/step=rest&done=saved/)
})

it('saves the typed step when it publishes, even if publishing fails', async () => {
  await page.getByLabel(/^Duration/).fill('3 days')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.getByRole('alert').getByText('The automation was not published').waitFor()
  expect(await box('delay 2').getAttribute('aria-label')).toContain('3 days')
  await box('delay').click()
  await page.getByLabel(/^Duration/).fill('2 days')
  await box('start').click()
  await page.getByLabel(/^Event name/).fill('trial.ended')
  await page.getByRole('button', { name: /^Publish/ }).click()
  await page.waitForURL(/done=saved/)
  const { body } = await server.call('GET', new URL(page.url()).pathname)
  expect(body.steps.map(({ config }: { config: object }) => config)).toEqual([
    { event_name: 'trial.ended' },
    { duration: '2 days' },
    { duration: '3 days' },
  ])
})

it('asks for confirmation before another form or link discards an unsaved step', async () => {
  await page.getByLabel(/^Duration/).fill('3 days')
  const questions: string[] = []
  page.on('dialog', async dialog => {
    questions.push(dialog.type())
    await dialog.dismiss()
  })
  await page.getByRole('link', { name: 'By hand' }).click()
  await page.locator('summary', { hasText: 'Add step' }).click()
  await page.getByRole('button', { name: 'Add step', exact: true }).click()
  expect(questions).toEqual(['beforeunload', 'beforeunload'])
  expect(await page.getByLabel(/^Duration/).inputValue()).toBe('3 days')
})

it('allows its script by hash, and the script is under 8,000 bytes', async () => {
  const policy = (await page.reload())!.headers()['content-security-policy']!
  expect(policy).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+' 'sha256-[^']+'; connect-src 'self'; form/)
  const script = await page.request.get(
    server.url + (await page.locator('script[src*="builder.js"]').getAttribute('src'))!,
  )
  expect(Number(script.headers()['content-length'])).toBeLessThan(8000)
})

it.each(['light', 'dark'] as const)(
  'has no axe violations and shows missing fields in the box of a step, %s',
  async scheme => {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await box('delay').getAttribute('aria-label')).toContain('a delay requires')
    expect(await violations(page)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
  },
)
