// Promise P13: any disk error is a 503, wherever it occurs. A whole server works on a disk of which each call in turn
// fails, once or for a while: it keeps running, each request gets a complete response or 503, and accepted data is
// kept.
import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPublishedTemplate, anAutomation } from '../support/automations.ts'
import { chain, contactUpdate, mail, trigger } from '../automations/rules/support.ts'
import { clock } from '../support/clock.ts'
import { anEmailBody } from '../support/emails.ts'
import { type FaultyDisk, faultyDisk } from '../support/faulty-disk.ts'
import { aConsentRequest, aPerson } from '../support/pages.ts'
import { type Reply, startServer, type TestServer } from '../support/server.ts'
import { temporaryFolder } from '../support/folder.ts'

interface Trouble {
  code: string
  /** Number of consecutive calls that fail. */
  times: number
  /** Whether it fails at every call or at every nth, which limits the duration of the suite. */
  each: number
}

/** `npm run faults` skips nothing. */
const STRIDE = process.env.SAMPLES === 'all' ? 1 : 5

describe('disk errors', () => {
  let server: TestServer
  let disk: FaultyDisk
  let automation: string
  const escaped: unknown[] = []
  const onEscape = (error: unknown): void => void escaped.push(error)

  beforeEach(async () => {
    process.on('uncaughtException', onEscape)
    process.on('unhandledRejection', onEscape)
    server = await startServer()
    await aPublishedTemplate(server)
    const graph = chain(trigger(), contactUpdate('note', { first_name: 'Ana' }), mail('nudge'))
    automation = await anAutomation(server, graph)
    await server.call('PATCH', `/automations/${automation}`, { body: { status: 'enabled' } })
    disk = faultyDisk()
  })
  afterEach(async () => {
    disk.end()
    await server.stop()
    process.off('uncaughtException', onEscape)
    process.off('unhandledRejection', onEscape)
    expect(escaped.splice(0)).toEqual([])
  })

  const answered = ({ status, headers, body }: Reply, good: number): boolean => {
    if (status === good) return true
    expect(status, JSON.stringify(body)).toBe(503)
    expect(headers.get('retry-after')).toMatch(/^[1-9]/)
    expect(body.name).toBe('service_unavailable')
    return false
  }

  let rounds = 0
  /** Sends some requests of each kind; returns what was accepted. */
  async function used(): Promise<{ emails: string[]; contacts: string[] }> {
    const [emails, contacts]: [string[], string[]] = [[], []]
    const address = `ana${++rounds}@example.com`
    const asked = await Promise.all([
      server.call('POST', '/emails', { body: anEmailBody() }),
      server.call('POST', '/emails', { body: anEmailBody(), headers: { 'idempotency-key': `key-${rounds}` } }),
      server.call('POST', '/contacts', { body: { email: address } }),
      server.call('POST', '/events/send', { body: { event: 'trial.started', email: address } }),
      server.call('GET', '/emails?limit=5'),
      server.call('GET', `/automations/${automation}/runs`),
    ])
    const [plain, keyed, contact, event, list, runs] = asked
    if (answered(plain, 200)) emails.push(plain.body.id)
    if (answered(keyed, 200)) emails.push(keyed.body.id)
    if (answered(contact, 201)) contacts.push(contact.body.id)
    answered(event, 202)
    answered(list, 200)
    answered(runs, 200)
    return { emails, contacts }
  }

  const TROUBLES: Trouble[] = [
    { code: 'SQLITE_IOERR_READ', times: 1, each: 1 },
    { code: 'SQLITE_IOERR_FSYNC', times: 3, each: 3 },
    { code: 'SQLITE_FULL', times: 2, each: 3 },
    { code: 'SQLITE_CANTOPEN', times: 8, each: 8 },
  ]

  it.each(TROUBLES)(
    'the server survives $code, $times in a row, at any call',
    async ({ code, times, each }) => {
      disk.repair()
      await used()
      await server.queue.idle()
      const all = disk.calls()
      expect(all).toBeGreaterThan(100)
      const accepted: string[] = []
      for (let at = 1; at <= all; at += each * STRIDE) {
        disk.fail(at, times, code)
        const { emails, contacts } = await used()
        await server.queue.idle()
        disk.repair()
        const after = await server.call('POST', '/emails', { body: anEmailBody() })
        expect(after.status, `after call ${at}`).toBe(200)
        accepted.push(...emails, after.body.id)
        for (const id of contacts) expect((await server.call('GET', `/contacts/${id}`)).status).toBe(200)
      }
      const delivered = async (): Promise<number> => {
        await server.queue.idle()
        const found = await Promise.all(accepted.map(id => server.call('GET', `/emails/${id}`)))
        return found.filter(({ body }) => body.last_event === 'delivered').length
      }
      // a delivery that failed twice gets its third attempt a while later
      await expect.poll(delivered, { timeout: 90_000, interval: 500 }).toBe(accepted.length)
    },
    300_000,
  )

  it('a full disk rejects writes, allows reads, and recovers without a restart', async () => {
    const { body: kept } = await server.call('POST', '/emails', { body: anEmailBody() })
    disk.fail(1, Infinity, 'SQLITE_FULL', /^(?:insert|update|delete)/)
    const ready = (): Promise<Reply> => server.call('GET', '/readyz', { key: null })
    await expect.poll(async () => (await ready()).status).toBe(503)
    const refused = await ready()
    expect(refused.headers.get('retry-after')).toMatch(/^[1-9]/)
    expect(refused.body.checks).toMatchObject({ database: 'ok', storage: 'failed' })
    expect((await server.call('POST', '/emails', { body: anEmailBody() })).status).toBe(503)
    expect((await server.call('GET', `/emails/${kept.id}`)).status).toBe(200)
    disk.repair()
    await expect.poll(async () => (await ready()).status).toBe(200)
    expect((await used()).emails).toHaveLength(2)
  })
})

describe('the pages on a full disk', () => {
  const time = clock()
  let server: TestServer
  let disk: FaultyDisk
  beforeEach(async () => {
    server = await startServer({}, { now: time.now })
    disk = faultyDisk()
  })
  afterEach(async () => {
    disk.end()
    await server.stop()
  })

  const PAGES = ['/start', '/emails', '/mailbox', '/contacts', '/broadcasts', '/api-keys', '/account', '/team', '/logs']

  it('are displayed, including the consent page, while nothing can be stored', async () => {
    const person = aPerson(server)
    await person.logIn('/start')
    const consent = await aConsentRequest(server)
    // the last use of the session is due to be stored
    time.forward(120_000)
    disk.fail(1, Infinity, 'SQLITE_FULL', /^(?:insert|update|delete|user_version)/)
    for (const page of [consent, ...PAGES]) expect([page, (await person.get(page)).status]).toEqual([page, 200])
    expect(await person.get('/login?next=/emails')).toMatchObject({ status: 303, location: '/emails' })
    expect((await server.call('GET', '/emails')).status).toBe(200)
    expect((await person.post('/team/names', { name: 'New', sender_name: '' })).status).toBe(503)
    disk.repair()
    expect((await person.get('/account')).status).toBe(200)
  })

  it('show a secret only when it can be deleted, and once', async () => {
    const person = aPerson(server)
    await person.logIn('/start')
    await person.get('/api-keys')
    const { location } = await person.post('/api-keys/make', { name: 'Shop', permission: 'full_access' })
    disk.fail(1, Infinity, 'SQLITE_FULL', /^(?:insert|update|delete)/)
    const without = await person.get(location!)
    expect([without.status, /re_\w{10}/.test(without.text)]).toEqual([200, false])
    disk.repair()
    expect((await person.get(location!)).text).toMatch(/re_\w{10}/)
    expect((await person.get(location!)).text).not.toMatch(/re_\w{10}/)
  })
})

describe('a damaged database that is closed', () => {
  it('keeps its write-ahead log, which was not moved into the damaged file', async () => {
    const DATA_DIR = temporaryFolder()
    const server = await startServer({ DATA_DIR })
    await server.call('POST', '/emails', { body: anEmailBody() })
    server.database.damaged('made up')
    await server.stop()
    const log = path.join(DATA_DIR, 'lettermill.db-wal')
    expect(existsSync(log) && statSync(log).size).toBeGreaterThan(0)
    rmSync(DATA_DIR, { recursive: true })
  })
})

describe('a deleted data folder', () => {
  it('is reported by /readyz, nothing is accepted in the meantime, and the server recovers when it is back', async () => {
    const server = await startServer()
    const away = `${server.data_dir}-away`
    const ready = async (): Promise<number> => (await server.call('GET', '/readyz', { key: null })).status
    const post = async (): Promise<number> => (await server.call('POST', '/emails', { body: anEmailBody() })).status
    try {
      expect([await ready(), await post()]).toEqual([200, 200])
      renameSync(server.data_dir, away)
      await expect.poll(post).toBe(503)
      expect(await ready()).toBe(503)
      mkdirSync(server.data_dir)
      writeFileSync(path.join(server.data_dir, 'lettermill.db'), '')
      expect([await ready(), await post()]).toEqual([503, 503])
      rmSync(server.data_dir, { recursive: true })
    } finally {
      if (existsSync(away)) renameSync(away, server.data_dir)
    }
    await expect.poll(ready).toBe(200)
    await expect.poll(post).toBe(200)
    await server.stop()
  })
})
