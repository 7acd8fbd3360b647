// GET /metrics: served only if it is configured, only to authorized clients, with correct values.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { exposition } from '../../src/app/metrics/exposition.ts'
import { statement } from '../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation, sendEvent } from '../support/automations.ts'
import { chain, delay, trigger } from '../automations/rules/support.ts'
import { ON_POSTGRES } from '../support/databases.ts'
import { anEmailBody } from '../support/emails.ts'
import { type Family, readExposition, valueOf } from '../support/exposition.ts'
import { mailSink, type SinkOptions } from '../support/mail-sink.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { freePort } from '../support/port.ts'
import { temporaryFolder } from '../support/folder.ts'

const TOKEN = 'a-token.for_tests~0123+/='
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function aServer(env: Record<string, string> = { METRICS_TOKEN: TOKEN }): Promise<TestServer> {
  const server = await startServer({ STOP_SECONDS: '1', ...env })
  closing.push(() => server.stop())
  return server
}

async function aSink(options: SinkOptions): Promise<string> {
  const sink = await mailSink(options)
  closing.push(() => sink.close())
  return sink.url
}

async function scraped({ call }: TestServer): Promise<Map<string, Family>> {
  const { status, body, headers } = await call('GET', '/metrics', { key: TOKEN })
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return readExposition(body)
}

const states = statement<object, { last_event: string }>(knex => knex('email_states').select('last_event'))

describe('without configuration', () => {
  it('metrics are not available', async () => {
    const server = await aServer({})
    for (const headers of [{}, { authorization: 'Bearer ' }, { accept: 'text/plain' }] as Record<string, string>[]) {
      const { status, body } = await server.call('GET', '/metrics', { key: null, headers })
      expect([status, body.name]).toEqual([404, 'not_found'])
    }
    expect(server.database.onCounted).toBeUndefined()
  })
})

describe('with a token', () => {
  it('metrics require the token', async () => {
    const server = await aServer()
    const asked = async (headers: Record<string, string>, method = 'GET'): Promise<unknown> => {
      const reply = await server.call(method, '/metrics', { key: null, headers })
      expect(reply.headers.get('content-length')).not.toBeNull()
      return [reply.status, reply.body.name, reply.headers.get('www-authenticate')]
    }
    const challenge = 'Bearer realm="metrics"'
    expect(await asked({})).toEqual([401, 'missing_api_key', challenge])
    expect(await asked({ authorization: `Basic ${TOKEN}` })).toEqual([401, 'missing_api_key', challenge])
    for (const other of [server.key, TOKEN.slice(0, -1), `${TOKEN}=`, TOKEN.toUpperCase(), `${TOKEN}, ${TOKEN}`]) {
      expect(await asked({ authorization: `Bearer ${other}` })).toEqual([401, 'invalid_api_key', challenge])
    }
    expect(await asked({ authorization: `Bearer ${TOKEN}` })).toEqual([200, undefined, null])
    expect(await asked({ authorization: `bearer  ${TOKEN}` })).toEqual([200, undefined, null])
    expect(await asked({ authorization: `Bearer ${TOKEN}` }, 'HEAD')).toEqual([200, undefined, null])
    expect(await asked({ authorization: `Bearer ${TOKEN}` }, 'POST')).toEqual([405, 'method_not_allowed', null])
    expect(server.logged()).not.toContain(TOKEN)
    // the token grants access to nothing else
    expect((await server.call('GET', '/emails', { key: TOKEN })).status).toBe(401)
  })
})

describe('on a separate port', () => {
  const at = async (port: string, where: string, headers: Record<string, string> = {}): Promise<number> =>
    (await fetch(`http://127.0.0.1:${port}${where}`, { headers })).status

  it('metrics are available only there, and nothing else is', async () => {
    const METRICS_PORT = String(await freePort())
    const server = await aServer({ METRICS_PORT })
    expect((await server.call('GET', '/metrics')).status).toBe(404)
    expect(await at(METRICS_PORT, '/metrics')).toBe(200)
    for (const other of ['/', '/emails', '/docs', '/login', '/healthz', '/openapi.json']) {
      expect(await at(METRICS_PORT, other, { authorization: `Bearer ${server.key}` }), other).toBe(404)
    }
    await server.stop()
    closing.length = 0
    await expect(at(METRICS_PORT, '/metrics')).rejects.toThrow()
  })

  it('a token can be required there, too', async () => {
    const METRICS_PORT = String(await freePort())
    const server = await aServer({ METRICS_PORT, METRICS_TOKEN: TOKEN })
    expect((await server.call('GET', '/metrics', { key: TOKEN })).status).toBe(404)
    expect(await at(METRICS_PORT, '/metrics')).toBe(401)
    expect(await at(METRICS_PORT, '/metrics', { authorization: `Bearer ${TOKEN}` })).toBe(200)
  })

  it('a port that is in use prevents the first start, and the error names it', async () => {
    const server = await aServer({})
    const DATA_DIR = temporaryFolder()
    const METRICS_PORT = String(server.port)
    await expect(startServer({ DATA_DIR, METRICS_PORT })).rejects.toThrow(
      `METRICS_PORT is ${METRICS_PORT}, which is in use on 127.0.0.1. Stop the other process, or set METRICS_PORT`,
    )
    expect(existsSync(path.join(DATA_DIR, 'lettermill.db'))).toBe(false)
  })
})

describe('requests', () => {
  it('are counted by operation and status class, for any path', async () => {
    const server = await aServer()
    const { call } = server
    const id = '0b8d2f44-5f1e-4a63-9c0e-6d1f5a0f7c11'
    for (let number = 0; number < 30; number++) {
      await call('GET', `/emails/${id.slice(0, -2)}${number + 10}`)
      await call('GET', `/contacts/ada${number}%40example.com`)
      await call('GET', `/nowhere-${number}/"\\%0a{}`)
      await call('GET', `/docs?${number}`)
    }
    await call('GET', '/emails', { key: null })
    await call('POST', '/emails', { body: anEmailBody() })
    await call('PURGE', '/emails').catch(() => {})
    const families = await scraped(server)
    const requests = families.get('lettermill_http_requests_total')!.series
    const document = JSON.parse(readFileSync('generated/openapi.json', 'utf8'))
    const methods = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(Object.values)
    const operations = ['other', ...methods.map(({ operationId }) => operationId)]
    for (const { labels } of requests) {
      expect(Object.keys(labels)).toEqual(['operation', 'status'])
      expect(operations).toContain(labels.operation)
      expect(labels.status).toMatch(/^[1-5]xx$/)
    }
    const count = (operation: string, status: string): number =>
      valueOf(families, 'lettermill_http_requests_total', { operation, status })
    expect(count('getEmail', '4xx')).toBe(30)
    expect(count('getContact', '4xx')).toBe(30)
    expect(count('listEmails', '4xx')).toBe(1)
    expect(count('sendEmail', '2xx')).toBe(1)
    expect(count('other', '2xx')).toBe(30)
    expect(count('other', '4xx')).toBeGreaterThanOrEqual(30)
    expect(valueOf(families, 'lettermill_http_request_duration_seconds_count', { operation: 'getEmail' })).toBe(30)
    const { body } = await call('GET', '/metrics', { key: TOKEN })
    for (const private_ of [id.slice(0, 30), 'ada', 'example', 'nowhere', server.key, TOKEN]) {
      expect(body).not.toContain(private_)
    }
  })
})

describe('emails', () => {
  it('match the counts in the database', async () => {
    const SMTP_URL = await aSink({
      recipient: address => {
        if (address.startsWith('gone')) return { code: 550, words: 'No such user' }
        return address.startsWith('later') ? { code: 451, words: 'Later' } : undefined
      },
    })
    const server = await aServer({ METRICS_TOKEN: TOKEN, SMTP_URL })
    for (const to of ['one@example.net', 'two@example.net', 'gone@example.net', 'later@example.net']) {
      const headers = { 'idempotency-key': to }
      await server.call('POST', '/emails', { body: anEmailBody({ to }), headers })
      // the same response, and no second email
      await server.call('POST', '/emails', { body: anEmailBody({ to }), headers })
    }
    expect((await server.call('POST', '/emails', { body: anEmailBody({ from: 'nobody' }) })).status).toBe(422)
    await expect.poll(() => server.database.read(tx => tx.all(states, {}))).toHaveLength(4)
    const families = await scraped(server)
    const counted = families.get('lettermill_emails_total')!.series.map(({ labels, value }) => [labels.event, value])
    expect(Object.fromEntries(counted)).toEqual({
      accepted: 4,
      delivered: 2,
      bounced: 1,
      delivery_delayed: 1,
      failed: 0,
      complained: 0,
      suppressed: 0,
    })
    expect(valueOf(families, 'lettermill_queue_jobs', { kind: 'deliver_email', state: 'waiting' })).toBe(1)
    expect(valueOf(families, 'lettermill_relay_up')).toBe(1)
    expect(valueOf(families, 'lettermill_relay_answered_timestamp_seconds') * 1000).toBeGreaterThan(Date.now() - 60_000)
  })

  it('distinguish an unreachable relay from a missing one', async () => {
    const down = await aServer({
      METRICS_TOKEN: TOKEN,
      SMTP_URL: await aSink({ login: { user: 'a', password: 'b' } }).then(url => url.replace('a:b', 'a:c')),
    })
    await expect.poll(async () => (await scraped(down)).has('lettermill_relay_up')).toBe(true)
    const families = await scraped(down)
    expect([valueOf(families, 'lettermill_relay_up'), valueOf(families, 'lettermill_relay_reply_code')]).toEqual([
      0, 535,
    ])
    expect((await scraped(await aServer())).has('lettermill_relay_up')).toBe(false)
  })
})

describe('runs of automations', () => {
  it('are counted when they start and when they end', async () => {
    const server = await aServer()
    await aPublishedTemplate(server)
    const automation = await anAutomation(server, { ...chain(trigger(), delay('wait')), status: 'enabled' })
    await anAutomation(server, { ...chain(trigger()), status: 'enabled' })
    for (const email of ['a@example.com', 'b@example.com', 'c@example.com']) await sendEvent(server, { email })
    const running = async (): Promise<number> => valueOf(await scraped(server), 'lettermill_automation_runs_running')
    // waiting runs count as running; the count is updated once a second
    await expect.poll(running).toBe(3)
    const { body } = await server.call('GET', `/automations/${automation}/runs`)
    await server.call('POST', `/automations/${automation}/runs/${body.data[0].id}/cancel`)
    await server.call('POST', `/automations/${automation}/stop`, { body: { runs: 'cancel' } })
    await server.queue.idle()
    const families = await scraped(server)
    const counted = families
      .get('lettermill_automation_runs_total')!
      .series.map(({ labels, value }) => [labels.event, value])
    expect(Object.fromEntries(counted)).toEqual({ begun: 6, completed: 3, failed: 0, cancelled: 3 })
    await expect.poll(running).toBe(0)
  })
})

describe('the response', () => {
  it('has the metrics that an operator needs, completely', async () => {
    const server = await aServer()
    const families = await scraped(server)
    for (const check of ['database', 'storage', 'queue'])
      expect(valueOf(families, 'lettermill_check_ok', { check })).toBe(1)
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'lettermill_event_loop_busy_seconds_total',
    ]) {
      expect(valueOf(families, name), name).toBeGreaterThan(0)
    }
    expect(valueOf(families, 'process_start_time_seconds') * 1000).toBeLessThanOrEqual(Date.now())
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(valueOf(families, 'lettermill_build_info', { version, node: process.versions.node })).toBe(1)
    await expect
      .poll(async () => valueOf(await scraped(server), 'lettermill_event_loop_delay_seconds_count'))
      .toBeGreaterThan(2)
  })

  describe.skipIf(ON_POSTGRES)('a database in a file', () => {
    it('reports its size and free space', async () => {
      const families = await scraped(await aServer())
      expect(valueOf(families, 'lettermill_disk_free_bytes')).toBeGreaterThan(0)
      expect(valueOf(families, 'lettermill_database_bytes', { file: 'database' })).toBeGreaterThan(1000)
    })

    it('reports that the database is unavailable, with all other metrics', async () => {
      const server = await aServer()
      server.database.damaged('a page is torn')
      const families = await scraped(server)
      expect(valueOf(families, 'lettermill_check_ok', { check: 'storage' })).toBe(0)
      expect(valueOf(families, 'lettermill_check_ok', { check: 'queue' })).toBe(1)
    })
  })
})

describe('the text format', () => {
  it('escapes every label and value', () => {
    const label = 'a "quote", a \\ and \\n, an\nend'
    const samples = [1e21, 1e-7, -1, Infinity, 0].map((value, index) => ({
      labels: { label, index: `${index}` },
      value,
    }))
    const text = exposition([{ name: 'a_b', type: 'gauge', help: 'Help \\ with\nends', samples }])
    const families = readExposition(text)
    expect(families.get('a_b')!.series.map(({ labels, value }) => [labels.label, value])).toEqual(
      samples.map(({ value }) => [label, value]),
    )
    expect(exposition([{ name: 'a_b', type: 'gauge', help: 'None', samples: [] }])).toBe('')
  })

  it('is accepted by a strict parser', () => {
    const refused = ['a 1', '# HELP a b\n# TYPE a gauge\na 1\na 2\n', '# HELP a b\n# TYPE a gauge\na{b="\n"} 1\n']
    for (const text of refused) expect(() => readExposition(text)).toThrow()
  })
})
