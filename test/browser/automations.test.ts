// Automation pages: the list, the graph, the problems that prevent enabling, and the runs.
import { randomUUIDv7 } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAutomations } from '../../src/campaigns/automations/store/automations.ts'
import { RUNS_COUNTED_MAX, countRunsOfEach } from '../../src/campaigns/automations/store/retention.ts'
import { findRun, insertRun } from '../../src/campaigns/automations/store/runs.ts'
import type { Tx } from '../../src/base/store/database.ts'
import { findFirstTeam } from '../../src/identity/teams/store.ts'
import { aPublishedTemplate, anAutomation, runsOf, sendEvent } from '../support/automations.ts'
import { chain, condition, delay, mail, question, segment, trigger, wait, way } from '../automations/rules/support.ts'
import { launchBrowser } from '../support/browser.ts'
import { type Person, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const SCRIPT = '<script>alert(1)</script>'
const NOBODY = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

let server: TestServer
let admin: Person
let stranger: Person
/** Enabled: checks the plan, sends an email, then waits for feedback. */
let nudge: string

const nudgeGraph = {
  steps: [
    trigger(),
    question('is-pro', { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' }),
    mail('pro'),
    delay('pause', '2 days'),
    wait('feedback', { timeout: '3 days' }),
    mail('again'),
  ],
  connections: [
    way('start', 'is-pro'),
    way('is-pro', 'pro', 'condition_met'),
    way('is-pro', 'pause', 'condition_not_met'),
    way('pro', 'feedback'),
    way('pause', 'feedback'),
    way('feedback', 'again', 'timeout'),
  ],
}

beforeAll(async () => {
  server = await startServer()
  await aPublishedTemplate(server)
  const elsewhere = await aTeamOf(server, server.admin.email, 'Elsewhere')
  const leader = await aColleague(server, { email: 'leader@example.net', role: 'admin', team_id: elsewhere })
  ;[admin, stranger] = [aPerson(server), aPerson(server)]
  await admin.logIn()
  await stranger.logIn('/mailbox', leader)
  nudge = await anAutomation(server, { name: 'Trial nudge', status: 'enabled', ...nudgeGraph })
})
afterAll(() => server.stop())

const statusOf = async (id: string): Promise<string> => (await server.call('GET', `/automations/${id}`)).body.status

/** Sends an event for a contact and returns the newest run. */
async function aRun(email: string, payload: object = { plan: 'pro' }): Promise<{ id: string; path: string }> {
  await sendEvent(server, { email, payload })
  const { body } = await server.call('GET', `/automations/${nudge}/runs?limit=1`)
  const { id } = body.data[0]
  return { id, path: `/automations/${nudge}/runs/${id}` }
}

describe('an address shared by a page and an API operation', () => {
  it('serves HTML to browsers and JSON to API clients', async () => {
    expect((await admin.get('/automations')).headers.get('content-type')).toContain('text/html')
    expect((await server.call('GET', '/automations')).body.object).toBe('list')
    expect(
      (await server.call('GET', '/automations', { headers: { accept: 'text/html, application/json' } })).status,
    ).toBe(200)
    const { status, body } = await server.call('GET', '/automations', { key: null })
    expect([status, body.name]).toEqual([401, 'missing_api_key'])
    // Addresses without a page serve JSON to browsers too.
    const metrics = await aPerson(server).get(`/automations/${nudge}/metrics`)
    expect([metrics.status, metrics.headers.get('content-type')]).toEqual([401, 'application/json; charset=utf-8'])
  })

  it('redirects to the login without a session, and back after it', async () => {
    const path = `/automations/${nudge}/runs?status=failed`
    const person = aPerson(server)
    const { status, location } = await person.get(path)
    expect([status, location]).toEqual([303, `/login?next=${encodeURIComponent(path).replaceAll('%2F', '/')}`])
    expect((await person.logIn(path)).location).toBe(path)
  })
})

describe('automation list', () => {
  it('shows status and event and filters by status', async () => {
    await anAutomation(server, { name: 'Only a name' })
    const { text } = await admin.get('/automations')
    for (const words of ['<bdi>Trial nudge</bdi>', '<bdi>trial.started</bdi>', 'No steps yet', 'aria-current="page"']) {
      expect(text).toContain(words)
    }
    const enabled = (await admin.get('/automations?status=enabled')).text
    expect([enabled.includes('Trial nudge'), enabled.includes('Only a name')]).toEqual([true, false])
    const disabled = (await admin.get('/automations?status=disabled')).text
    expect([disabled.includes('Trial nudge'), disabled.includes('Only a name')]).toEqual([false, true])
  })

  it('keeps the filter across pages', async () => {
    for (let count = 0; count < 26; count++) await anAutomation(server, { name: `Many ${count}` })
    const first = (await admin.get('/automations?status=disabled')).text
    expect(first.match(/<th scope="row">/g)).toHaveLength(25)
    const older = /href="(\/automations\?status=disabled&amp;after=[^"]+)"/.exec(first)![1]!
    const second = await admin.get(older.replace('&amp;', '&'))
    expect(second.status).toBe(200)
    expect(second.text).toContain('Many 0<')
    expect(second.text).not.toContain('Trial nudge')
    const newer = /href="(\/automations\?status=disabled&amp;before=[^"]+)"/.exec(second.text)![1]!
    expect((await admin.get(newer.replace('&amp;', '&'))).text).toContain('Many 25<')
    expect((await admin.get('/automations?after=nonsense')).status).toBe(422)
  })
})

describe('run counts in the automation list', () => {
  const countsOf = async (name: string): Promise<Record<string, string>> => {
    const rows = (await admin.get('/automations')).text.split('<th scope="row">')
    const row = rows.find(each => each.includes(`<bdi>${name}</bdi>`))!
    return Object.fromEntries(
      [...row.matchAll(/\?status=(\w+)"[^>]*><b>([\d,+]+)<\/b>/g)].map(([, status, count]) => [status, count]),
    )
  }

  it('are grouped by status and link to the runs', async () => {
    const graph = { ...chain(trigger(), delay('pause', '2 days')), status: 'enabled' }
    const id = await anAutomation(server, { name: 'Counted', ...graph })
    await anAutomation(server, { name: 'Never run' })
    for (const email of ['c1@example.com', 'c2@example.com', 'c3@example.com']) await sendEvent(server, { email })
    const [last] = await runsOf(server, id)
    await admin.get(`/automations/${id}/runs/${last.id}`)
    await admin.post(`/automations/${id}/runs/${last.id}/cancel`)
    expect(await countsOf('Counted')).toEqual({ running: '2', cancelled: '1' })
    expect(await countsOf('Never run')).toEqual({})
    expect((await admin.get(`/automations/${id}/runs?status=cancelled`)).text).toContain('c3@example.com')
    await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
  })

  it('are capped at 1,000 per status and take as many queries as for one automation', async () => {
    const graph = { ...chain(trigger(), delay('pause', '2 days')), status: 'enabled' }
    const id = await anAutomation(server, { name: 'Very busy', ...graph })
    await sendEvent(server, { email: 'busy@example.com' })
    await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
    const [run] = await runsOf(server, id)
    const { id: team_id } = (await server.database.read(tx => findFirstTeam(tx, {})))!
    const busy = async (count: number): Promise<void> =>
      server.database.unit(async tx => {
        const stored = (await findRun(tx, { team_id, automation_id: id }, run.id))!
        for (let index = 0; index < count; index++) await insertRun(tx, { ...stored, id: randomUUIDv7() })
      })
    await busy(RUNS_COUNTED_MAX - 1)
    expect(await countsOf('Very busy')).toEqual({ running: '1,000' })
    await busy(1)
    expect(await countsOf('Very busy')).toEqual({ running: '1,000+' })
    await server.database.read(async tx => {
      let looks = 0
      const counting = { all: (...given: Parameters<Tx['all']>) => (looks++, tx.all(...given)) } as Tx
      const { rows } = await listAutomations(tx, team_id, { limit: 25 })
      expect(rows.length).toBeGreaterThan(2)
      await countRunsOfEach(
        counting,
        team_id,
        rows.map(row => row.id),
      )
      expect(looks).toBe(2)
    })
  })
})

describe('templates and segments in a graph', () => {
  it('are shown by name on the automation and on its runs', async () => {
    const template = await aPublishedTemplate(server, { name: 'Spring <sale>', alias: 'spring' })
    const { body: made } = await server.call('POST', '/segments', { body: { name: 'Best & oldest' } })
    const by_id = { ...mail('by-id'), config: { template: { id: template } } }
    const by_alias = { ...mail('by-alias'), config: { template: { id: 'spring' } } }
    const graph = chain(trigger('names'), by_id as never, by_alias as never, segment('into', made.id))
    const id = await anAutomation(server, { name: 'Names', ...graph, status: 'enabled' })
    await sendEvent(server, { email: 'named@example.com' })
    const [run] = await runsOf(server, id)
    for (const path of [`/automations/${id}`, `/automations/${id}/runs/${run.id}`]) {
      const { text } = await admin.get(path)
      expect(text.match(/Send email: <bdi>Spring &lt;sale&gt;<\/bdi>/g)).toHaveLength(2)
      expect(text).toContain('Add to segment: <bdi>Best &amp; oldest</bdi>')
      expect(text).not.toContain(made.id)
    }
    // The API response keeps the ids.
    const { body } = await server.call('GET', `/automations/${id}`)
    expect(body.steps[1].config.template.id).toBe(template)
    await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
  })

  it('are shown by id after they are deleted', async () => {
    const graph = chain(trigger(), segment('gone', NOBODY))
    const id = await anAutomation(server, { name: 'Gone', ...graph })
    expect((await admin.get(`/automations/${id}`)).text).toContain(`Add to segment: <bdi>${NOBODY}</bdi>`)
  })
})

describe('an automation', () => {
  it('shows its graph as a drawing and as a table', async () => {
    const { status, text } = await admin.get(`/automations/${nudge}`)
    expect(status).toBe(200)
    expect(text.split('class="way"')).toHaveLength(nudgeGraph.connections.length + 1)
    for (const words of [
      '>condition not met<',
      'condition not met: <a href="#step-',
      'Delay: 2 days',
      'at most 3 days',
    ]) {
      expect(text).toContain(words)
    }
  })

  it('shows how many of the latest runs reached each step, per graph version', async () => {
    const first = chain(trigger('counted'), delay('pause', '2 days'), mail('after'))
    const id = await anAutomation(server, { name: 'Figures', status: 'enabled', ...first })
    const path = `/automations/${id}`
    expect((await admin.get(path)).text).not.toContain('Counts of the latest')
    for (const email of ['f1@example.com', 'f2@example.com']) await sendEvent(server, { email })
    const { text } = await admin.get(path)
    expect(text).toContain('Counts of the latest 500 runs')
    for (const name of [
      'counted, Trigger: trial.started. 2 runs',
      'pause, Delay: 2 days. 2 runs, 2 here',
      'Nudge. 0 runs',
    ])
      expect(text).toContain(name)
    await server.call('PATCH', path, { body: { status: 'disabled' } })
    await server.call('PATCH', path, { body: chain(trigger('counted'), delay('other')) })
    expect((await admin.get(path)).text).not.toContain('Counts of the latest')
    expect((await admin.get(`${path}?version=1`)).text).toContain('2 runs, 2 here')
  })

  it('is disabled and enabled again', async () => {
    const path = `/automations/${nudge}`
    const disabled = await admin.post(`${path}/disable`)
    expect([disabled.status, disabled.location, await statusOf(nudge)]).toEqual([
      303,
      `${path}?done=disabled`,
      'disabled',
    ])
    expect((await admin.get(disabled.location!)).text).toContain('No new runs start')
    const enabled = await admin.post(`${path}/enable`)
    expect([enabled.status, enabled.location, await statusOf(nudge)]).toEqual([303, `${path}?done=enabled`, 'enabled'])
    expect((await admin.post(`${path}/enable`)).status).toBe(303)
  })

  it('lists all problems and stays disabled while any remain', async () => {
    const steps = [mail('lost', { template: { id: 'nowhere' } }), segment('seg', NOBODY)]
    const id = await anAutomation(server, { name: 'Not ready', ...chain(trigger(), ...steps) })
    const problems = ['unknown template &quot;nowhere&quot;', `unknown segment &quot;${NOBODY}&quot;`]
    const shown = (await admin.get(`/automations/${id}`)).text
    for (const problem of problems) expect(shown).toContain(problem)
    expect(shown).toContain('<a href="#step-2"><bdi>lost</bdi></a>: ')
    const { status, text } = await admin.post(`/automations/${id}/enable`)
    expect([status, await statusOf(id)]).toEqual([422, 'disabled'])
    for (const words of [...problems, 'The automation was not enabled']) expect(text).toContain(words)
    const blank = await anAutomation(server, { name: 'Blank' })
    expect((await admin.post(`/automations/${blank}/enable`)).text).toContain('the automation has no steps yet')
  })

  it('escapes names and keys', async () => {
    const graph = chain(trigger(SCRIPT), delay(`"${SCRIPT}`))
    const id = await anAutomation(server, { name: SCRIPT, ...graph })
    for (const path of ['/automations', `/automations/${id}`, `/automations/${id}/runs`]) {
      const { text, headers } = await admin.get(path)
      expect(text).not.toContain('<script>')
      expect(text).toContain('&lt;script&gt;')
      expect(text).not.toMatch(/ style="| on\w+="/)
      expect(headers.get('content-security-policy')).toContain("style-src 'self'")
    }
  })

  it('shows older graph versions while runs use them', async () => {
    const id = await anAutomation(server, { name: 'Changing', status: 'enabled', ...chain(trigger(), delay('first')) })
    await sendEvent(server)
    await server.call('PATCH', `/automations/${id}`, { body: { status: 'disabled' } })
    await server.call('PATCH', `/automations/${id}`, { body: chain(trigger(), delay('second')) })
    const newest = (await admin.get(`/automations/${id}`)).text
    expect([newest.includes('<bdi>second</bdi>'), newest.includes('<bdi>first</bdi>')]).toEqual([true, false])
    expect(newest).toContain('?version=1#graph')
    const older = (await admin.get(`/automations/${id}?version=1`)).text
    expect([older.includes('<bdi>second</bdi>'), older.includes('<bdi>first</bdi>')]).toEqual([false, true])
    for (const version of ['3', '0', 'x', '']) {
      expect((await admin.get(`/automations/${id}?version=${version}`)).status).toBe(404)
    }
    const [run] = await runsOf(server, id)
    const { text } = await admin.get(`/automations/${id}/runs/${run.id}`)
    expect(text).toContain('Version 1</a> (latest: 2)')
    expect(text).toContain('<bdi>first</bdi>')
  })
})

describe('runs', () => {
  it('are listed with their contacts and filtered by status', async () => {
    const waiting = await aRun('waiting@example.com')
    const failed = await aRun('failed@example.com', {})
    const path = `/automations/${nudge}/runs`
    const all = (await admin.get(path)).text
    expect(all.includes(waiting.path) && all.includes(failed.path)).toBe(true)
    expect(all).toContain('<bdi>waiting@example.com</bdi>')
    const some = (await admin.get(`${path}?status=failed`)).text
    expect([some.includes(waiting.path), some.includes(failed.path)]).toEqual([false, true])
    const counts = (await admin.get(`/automations/${nudge}`)).text
    expect(counts).toMatch(new RegExp(`<a href="${path}\\?status=failed"\\s*>\\d+ failed</a`))
  })

  it('keep the filter across pages', async () => {
    for (let count = 0; count < 26; count++) await sendEvent(server, { email: `p${count}@example.com`, payload: {} })
    const path = `/automations/${nudge}/runs`
    const { text } = await admin.get(`${path}?status=failed`)
    const older = new RegExp(`href="(${path}\\?status=failed&amp;after=[^"]+)"`).exec(text)![1]!
    expect((await admin.get(older.replace('&amp;', '&'))).text).toContain('Failed')
  })

  it('show their path, what they wait for and the result of each step', async () => {
    const { text } = await admin.get((await aRun('ana@example.com')).path)
    expect(text.split('class="way taken"')).toHaveLength(4)
    for (const words of [
      'ana@example.com',
      'condition met',
      'Waiting until ',
      'waiting for <code><bdi>feedback.received',
      ' (taken)',
    ]) {
      expect(text).toContain(words)
    }
    expect(text).toMatch(/email_id&quot;/)
  })

  it('show the step and the reason of a failure', async () => {
    const { text } = await admin.get((await aRun('why@example.com', {})).path)
    expect(text).toMatch(
      /Failed<\/span>\s*at <a href="#box-2"><bdi>is-pro<\/bdi><\/a\s*>: &quot;event.plan&quot; has no value/,
    )
    expect(text).toContain('<b>missing_value</b>')
    expect(text).not.toContain('/cancel"')
  })

  it('are canceled once', async () => {
    const { id, path } = await aRun('cancel@example.com')
    expect((await admin.get(path)).text).toContain(`action="${path}/cancel"`)
    const { status, location } = await admin.post(`${path}/cancel`)
    expect([status, location]).toEqual([303, `${path}?done=cancelled`])
    expect((await server.call('GET', path)).body).toMatchObject({ id, status: 'cancelled' })
    const { text } = await admin.get(location!)
    for (const words of ['Run canceled.', 'Canceled here', 'Run canceled']) expect(text).toContain(words)
    expect((await admin.post(`${path}/cancel`)).status).toBe(409)
  })

  it('are searched by contact address and show the status of their emails', async () => {
    await aPublishedTemplate(server, { alias: 'fate' })
    const steps = [trigger(), mail('m', { template: { id: 'fate' } }), condition('c'), mail('n'), delay('d')]
    const connections = [
      way('start', 'm'),
      way('m', 'c'),
      way('c', 'd', 'condition_met'),
      way('c', 'n', 'condition_not_met'),
    ]
    const id = await anAutomation(server, { name: 'Fates', status: 'enabled', steps, connections })
    for (const email of ['fate@example.com', 'other@example.com'])
      await sendEvent(server, { email, payload: { plan: 1 } })
    const path = `/automations/${id}/runs`
    const search = async (query: string): Promise<string> => (await admin.get(`${path}?${query}`)).text
    const found = await search('contact=Fate%40example.com')
    expect([found.includes('<bdi>fate@example.com'), found.includes('other@example.com')]).toEqual([true, false])
    expect(found).toContain('value="Fate@example.com"')
    expect(await search('contact=fate%40example.com&status=failed')).toContain('No matching runs.')
    expect(await search('contact=%22%3E%3Cb%3E')).toContain('value="&quot;&gt;&lt;b&gt;"')
    const [, run] = await runsOf(server, id)
    const { text } = await admin.get(`${path}/${run.id}`)
    const mailbox = `/mailbox/${run.steps[1].output.email_id}`
    expect(text).toContain(`<a href="${mailbox}">Email</a> delivered`)
    expect((await admin.get(mailbox)).status).toBe(200)
  })

  it('warns about a questionable step', async () => {
    const id = await anAutomation(server, chain(trigger(), wait('w', { event_name: 'resend:email.opened' })))
    expect((await admin.get(`/automations/${id}`)).text).toContain('set a timeout for the step')
  })

  it('remain after their contact is deleted', async () => {
    const { path } = await aRun('gone@example.com', {})
    await server.call('DELETE', '/contacts/gone@example.com')
    expect((await admin.get(path)).text).toContain('a deleted contact')
  })
})

describe('automations of another team', () => {
  it('are hidden and cannot be changed', async () => {
    const { path } = await aRun('ours@example.com')
    expect((await stranger.get('/automations')).text).not.toContain('Trial nudge')
    for (const each of [
      `/automations/${nudge}`,
      `/automations/${nudge}/runs`,
      path,
      '/automations/nonsense',
      '/automations/simulate',
    ]) {
      const { status, text } = await stranger.get(each)
      expect([status, text.includes('Page not found'), text.includes('nudge')]).toEqual([404, true, false])
    }
    await stranger.get('/account')
    for (const each of [`/automations/${nudge}/disable`, `/automations/${nudge}/enable`, `${path}/cancel`]) {
      expect((await stranger.post(each)).status).toBe(404)
    }
    expect(await statusOf(nudge)).toBe('enabled')
    expect((await server.call('GET', path)).body.status).toBe('running')
  })

  it('return 404 for a run of another automation', async () => {
    const { id } = await aRun('mixed@example.com')
    const other = await anAutomation(server, { name: 'Other' })
    expect((await admin.get(`/automations/${other}/runs/${id}`)).status).toBe(404)
  })
})

describe('automations in a browser', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser.close())

  async function open(path: string, width = 1100): Promise<void> {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width, height: 800 } })
    page = await context.newPage()
    await page.goto(server.url + path)
    await page.getByLabel('Email address').fill(server.admin.email)
    await page.getByLabel('Password').fill(server.admin.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
  }

  it('a person disables and enables an automation and cancels a run', async () => {
    const { path } = await aRun('person@example.com')
    await open('/automations')
    await page.getByRole('link', { name: 'Enabled' }).click()
    await page.getByRole('link', { name: 'Trial nudge', exact: true }).click()
    await page.getByText('Disable', { exact: true }).click()
    await page.getByRole('button', { name: /Yes, disable/ }).click()
    expect(await page.getByRole('status').textContent()).toContain('Automation disabled')
    await page.getByRole('button', { name: /Enable/ }).click()
    expect(await page.getByRole('status').textContent()).toContain('Automation enabled')
    await page.getByRole('link', { name: /running/ }).click()
    await page.getByRole('link', { name: 'person@example.com' }).click()
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    await page.getByText('Cancel run', { exact: true }).click()
    await page.getByRole('button', { name: /Yes, cancel run/ }).click()
    expect(await page.getByRole('status').textContent()).toContain('Run canceled')
  })

  it('the keyboard moves between steps, and from a step to its row and back', async () => {
    await open((await aRun('keys@example.com')).path)
    await page.getByRole('region', { name: 'Graph' }).focus()
    const names: string[] = []
    for (let count = 0; count < nudgeGraph.steps.length; count++) {
      await page.keyboard.press('Tab')
      names.push((await page.locator(':focus').getAttribute('aria-label'))!)
    }
    expect(names.map(name => name.split(',')[0])).toEqual(['start', 'is-pro', 'pro', 'pause', 'feedback', 'again'])
    expect(names[1]).toMatch(/^is-pro, Condition: event\.plan = "pro"\. Completed \d+ \w+ \d{4}, /)
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#step-6')
    // The focus continues from the target row of the link.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).hash).toBe('#box-6')
  })

  it('a wide graph at full size scrolls in its own box on a narrow screen', async () => {
    await open(`/automations/${nudge}`, 390)
    await page.getByText('100 %').click()
    const box = await page.getByRole('region', { name: 'Graph' }).boundingBox()
    expect(box!.width).toBeLessThanOrEqual(390)
    const svg = await page.locator('svg.graph').boundingBox()
    expect(svg!.width).toBeGreaterThan(390)
    const main = await page.locator('main').boundingBox()
    expect(main!.x + main!.width).toBeLessThanOrEqual(390)
  })
})
