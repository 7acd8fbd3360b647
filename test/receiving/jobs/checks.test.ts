// Authentication results, spam filter verdicts, and loops of received email.
import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { authenticate, dkimSign } from 'mailauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { anEmailBody } from '../../support/emails.ts'
import { firstTeamOf } from '../../support/people.ts'
import { aReceivingDomain, newestReceived, receive } from '../../support/receiving.ts'
import { type TestServer, startServer } from '../../support/server.ts'

const time = clock()
const zone: Record<string, Names | 'SERVFAIL' | 'silent'> = {
  'pass.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  'fail.example': { TXT: ['v=spf1 -all'] },
  'soft.example': { TXT: ['v=spf1 ~all'] },
  'broken.example': 'SERVFAIL',
  '_dmarc.broken.example': 'SERVFAIL',
  'strict.example': { TXT: ['v=spf1 -all'] },
  '_dmarc.strict.example': { TXT: ['v=DMARC1; p=reject'] },
  'quarantine.example': { TXT: ['v=spf1 -all'] },
  '_dmarc.quarantine.example': { TXT: ['v=DMARC1; p=quarantine'] },
  'aligned.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] },
  '_dmarc.aligned.example': { TXT: ['v=DMARC1; p=reject'] },
  'watching.example': { TXT: ['v=spf1 -all'] },
  '_dmarc.watching.example': { TXT: ['v=DMARC1; p=none'] },
}
let names: NameServer
let filter: http.Server
let server: TestServer
let refusing: TestServer
let team_id: string
let answer: { status: number; body: string }
let asked: { headers: http.IncomingHttpHeaders; body: string }[]

async function started(more: Record<string, string>): Promise<TestServer> {
  const begun = await startServer({ SMTP_IN_PORT: '0', DNS_SERVERS: names.address, ...more }, { now: time.now })
  team_id = await firstTeamOf(begun, begun.admin.email)
  await aReceivingDomain(begun.database, team_id, 'rx.example.org', time.now())
  return begun
}

beforeAll(async () => {
  names = await zoneServer(zone)
  filter = http.createServer((request, response) => {
    let body = ''
    request.on('data', piece => (body += piece))
    request.on('end', () => {
      asked.push({ headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>(resolve => filter.listen(0, '127.0.0.1', resolve))
  refusing = await started({ DMARC_REJECT: 'refuse' })
  const { port } = filter.address() as AddressInfo
  server = await started({ SPAM_CHECK_URL: `http://127.0.0.1:${port}/checkv2` })
})
beforeEach(() => {
  answer = { status: 200, body: '{"action":"no action","score":1.5,"required_score":15}' }
  asked = []
})
afterAll(async () => {
  await Promise.all([server.stop(), refusing.stop(), names.close()])
  await new Promise(resolve => filter.close(resolve))
})

const mailOf = (domain: string, more = ''): string => `From: bob@${domain}\r\nTo: in@rx.example.org\r\n${more}\r\nx\r\n`
async function from(domain: string, more = '') {
  expect(await receive(server, 'in@rx.example.org', mailOf(domain, more), `bob@${domain}`)).toMatch(/^250 /)
  return newestReceived(server.database, team_id)
}

describe('an email', () => {
  it.each([
    ['pass.example', { spf: 'pass', dkim: 'gray', dmarc: 'gray' }, 'ok'],
    ['fail.example', { spf: 'fail', dkim: 'gray', dmarc: 'gray' }, 'ok'],
    ['soft.example', { spf: 'gray', dkim: 'gray', dmarc: 'gray' }, 'ok'],
    ['none.example', { spf: 'gray', dkim: 'gray', dmarc: 'gray' }, 'ok'],
    ['broken.example', { spf: 'processing_failed', dkim: 'gray', dmarc: 'processing_failed' }, 'ok'],
    ['strict.example', { spf: 'fail', dkim: 'gray', dmarc: 'fail' }, 'spam'],
    ['quarantine.example', { spf: 'fail', dkim: 'gray', dmarc: 'fail' }, 'ok'],
    ['aligned.example', { spf: 'pass', dkim: 'gray', dmarc: 'pass' }, 'ok'],
    ['watching.example', { spf: 'fail', dkim: 'gray', dmarc: 'gray' }, 'ok'],
  ])('of %s is accepted and its results are stored', async (domain, authentication, verdict) => {
    expect(await from(domain)).toMatchObject({ authentication, verdict })
  })

  it('that its domain asks to reject is refused only if the operator enabled that', async () => {
    const hand = (domain: string): Promise<string> =>
      receive(refusing, 'in@rx.example.org', mailOf(domain), `bob@${domain}`)
    expect(await hand('strict.example')).toMatch(/^550 .*DMARC/)
    for (const domain of ['aligned.example', 'quarantine.example', 'watching.example', 'broken.example'])
      expect(await hand(domain), domain).toMatch(/^250 /)
  })

  it('that was forwarded to an inbox is accepted, because forwarding breaks SPF', async () => {
    const body = { email_address: 'help@rx.example.org', forwarding: true }
    const { id } = (await refusing.call('POST', '/inboxes', { body })).body
    const { receiving_address } = (await refusing.call('GET', `/inboxes/${id}`)).body
    expect(await receive(refusing, receiving_address, mailOf('strict.example'), 'bob@strict.example')).toMatch(/^250 /)
    const { data } = (await refusing.call('GET', `/inboxes/${id}/threads?folder=spam`)).body
    expect(data).toHaveLength(1)
  })

  it('passes DKIM when signed and fails when modified', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    zone['s._domainkey.signed.example'] = { TXT: [`v=DKIM1; k=rsa; p=${key}`] }
    zone['_dmarc.signed.example'] = { TXT: ['v=DMARC1; p=reject'] }
    const mail = mailOf('signed.example', 'Subject: signed\r\n')
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const signing = { signingDomain: 'signed.example', selector: 's', privateKey: pem }
    const { signatures } = await dkimSign(mail, { ...signing, signatureData: [signing] })
    const hand = async (message: string) => {
      await receive(server, 'in@rx.example.org', message, 'bounce@elsewhere.example')
      return newestReceived(server.database, team_id)
    }
    const lines = signatures.endsWith('\r\n') ? signatures : `${signatures}\r\n`
    expect(await hand(lines + mail)).toMatchObject({ authentication: { dkim: 'pass', dmarc: 'pass' }, verdict: 'ok' })
    expect(await hand(`${lines}${mail}more\r\n`)).toMatchObject({
      authentication: { dkim: 'fail', dmarc: 'fail' },
      verdict: 'spam',
    })
  })

  it('with an ARC chain passes, and fails when modified later', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    zone['s._domainkey.list.example'] = { TXT: [`v=DKIM1; k=rsa; p=${key}`] }
    const privateKeyText = privateKey.export({ type: 'pkcs8', format: 'pem' })
    const seal = { signingDomain: 'list.example', selector: 's', privateKey: privateKeyText }
    const resolver = async (name: string, type: string): Promise<string[][]> => {
      const found = zone[name]
      if (type === 'TXT' && typeof found === 'object' && found.TXT) return found.TXT.map(text => [text])
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    }
    let mail = mailOf('pass.example', 'Subject: sealed\r\n')
    for (const mta of ['one.list.example', 'two.list.example']) {
      const options = { ip: '127.0.0.1', helo: mta, sender: 'bob@pass.example', mta, resolver, seal, disableBimi: true }
      mail = (await authenticate(mail, options)).headers + mail
    }
    expect(mail.match(/^ARC-Seal:/gm)).toHaveLength(2)
    const found = async (message: string): Promise<string> => {
      await receive(server, 'in@rx.example.org', message, 'bounce@elsewhere.example')
      const { id } = await newestReceived(server.database, team_id)
      const { download_url } = (await server.call('GET', `/emails/receiving/${id}`)).body.raw
      const raw = await (await fetch(new URL(new URL(download_url).pathname, server.url))).text()
      return /^Authentication-Results: localhost;(?:.|\r\n[ \t])*/m.exec(raw)![0]
    }
    expect(await found(mail)).toMatch(/\barc=pass \(i=2\b/)
    expect(await found(`${mail}more\r\n`)).toMatch(/\barc=fail\b/)
  })

  it('does not keep forged authentication results', async () => {
    const forged = 'Authentication-Results: localhost; spf=pass\r\n'
    expect(await from('fail.example', forged)).toMatchObject({ authentication: { spf: 'fail' } })
  })
})

describe('a spam filter', () => {
  it("receives the email and the client's address", async () => {
    expect(await from('pass.example', 'Subject: seen\r\n')).toMatchObject({ verdict: 'ok' })
    const [{ headers, body } = asked[0]!] = asked
    expect(headers).toMatchObject({
      ip: '127.0.0.1',
      helo: 'mx.example.net',
      from: 'bob@pass.example',
      rcpt: 'in@rx.example.org',
    })
    expect(body).toBe(mailOf('pass.example', 'Subject: seen\r\n'))
  })

  it.each([
    ['{"action":"reject","score":20}', 'spam'],
    ['{"action":"add header","score":8}', 'spam'],
    ['{"action":"greylist","score":4}', 'ok'],
    ['{"score":6,"required_score":5}', 'spam'],
    ['{"score":4,"required_score":5}', 'ok'],
  ])('that returns %s classifies the email as %s', async (body, verdict) => {
    answer = { status: 200, body }
    expect(await from('pass.example')).toMatchObject({ verdict })
  })

  it.each([
    [500, ''],
    [200, 'nonsense'],
    [200, '[]'],
    [200, 'null'],
    [302, ''],
  ])('that returns %d "%s" does not lose the email', async (status, body) => {
    answer = { status, body }
    expect(await from('pass.example')).toMatchObject({ verdict: 'ok', state: 'read' })
  })
})

describe('a loop', () => {
  it('is detected when our own email comes back, and marked as automatic', async () => {
    const { id } = (await server.call('POST', '/emails', { body: anEmailBody() })).body
    await server.queue.idle()
    const own = await from('pass.example', `Message-ID: <${id}@example.org>\r\n`)
    expect(own).toMatchObject({ sent_email_id: id, is_automatic: true })
    const other = await from('pass.example', 'Message-ID: <5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10@example.org>\r\n')
    expect(other).toMatchObject({ sent_email_id: null, is_automatic: false })
  })

  it('is not started by an email without a sender', async () => {
    await receive(server, 'in@rx.example.org', mailOf('pass.example'), '')
    expect(await newestReceived(server.database, team_id)).toMatchObject({ is_automatic: true, envelope_from: '' })
  })
})
