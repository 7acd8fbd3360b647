// One request with a large body, and many of them in parallel: other requests are not delayed for long, and memory is
// bounded. The server is a separate process, measured from inside.
import { rmSync } from 'node:fs'
import http from 'node:http'
import PostalMime from 'postal-mime'
import { afterEach, describe, expect, it } from 'vitest'
import { type MailSink, mailSink } from '../support/mail-sink.ts'
import { temporaryFolder } from '../support/folder.ts'
import { type WatchedServer, watchedServer } from '../support/watched.ts'

/**
 * Processor time: it took 5 to 12 s before, now 50 ms, plus some hundreds of milliseconds of garbage collection on a
 * busy machine.
 */
const HELD_MAX_MS = 1500

const BASE = { from: 'ada@example.org', to: 'grace@example.net', subject: 'Large' }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function started(env: Record<string, string> = {}, heap_mb?: number): Promise<WatchedServer> {
  const DATA_DIR = temporaryFolder()
  closing.push(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const server = await watchedServer({ DATA_DIR, ...env }, heap_mb)
  closing.push(() => server.stop())
  return server
}

interface Said {
  status: number
  text: string
  retry_after: string | undefined
}

/** On a separate connection. Returns the response, or undefined if there was none. */
function post({ url, key }: WatchedServer, path: string, body: Buffer): Promise<Said | undefined> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'content-length': body.length }
  return new Promise(resolve => {
    const request = http.request(url + path, { method: 'POST', headers, agent: false }, response => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status: status!, text: Buffer.concat(parts).toString(), retry_after: headers['retry-after'] })
      })
    })
    request.on('error', () => resolve(undefined))
    request.end(body)
  })
}

async function read({ url, key }: WatchedServer, path: string): Promise<Record<string, unknown>> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } })
  return (await response.json()) as Record<string, unknown>
}

const many = (bytes: number): Buffer => Buffer.from(`{"x":[${'{},'.repeat(bytes / 3)}{}]}`)
const email = (fields: object): Buffer => Buffer.from(JSON.stringify({ ...BASE, ...fields }))

type Hostile = [what: string, path: string, body: () => Buffer, status: number]

const LARGE: Hostile[] = [
  ['39 MB of empty objects', '/emails', () => many(39_000_000), 413],
  ['12 MB of empty objects', '/emails', () => many(12_000_000), 422],
  [
    '12 MB of one string outside the content',
    '/emails',
    () => email({ html: 'x', subject: 'é'.repeat(6_000_000) }),
    413,
  ],
]

const OF_A_MEGABYTE: Hostile[] = [
  ['empty objects', '/events/send', () => many(990_000), 422],
  ['escaped quotation marks', '/emails', () => email({ html: '"'.repeat(490_000), to: 'nobody' }), 422],
  ['what is to be an address', '/emails', () => email({ html: 'x', to: 'a <'.repeat(300_000) }), 422],
  ['what is to be a header', '/emails', () => email({ html: 'x', headers: { a: ' '.repeat(900_000) } }), 422],
]

describe('a hostile body', () => {
  async function expectRefusal(server: WatchedServer, peak_mb: number, hostile: Hostile): Promise<void> {
    const [what, path, body, status] = hostile
    await server.forget()
    const said = await post(server, path, body())
    expect(said?.status, what).toBe(status)
    const after = await server.watch()
    expect(after.held_ms, what).toBeLessThan(HELD_MAX_MS)
    expect(after.peak_mb - peak_mb, what).toBeLessThan(300)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  }

  it('is rejected, whatever it contains, and does not delay other requests', async () => {
    const server = await started({}, 512)
    // all of them together have the limit of one
    const { peak_mb } = await server.watch()
    for (const hostile of [...OF_A_MEGABYTE, ...LARGE]) await expectRefusal(server, peak_mb, hostile)
  })
})

describe('a large email', () => {
  async function sink(): Promise<MailSink> {
    const sink = await mailSink()
    closing.push(() => sink.close())
    return sink
  }

  it.each([
    ['harmless', '<p class="a">Grüße &amp; 😀 so on</p>\n'.repeat(90_000)],
    ['hostile', `${'<ul><li>'.repeat(10_000)}${'<ol type=i start=10000><li>x</li></ol>'.repeat(90_000)}`],
  ])(
    'of %s HTML arrives unchanged, and does not delay other requests',
    async (_what, html) => {
      const { url: SMTP_URL, received } = await sink()
      const server = await started({ SMTP_URL })
      const { peak_mb } = await server.forget()
      const said = await post(server, '/emails', email({ html }))
      expect(said?.status).toBe(200)
      const { id } = JSON.parse(said!.text) as { id: string }
      const [message] = await received(1)
      const { held_ms } = await server.watch()
      const shown = await read(server, `/emails/${id}`)
      expect([shown.html === html, shown.text]).toEqual([true, null])
      const parsed = await PostalMime.parse(message!.raw)
      // lines of an email end in CRLF, also within base64 (RFC 2045 6.8)
      expect(parsed.html?.replaceAll('\r\n', '\n').trim() === html.trim()).toBe(true)
      expect(parsed.text).toBeTruthy()
      expect(held_ms).toBeLessThan(HELD_MAX_MS)
      expect((await server.watch()).peak_mb - peak_mb).toBeLessThan(400)
    },
    90_000,
  )
})

describe('40 parallel large requests', () => {
  it('are accepted or rejected with a retry hint; memory stays bounded, and other requests are served', async () => {
    const server = await started()
    const { peak_mb } = await server.forget()
    // escaped, so that the bodies are larger than their content
    const body = Buffer.from(email({ html: 'X' }).toString().replace('X', '\\u0430'.repeat(1_900_000)))
    const others: number[] = []
    const asking = setInterval(() => {
      void fetch(`${server.url}/healthz`).then(({ status }) => others.push(status))
    }, 100)
    const said = await Promise.all(Array.from({ length: 40 }, () => post(server, '/emails', body)))
    clearInterval(asking)
    const { held_ms, peak_mb: peak_after } = await server.watch()
    const counts = { taken: 0, later: 0 }
    for (const each of said) {
      if (each?.status === 200) counts.taken += 1
      else {
        expect(each).toMatchObject({ status: 503, retry_after: expect.stringMatching(/^\d+$/) })
        counts.later += 1
      }
    }
    expect(counts.taken).toBeGreaterThan(4)
    // all of them together would be 870 MB
    expect(peak_after - peak_mb).toBeLessThan(600)
    expect(held_ms).toBeLessThan(HELD_MAX_MS)
    expect(new Set(others)).toEqual(new Set([200]))
  })
})

describe('150 parallel large responses', () => {
  it('are sent or rejected with a retry hint; memory stays bounded, and other requests are served', async () => {
    const server = await started()
    const said = await post(server, '/emails', email({ html: 'x'.repeat(4_000_000) }))
    const { id } = JSON.parse(said!.text) as { id: string }
    const { peak_mb } = await server.forget()
    const others: number[] = []
    const asking = setInterval(() => {
      void fetch(`${server.url}/healthz`).then(({ status }) => others.push(status))
    }, 100)
    const answers = await Promise.all(Array.from({ length: 150 }, () => sizeOf(server, `/emails/${id}`)))
    clearInterval(asking)
    const { held_ms, peak_mb: peak_after } = await server.watch()
    for (const { status, bytes } of answers) expect(status === 503 || (status === 200 && bytes > 4_000_000)).toBe(true)
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(8)
    // all of them together would be 720 MB
    expect(peak_after - peak_mb).toBeLessThan(600)
    expect(held_ms).toBeLessThan(HELD_MAX_MS)
    expect(new Set(others)).toEqual(new Set([200]))
  })

  /** Read on a separate connection, and discarded. */
  function sizeOf({ url, key }: WatchedServer, path: string): Promise<{ status: number; bytes: number }> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}` }
      const request = http.get(url + path, { headers, agent: false }, response => {
        let bytes = 0
        response.on('data', (part: Buffer) => (bytes += part.length))
        response.on('end', () => resolve({ status: response.statusCode!, bytes }))
      })
      request.on('error', reject)
    })
  }
})
