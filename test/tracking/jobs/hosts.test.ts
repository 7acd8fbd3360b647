// The host of tracked links: the tracking subdomain after its DNS record is found. That host serves nothing else.
import http from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imagePath } from '../../../src/mail/images/rules.ts'
import { sql } from '../../support/beside.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../../support/domains.ts'
import { anImage } from '../../support/images.ts'
import { FORM, unsubscribeLinkIn, sendWithTopic } from '../../support/unsubscribing.ts'
import { type MailSink, mailSink } from '../../support/mail-sink.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'
import { BROWSER, type ReceivedMail, receivedBy } from '../../support/tracked.ts'

const HOUR_MS = 3_600_000
const TRACKED = { open_tracking: true, click_tracking: true }
const HTML = '<a href="https://example.com/pricing">Prices</a>'

const zone: Record<string, Names> = {}
let time: Clock
let names: NameServer
let sink: MailSink
let server: TestServer
let stranger: string
beforeAll(async () => {
  time = clock(new Date().toISOString())
  names = await zoneServer(zone)
  sink = await mailSink()
  const env = { MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_URL: sink.url }
  server = await startServer({ ...env, UNVERIFIED_DOMAINS: 'allow' }, { now: time.now })
  stranger = (await aTeam(server)).key
})
afterAll(async () => {
  await server.stop()
  await sink.close()
  await names.close()
})

let people = 0
async function send(from: string, key = server.key): Promise<ReceivedMail> {
  const to = `reader-${++people}@example.net`
  const body = { from: `ada@${from}`, to, subject: 'Prices', html: HTML }
  expect((await server.call('POST', '/emails', { key, body })).status).toBe(200)
  const received = await receivedBy(sink, to)
  time.forward(60_000)
  return received
}

const hostsOf = ({ links, picture }: ReceivedMail): string[] =>
  [links[0]!, picture!].map(each => new URL(each).hostname)
interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A request through a proxy that passes on the requested host. */
function at(host: string, address: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const { pathname, search } = new URL(address, server.url)
  const asked = { host: '127.0.0.1', port: server.port, path: pathname + search, method, agent: false }
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: string }>((resolve, reject) => {
    const request = http.request({ ...asked, headers: { 'user-agent': BROWSER, ...headers, host } }, answer => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      const body = (): string => Buffer.concat(parts).toString('latin1')
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, body: body() }))
    })
    request.on('error', reject)
    request.end(body)
  })
}
const follow = (link: string, host = new URL(link).host) => at(host, link)

async function looked(id: string, key = server.key): Promise<string[]> {
  await server.queue.idle()
  const { body } = await server.call('GET', `/domains/${id}`, { key })
  return body.records
    .filter(({ record }: { record: string }) => record === 'Tracking')
    .map(({ host, value, status }: Record<string, string>) => `${host} ${value} ${status}`)
}

describe('tracked links', () => {
  it('use the public URL while the record is missing', async () => {
    const { id } = await aVerifiedDomain(server, zone, 'early.example', TRACKED)
    await server.call('PATCH', `/domains/${id}`, { body: { tracking_subdomain: 'links' } })
    expect(await looked(id)).toEqual(['links.early.example mail.sender.example pending'])
    const received = await send('early.example')
    expect(hostsOf(received)).toEqual(['localhost', 'localhost'])
    expect((await follow(received.links[0]!)).headers.location).toBe('https://example.com/pricing')
  })

  it('use the newest subdomain whose record is found, and the previous one until then', async () => {
    const { id, records } = await aVerifiedDomain(server, zone, 'found.example', {
      ...TRACKED,
      tracking_subdomain: 'go',
    })
    expect(records).toContainEqual(
      expect.objectContaining({ record: 'Tracking', type: 'CNAME', name: 'go', status: 'verified' }),
    )
    await server.call('PATCH', `/domains/${id}`, { body: { tracking_subdomain: 'new' } })
    expect(await looked(id)).toEqual([
      'go.found.example mail.sender.example verified',
      'new.found.example mail.sender.example pending',
    ])
    const { links, picture } = await send('found.example')
    expect([links[0], picture]).toEqual([
      expect.stringMatching(new RegExp(`^http://go\\.found\\.example:${server.port}/t/c/[\\w-]+$`)),
      expect.stringMatching(new RegExp(`^http://go\\.found\\.example:${server.port}/t/o/[\\w-]+$`)),
    ])
    expect((await follow(links[0]!)).headers.location).toBe('https://example.com/pricing')
    expect((await follow(picture!)).body.slice(0, 3)).toBe('GIF')
    // of another subdomain, of the public URL, of another team
    for (const host of ['new.found.example', 'localhost', 'go.early.example'])
      expect((await follow(links[0]!, host)).status).toBe(404)
  })

  it('keep their host for three days after the record was removed, and then use the public URL', async () => {
    const gone = ['gone.example', 'lost.example']
    for (const name of gone) {
      await aVerifiedDomain(server, zone, name, { ...TRACKED, tracking_subdomain: 'go' })
      zone[`go.${name}`] = { CNAME: ['elsewhere.example'] }
    }
    const days = async (count: number): Promise<void> => {
      for (let day = 0; day < count; day++) {
        time.forward(24 * HOUR_MS)
        await server.queue.idle()
      }
    }
    await days(1)
    expect(hostsOf(await send('gone.example'))).toEqual(['go.gone.example', 'go.gone.example'])
    await days(4)
    expect(hostsOf(await send('lost.example'))).toEqual(['localhost', 'localhost'])
  })
})

describe('the host of a tracking subdomain', () => {
  it('serves links, the tracking pixel and the unsubscribe page, and nothing else', async () => {
    await aVerifiedDomain(server, zone, 'alone.example', { ...TRACKED, tracking_subdomain: 'go' })
    const [host, topic] = [
      `GO.alone.example:${server.port}`,
      await server.call('POST', '/topics', { body: { name: 'News', default_subscription: 'opt_in' } }),
    ]
    const mail = await sendWithTopic(server, sink, topic.body.id, 'leaver@example.net')
    const page = await at(host, unsubscribeLinkIn(mail), { headers: { accept: 'text/html' } })
    expect([page.status, page.body]).toEqual([200, expect.stringContaining('leaver@example.net')])
    const style = /href="(\/dashboard\.css[^"]*)"/.exec(page.body)![1]!
    expect((await at(host, style)).headers['content-type']).toContain('text/css')
    expect((await at(host, '/accent/1f6a5a.css')).headers['content-type']).toContain('text/css')
    const [{ id: team_id }] = (await sql<{ id: string }>(server, 'select id from teams order by created_at')) as [
      { id: string },
    ]
    const image = imagePath(await anImage(server, team_id))
    expect((await at(host, image)).headers['content-type']).toBe('image/png')
    const click = { method: 'POST', headers: { 'content-type': FORM }, body: 'List-Unsubscribe=One-Click' }
    expect((await at(host, unsubscribeLinkIn(mail), click)).status).toBe(204)

    const authorization = `Bearer ${server.key}`
    const paths = [
      '/',
      '/login',
      '/mailbox',
      '/emails',
      '/openapi.json',
      '/docs',
      '/healthz',
      '/t/',
      '/oauth/authorize',
      '/images',
      '/i/',
      '/accent/red.css',
    ]
    for (const path of [...paths, '/.well-known/oauth-authorization-server', '/unsubscribe/', '/dashboard.js']) {
      for (const more of [{ accept: 'text/html' }, { authorization }]) {
        const { status, headers, body } = await at(host, path, { headers: more })
        expect([path, status, headers['set-cookie']]).toEqual([path, 404, undefined])
        expect(body).toContain('This link leads nowhere')
      }
    }
    const body = JSON.stringify({ from: 'a@alone.example', to: 'never@example.net', subject: 'S', text: 'x' })
    const asked = { method: 'POST', headers: { authorization, 'content-type': 'application/json' }, body }
    for (const name of [host, 'go.alone.example', 'go.alone.example.'])
      for (const path of ['/emails', '/t/c/x']) expect((await at(name, path, asked)).status).toBe(404)
    expect(sink.messages.some(({ recipients }) => recipients.includes('never@example.net'))).toBe(false)
    // only the host differs
    expect((await at('other.alone.example', '/emails', { headers: { authorization } })).status).toBe(200)
  })

  it('is not restricted while the domain itself is unverified, so that no stranger can take over a host', async () => {
    const add = { name: 'company.example', tracking_subdomain: 'api', click_tracking: true }
    const { body } = await server.call('POST', '/domains', { key: stranger, body: add })
    addRecords(
      zone,
      body.records.filter(({ record }: { record: string }) => record === 'Tracking'),
    )
    await server.call('POST', `/domains/${body.id}/verify`, { key: stranger })
    expect(await looked(body.id, stranger)).toEqual(['api.company.example mail.sender.example verified'])
    const headers = { authorization: `Bearer ${server.key}` }
    expect((await at('api.company.example', '/emails', { headers })).status).toBe(200)
  })
})
