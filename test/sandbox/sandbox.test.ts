// Features of a sandbox: moving its clock, reset, captured email and test addresses.
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDocument } from '../../src/interfaces/contract/document.ts'
import { Examples } from '../../scripts/sandbox/beginning.ts'
import { newFolder } from '../../scripts/sandbox/folder.ts'
import { chain, delay, mail, trigger, wait } from '../automations/rules/support.ts'
import { type Reply, startServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'
import { freePort } from '../support/port.ts'
import { WRONG_SETTINGS } from '../support/process.ts'
import { aSandbox, type TestSandbox } from '../support/sandbox.ts'

const MAIL = { from: 'Me <me@example.com>', to: 'you@example.net', subject: 'Hello', html: '<p>It works.</p>' }
const examples = new Examples(readDocument())

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await aSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  expect((await sandbox.call('POST', '/sandbox/reset')).status).toBe(200)
})

const clock = (body: unknown): Promise<Reply> => sandbox.call('POST', '/sandbox/clock', { body })
const emails = async (query = ''): Promise<Reply['body']> => (await sandbox.call('GET', `/sandbox/emails${query}`)).body
const time = async (): Promise<number> => Date.parse((await sandbox.call('GET', '/sandbox/clock')).body.now)
const DAY_MS = 86_400_000

async function sent(body: object = {}): Promise<string> {
  const { status, body: answer } = await sandbox.call('POST', '/emails', { body: { ...MAIL, ...body } })
  expect(status, JSON.stringify(answer)).toBe(200)
  // all due work is done before the response
  expect((await clock({ advance: '1 second' })).status).toBe(200)
  return answer.id
}

describe('the clock', () => {
  it('runs a month of an automation before it responds, each step at its scheduled time', async () => {
    const steps = [
      trigger(),
      ...['first', 'second', 'third'].flatMap((key, at) => [
        delay(`pause${at}`, '10 days'),
        mail(key, { template: { id: 'trial-nudge' } }),
      ]),
    ]
    const made = await sandbox.call('POST', '/automations', {
      body: { name: 'Month', status: 'enabled', ...chain(...steps) },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await clock({ now: '2027-01-01T08:00:00.000Z' })
    await sandbox.call('POST', '/events/send', { body: { event: 'trial.started', email: 'ada@example.net' } })
    expect((await clock({ advance: '30 days' })).status).toBe(200)
    const [run] = (await sandbox.call('GET', `/automations/${made.body.id}/runs`)).body.data
    expect(run.status).toBe('completed')
    // emails scheduled in the initial data are sent in the meantime, too
    const own = (await emails()).data.filter(({ to }: { to: string[] }) => to.includes('ada@example.net'))
    const at = own.map(({ created_at }: { created_at: string }) => created_at.slice(0, 16))
    expect(at).toEqual(['2027-01-31T08:00', '2027-01-21T08:00', '2027-01-11T08:00'])
  })

  it('continues from the time it was set to, forward or back, and reports it', async () => {
    const ahead = new Date(Date.now() + 300 * DAY_MS).toISOString()
    for (const now of [ahead, '2020-02-29T12:00:00+01:00']) {
      const { status, body } = await clock({ now })
      expect([status, body.object]).toEqual([200, 'sandbox_clock'])
      expect(Date.parse(body.now) - Date.parse(now)).toBeGreaterThanOrEqual(0)
      expect((await time()) - Date.parse(now)).toBeLessThan(10_000)
    }
    const before = await time()
    await clock({ advance: '1.5 hours' })
    expect((await time()) - before).toBeGreaterThanOrEqual(5_400_000)
  })

  it('expires objects with a lifetime, also after it was set back', async () => {
    await clock({ now: '2020-01-01T00:00:00.000Z' })
    const body = examples.of('exchangeToken').body
    const { access_token } = (await sandbox.call('POST', '/oauth/token', { key: null, body })).body
    const send = async (): Promise<number> =>
      (await sandbox.call('POST', '/emails', { key: access_token, body: MAIL })).status
    expect(await send()).toBe(200)
    await clock({ advance: '14 minutes' })
    expect(await send()).toBe(200)
    await clock({ advance: '2 minutes' })
    expect(await send()).toBe(401)
  })

  it('processes concurrent requests in sequence', async () => {
    const before = await time()
    const answers = await Promise.all(Array.from({ length: 5 }, () => clock({ advance: '1 day' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(Math.floor(((await time()) - before) / DAY_MS)).toBe(5)
  })

  it('reports how far it advanced if too much is due, and continues on request', async () => {
    const slow = await aSandbox({ worked_within_ms: 20 })
    try {
      const body = {
        name: 'Many',
        status: 'enabled',
        ...chain(trigger(), delay('a', '10 days'), delay('b', '10 days')),
      }
      const { id } = (await slow.call('POST', '/automations', { body })).body
      const events = Array.from({ length: 300 }, (_, each) => ({
        event: 'trial.started',
        email: `${each}@example.net`,
      }))
      await Promise.all(events.map(event => slow.call('POST', '/events/send', { body: event })))
      const now = new Date(Date.now() + 30 * DAY_MS).toISOString()
      const go = (): Promise<Reply> => slow.call('POST', '/sandbox/clock', { body: { now } })
      const first = await go()
      expect([first.status, first.body.name]).toEqual([503, 'service_unavailable'])
      expect(first.headers.get('retry-after')).not.toBeNull()
      await expect.poll(async () => (await go()).status).toBe(200)
      const counts = (await slow.call('GET', `/automations/${id}/metrics`)).body
      expect([counts.started, counts.completed]).toEqual([300, 300])
    } finally {
      await slow.stop()
    }
  })

  it.each([
    ['nothing', {}, 422],
    ['both', { now: '2027-01-01T00:00:00Z', advance: '1 day' }, 422],
    ['no moment', { now: 'tomorrow' }, 422],
    ['a moment without a zone', { now: '2027-01-01T00:00:00' }, 422],
    ['a month that there is not', { now: '2027-13-01T00:00:00Z' }, 422],
    ['a day that there is not', { now: '2027-02-30T00:00:00Z' }, 422],
    ['an hour that there is not', { now: '2027-02-28T25:00:00Z' }, 422],
    ['no duration', { advance: 'a while' }, 422],
    ['a number', { advance: 30 }, 422],
    ['more than a year', { advance: '53 weeks' }, 422],
    ['a moment after more than a year', { now: '2400-01-01T00:00:00Z' }, 422],
    ['the last moment there is', { now: '9999-12-31T23:59:59.999Z' }, 422],
    ['a list', [], 400],
    ['no JSON', '{', 400],
  ])('rejects %s in the documented format and stays unchanged', async (_, given, status) => {
    const before = await time()
    const { status: answered, body } = await clock(given)
    expect([answered, body.statusCode, body.name]).toEqual([status, status, 'validation_error'])
    expect((await time()) - before).toBeLessThan(10_000)
  })

  it('names the given and the accepted values', async () => {
    expect((await clock({ advance: 'a while' })).body.message).toBe(
      'The `advance` field must be a duration such as "90 seconds", "2 hours" or "30 days", of at most 366 days; received "a while".',
    )
  })

  it('advances up to 366 days per request with either field', async () => {
    const own = await aSandbox()
    const put = (body: object): Promise<Reply> => own.call('POST', '/sandbox/clock', { body })
    const after = async (ms: number): Promise<string> =>
      new Date(Date.parse((await own.call('GET', '/sandbox/clock')).body.now) + ms).toISOString()
    try {
      expect((await put({ advance: '366 days' })).status).toBe(200)
      expect((await put({ advance: '31622401 seconds' })).status).toBe(422)
      expect((await put({ now: await after(366 * DAY_MS) })).status).toBe(200)
      const beyond = await after(367 * DAY_MS)
      const { status, body } = await put({ now: beyond })
      expect([status, body.message]).toEqual([
        422,
        expect.stringMatching(
          /^The `now` field must be at most 366 days after the time of the clock, \d{4}-.+Z; received "/,
        ),
      ])
      expect(body.message).toContain(beyond)
      // earlier times cause no work
      expect((await put({ now: '2001-01-01T00:00:00Z' })).status).toBe(200)
    } finally {
      await own.stop()
    }
  })
})

describe('the reset', () => {
  it('restores the initial data, including the clock and the code of the examples', async () => {
    const shown = async (): Promise<unknown[]> => {
      const paths = ['/templates', '/automations', '/contacts', '/segments', '/topics', '/oauth/grants', '/api-keys']
      const lists = await Promise.all(paths.map(path => sandbox.call('GET', path)))
      // the last use of the key comes from this test
      return lists.map(({ body }) => body.data.map((each: object) => ({ ...each, last_used_at: null })))
    }
    const before = await shown()
    expect(before.every(list => (list as unknown[]).length > 0)).toBe(true)
    const body = examples.of('exchangeToken').body
    const exchange = async (): Promise<number> =>
      (await sandbox.call('POST', '/oauth/token', { key: null, body })).status
    expect(await exchange()).toBe(200)
    await sent()
    await sandbox.call('POST', '/templates', { body: { name: 'More' } })
    await sandbox.call('DELETE', '/contacts/ana@example.com')
    await clock({ advance: '300 days' })
    const { status, body: answer } = await sandbox.call('POST', '/sandbox/reset')
    expect([status, answer.object]).toEqual([200, 'sandbox'])
    expect(Math.abs(Date.parse(answer.now) - Date.now())).toBeLessThan(60_000)
    expect(await shown()).toEqual(before)
    expect((await emails()).data).toEqual([])
    expect(await exchange()).toBe(200)
  })

  it('reuses earlier ids for other objects', async () => {
    const outcome = async (...steps: Parameters<typeof chain>): Promise<string> => {
      const body = { name: 'Same id', status: 'enabled', ...chain(trigger(), ...steps) }
      const { id } = (await sandbox.call('POST', '/automations', { body })).body
      await sandbox.call('POST', '/events/send', { body: { event: 'trial.started', email: 'ada@example.net' } })
      await clock({ advance: '1 minute' })
      return `${id} ${(await sandbox.call('GET', `/automations/${id}/runs`)).body.data[0].status}`
    }
    const id = examples.of('createAutomation').answer.id
    expect(await outcome(delay('a', '1 day'))).toBe(`${id} running`)
    await sandbox.call('POST', '/sandbox/reset')
    expect(await outcome(delay('b', '1 second'))).toBe(`${id} completed`)
  })

  it('leaves no concurrent request without a response', async () => {
    const asked = Array.from({ length: 20 }, () => sandbox.call('GET', '/templates'))
    const [reset, ...others] = await Promise.all([sandbox.call('POST', '/sandbox/reset'), ...asked])
    expect(reset.status).toBe(200)
    // a request in progress may be refused with Retry-After
    for (const { status } of others) expect([200, 503]).toContain(status)
    expect((await sandbox.call('GET', '/templates')).status).toBe(200)
  })
})

describe('a captured email', () => {
  it('is returned completely', async () => {
    const id = await sent({ to: ['you@example.net', 'two@example.net'], text: 'Plain', headers: { 'X-Kind': 'test' } })
    const { object, has_more, data } = await emails()
    expect([object, has_more, data.length]).toEqual(['list', false, 1])
    expect(data[0]).toMatchObject({
      email_id: id,
      from: 'Me <me@example.com>',
      to: ['you@example.net', 'two@example.net'],
      subject: 'Hello',
      html: '<p>It works.</p>',
      text: 'Plain',
    })
    expect(data[0].raw).toContain('X-Kind: test')
  })

  it('is listed in pages, newest first', async () => {
    for (const subject of ['1', '2', '3', '4', '5']) await sent({ subject })
    const subjects = (page: Reply['body']): string[] => page.data.map(({ subject }: { subject: string }) => subject)
    const first = await emails('?limit=2')
    expect([subjects(first), first.has_more]).toEqual([['5', '4'], true])
    const second = await emails(`?limit=3&after=${first.data[1].id}`)
    expect([subjects(second), second.has_more]).toEqual([['3', '2', '1'], false])
    const back = await emails(`?limit=2&before=${second.data[2].id}`)
    expect([subjects(back), back.has_more]).toEqual([['3', '2'], true])
  })

  it('moves to the next page if the page exceeds some megabytes', async () => {
    for (const subject of ['a', 'b', 'c']) await sent({ subject, html: `<p>${'x'.repeat(1_500_000)}</p>`, text: 'x' })
    const first = await emails()
    expect([first.data.length, first.has_more]).toEqual([1, true])
    const backwards = await emails(`?before=${(await emails(`?limit=1&after=${first.data[0].id}`)).data[0].id}`)
    expect(backwards.data.map(({ subject }: { subject: string }) => subject)).toEqual(['c'])
    const last = await emails(`?after=${first.data[0].id}`)
    expect(last.data.map(({ subject }: { subject: string }) => subject)).toEqual(['b'])
  })

  it.each(['limit=0', 'limit=101', 'limit=x', 'after=nobody', 'after=a&after=b', 'after=a&before=b'])(
    'rejects %s',
    async query => {
      const { status, body } = await sandbox.call('GET', `/sandbox/emails?${query}`)
      expect([status, body.name]).toEqual([422, 'validation_error'])
    },
  )
})

describe('a test address', () => {
  it.each([
    ['delivered@example.com', 'delivered', 250],
    ['delivered+one@example.com', 'delivered', 250],
    ['bounced@example.com', 'bounced', 550],
    ['Bounced+one@example.com', 'bounced', 550],
    ['complained@example.com', 'complained', 250],
    ['complained+one@example.com', 'complained', 250],
    ['suppressed@example.com', 'suppressed', 550],
    ['suppressed+one@example.com', 'delivered', 250],
    ['bouncedd@example.com', 'delivered', 250],
  ])('%s is %s', async (to, last_event, code) => {
    const id = await sent({ to })
    const { body } = await sandbox.call('GET', `/emails/${id}`)
    expect(body.last_event).toBe(last_event)
    expect(body.recipients).toMatchObject([{ address: to, status: last_event, code }])
    expect((await emails()).data).toHaveLength(1)
  })

  it('has a result of its own among other recipients', async () => {
    const to = ['you@example.net', 'bounced@example.com', 'complained@example.com', 'suppressed@example.com']
    const id = await sent({ to })
    const { last_event, recipients } = (await sandbox.call('GET', `/emails/${id}`)).body
    const statuses = recipients.map(({ status }: { status: string }) => status).toSorted()
    expect([last_event, statuses]).toEqual(['complained', ['bounced', 'complained', 'delivered', 'suppressed']])
  })

  it('resumes the automation that sent the email', async () => {
    const steps = chain(
      trigger(),
      mail('welcome', { template: { id: 'trial-nudge' } }),
      wait('w', { event_name: 'resend:email.complained', since: 'run_started' }),
    )
    const made = await sandbox.call('POST', '/automations', { body: { name: 'Told', status: 'enabled', ...steps } })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    await sandbox.call('POST', '/events/send', { body: { event: 'trial.started', email: 'complained@example.com' } })
    await clock({ advance: '1 hour' })
    const [run] = (await sandbox.call('GET', `/automations/${made.body.id}/runs`)).body.data
    expect(run.status).toBe('completed')
  })
})

describe('the routes of a sandbox', () => {
  it('describe what they accept', async () => {
    const { status, headers, body } = await sandbox.call('DELETE', '/sandbox/clock')
    expect([status, headers.get('allow'), body.name]).toEqual([405, 'GET, POST', 'method_not_allowed'])
    expect((await sandbox.call('GET', '/sandbox/nothing')).status).toBe(404)
  })

  it('do not exist on a server', async () => {
    const server = await startServer()
    try {
      for (const at of ['/sandbox/clock', '/sandbox/reset', '/sandbox/emails']) {
        for (const method of ['GET', 'POST']) {
          const { status, body } = await server.call(
            method,
            at,
            method === 'POST' ? { body: { advance: '1 day' } } : {},
          )
          expect([at, status, body.name]).toEqual([at, 404, 'not_found'])
        }
      }
    } finally {
      await server.stop()
    }
  })
})

describe('the data folder of a sandbox', () => {
  it('is removed by the next sandbox if its own was killed, and never while it is in use', () => {
    const [living, killed, other] = [newFolder(), newFolder(), mkdtempSync(path.join(tmpdir(), 'other-'))]
    killed.remove()
    mkdirSync(killed.path)
    const long_ago = new Date(Date.now() - 60_000)
    for (const folder of [living.path, killed.path, other]) utimesSync(folder, long_ago, long_ago)
    const next = newFolder()
    expect([living.path, killed.path, other, next.path].map(folder => existsSync(folder))).toEqual([
      true,
      false,
      true,
      true,
    ])
    for (const folder of [living, next]) folder.remove()
    expect([living.path, next.path].map(folder => existsSync(folder))).toEqual([false, false])
    rmSync(other, { recursive: true })
  })
})

describe('`npm run sandbox`', () => {
  it('prints URL and keys, leaves no files behind, and stops on request', async () => {
    const START = fileURLToPath(new URL('../../src/start.js', import.meta.url))
    const cwd = temporaryFolder()
    const PORT = String(await freePort())
    const child = spawn(process.execPath, [START, 'sandbox'], {
      cwd,
      env: { ...WRONG_SETTINGS, PATH: process.env.PATH, PORT, TMPDIR: cwd },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let said = ''
    child.stdout.on('data', (part: Buffer) => (said += part.toString()))
    await expect.poll(() => said).toContain('/sandbox/reset')
    expect(said).toContain(`http://localhost:${PORT}`)
    const [key] = /re_sandbox_\w+/.exec(said)!
    const mails = await fetch(`http://localhost:${PORT}/emails`, { headers: { authorization: `Bearer ${key}` } })
    expect(mails.status).toBe(200)
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
    expect(existsSync(path.join(cwd, 'data'))).toBe(false)
  })
})
