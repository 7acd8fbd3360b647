// TLS for direct delivery: used when offered, required by DANE and MTA-STS.
import https from 'node:https'
import { type AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { selfSigned, testAuthority } from '../../support/certificates.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { type MailSink, mailSink, type SinkOptions } from '../../support/mail-sink.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { freePort } from '../../support/port.ts'

const authority = testAuthority()
const own_authorities = tls.getCACertificates('default')
const zone: Record<string, Names | 'SERVFAIL' | 'silent'> = {}
/** Policies by host name, served over HTTPS. */
const policies = new Map<string, { status: number; text: string }>()
const fetched: string[] = []
const sinks: MailSink[] = []
let names: NameServer
let web: https.Server
let server: TestServer
let port: number
/** Each test uses its own address. */
let address = 10

/** Leaves time for a busy machine. */
const eventually = <T>(look: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(look)

beforeAll(async () => {
  tls.setDefaultCACertificates([...own_authorities, authority.cert])
  names = await zoneServer(zone, { authentic: true })
  const certificate = authority.issue({ name: 'web', dns: ['*.sts.example', 'mta-sts.sts.example'] })
  web = https.createServer({ ...certificate, SNICallback: (name, done) => done(null, contextOf(name)) })
  web.on('request', ({ headers }, response) => {
    const host = headers.host!.split(':')[0]!
    fetched.push(host)
    const { status, text } = policies.get(host) ?? { status: 404, text: '' }
    response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
  })
  await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
  port = await freePort()
  const env = {
    DELIVERY: 'direct',
    UNVERIFIED_DOMAINS: 'allow',
    DNS_SERVERS: names.address,
    MX_PORT: String(port),
    ALLOW_PRIVATE_ADDRESSES: 'true',
  }
  server = await startServer({ ...env, STOP_SECONDS: '1' }, { sts_port: (web.address() as AddressInfo).port })
})
afterAll(async () => {
  await server.stop()
  await names.close()
  await new Promise(resolve => web.close(resolve))
  tls.setDefaultCACertificates(own_authorities)
})
afterEach(async () => {
  await Promise.all(sinks.splice(0).map(sink => sink.close()))
})

function contextOf(name: string): tls.SecureContext {
  return tls.createSecureContext(authority.issue({ name, dns: [name] }))
}

/** A domain with the mail server `mx.<domain>`. */
async function aDomain(domain: string, starttls: SinkOptions['starttls']): Promise<MailSink> {
  const host = `127.0.0.${++address}`
  zone[domain] = { MX: [`10 mx.${domain}`] }
  zone[`mx.${domain}`] = { A: [host] }
  const sink = await mailSink({ host, port, ...(starttls !== undefined && { starttls }) })
  sinks.push(sink)
  return sink
}

const good = (domain: string): { key: string; cert: string } =>
  authority.issue({ name: `mx.${domain}`, dns: [`mx.${domain}`] })

function stsOf(domain: string, mode: string, mx: string, id = 'a'): void {
  zone[`_mta-sts.${domain}`] = { TXT: [`v=STSv1; id=${id};`] }
  zone[`mta-sts.${domain}`] = { A: ['127.0.0.1'] }
  const text = `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 86400\n`
  policies.set(`mta-sts.${domain}`, { status: 200, text })
}

async function sentTo(domain: string, from = 'from.example'): Promise<string> {
  const { status, body } = await server.call('POST', '/emails', {
    body: { from: `me@${from}`, to: `x@${domain}`, subject: 'S', text: 'T' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.id
}

/** A sending domain that requires TLS. */
async function aStrictDomain(name: string): Promise<string> {
  const { status, body } = await server.call('POST', '/domains', { body: { name, tls: 'enforced' } })
  expect(status, JSON.stringify(body)).toBe(201)
  // skips verification of the DNS records, which is not tested here
  const verify = statement<{ id: string }>((knex, param) =>
    knex('domains').where('id', param('id')).update({ status: 'verified' }),
  )
  await server.database.unit(async tx => tx.put(verify, { id: body.id }))
  return body.id
}

interface Fate {
  last_event: string
  recipients?: { reply: string }[]
}

async function fateOf(id: string): Promise<Fate> {
  const look = async (): Promise<Fate> => (await server.call('GET', `/emails/${id}`)).body
  await eventually(async () => (await look()).last_event).not.toBe('queued')
  return look()
}

const counts = statement<{ destination: string }, { policy: string; result: string; sessions: number }>((knex, param) =>
  knex('tls_reports')
    .select('policy', 'result', 'sessions')
    .where('destination', param('destination'))
    .orderBy(['policy', 'result']),
)
const countedOf = (destination: string): Promise<string[]> =>
  server.database.read(async tx =>
    (await tx.all(counts, { destination })).map(({ policy, result, sessions }) => `${policy} ${result} ${sessions}`),
  )

describe('without a policy', () => {
  it('sends in plain text when the server offers no TLS', async () => {
    const sink = await aDomain('clear.example', false)
    expect((await fateOf(await sentTo('clear.example'))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(false)
    await eventually(() => countedOf('clear.example')).toEqual(['no-policy-found starttls-not-supported 1'])
  })

  it('encrypts when the server offers TLS, with any certificate', async () => {
    const sink = await aDomain('self.example', selfSigned({ name: 'somebody.else' }))
    expect((await fateOf(await sentTo('self.example'))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
    await eventually(() => countedOf('self.example')).toEqual(['no-policy-found successful 1'])
  })
})

describe('a sending domain that requires TLS', () => {
  it('does not send in plain text and reports why, while other domains do', async () => {
    const sink = await aDomain('nothing.example', false)
    await aStrictDomain('strict.example')
    const { last_event, recipients } = await fateOf(await sentTo('nothing.example', 'strict.example'))
    expect(last_event).toBe('delivery_delayed')
    expect(recipients![0]!.reply).toContain('The sending domain requires TLS at mx.nothing.example')
    expect(sink.messages).toEqual([])
  })

  it.each<[string, SinkOptions['starttls']]>([
    ['own.unvouched.example', selfSigned({ name: 'mx.own.unvouched.example' })],
    ['name.unvouched.example', good('other.example')],
    [
      'old.unvouched.example',
      selfSigned({ name: 'mx.old.unvouched.example', valid: { from: new Date(0), to: new Date(1) } }),
    ],
  ])('accepts encryption at %s with an untrusted certificate', async (domain, certificate) => {
    const sink = await aDomain(domain, certificate)
    await aStrictDomain(`to-${domain}`)
    expect((await fateOf(await sentTo(domain, `to-${domain}`))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
  })

  it('checks the certificate only if the destination requires it with MTA-STS or DANE', async () => {
    await aStrictDomain('careful.example')
    const [sts, trial, dane] = ['strict.sts.example', 'strict-trial.sts.example', 'strict.dane.example'] as const
    const sinks_of = [sts, trial, dane].map(domain => aDomain(domain, selfSigned({ name: `mx.${domain}` })))
    const [enforcing, trying, pinned] = await Promise.all(sinks_of)
    stsOf(sts, 'enforce', `mx.${sts}`)
    stsOf(trial, 'testing', `mx.${trial}`)
    zone[`_${port}._tcp.mx.${dane}`] = { TLSA: [`3 1 1 ${'ab'.repeat(32)}`] }
    expect((await fateOf(await sentTo(sts, 'careful.example'))).last_event).toBe('delivery_delayed')
    expect((await fateOf(await sentTo(dane, 'careful.example'))).last_event).toBe('delivery_delayed')
    expect((await fateOf(await sentTo(trial, 'careful.example'))).last_event).toBe('delivered')
    expect([enforcing, pinned, trying].map(sink => sink!.messages.length)).toEqual([0, 0, 1])
  })

  it('applies a changed TLS setting to the next attempt', async () => {
    const id = await aStrictDomain('changing.example')
    await aDomain('plain.changing.example', false)
    const fates: string[] = []
    for (const tls of ['enforced', 'opportunistic', 'enforced']) {
      await server.call('PATCH', `/domains/${id}`, { body: { tls } })
      fates.push((await fateOf(await sentTo('plain.changing.example', 'changing.example'))).last_event)
    }
    expect(fates).toEqual(['delivery_delayed', 'delivered', 'delivery_delayed'])
  })
})

describe('MTA-STS', () => {
  it('sends to a server that the policy lists and that has a valid certificate', async () => {
    const domain = 'good.sts.example'
    const sink = await aDomain(domain, good(domain))
    stsOf(domain, 'enforce', `mx.${domain}`)
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
    await eventually(() => countedOf(domain)).toEqual(['sts successful 1'])
    // and fetches the policy once
    await sentTo(domain)
    await sink.received(2)
    expect(fetched.filter(host => host === `mta-sts.${domain}`)).toHaveLength(1)
  })

  it.each<[string, SinkOptions['starttls'] | 'other name', string, string]>([
    ['selfsigned.sts.example', selfSigned({ name: 'x', dns: ['mx.selfsigned.sts.example'] }), 'self', 'not-trusted'],
    ['othername.sts.example', 'other name', 'mx.othername.sts.example', 'host-mismatch'],
    ['plain.sts.example', false, 'does not support STARTTLS', 'starttls-not-supported'],
  ])('sends nothing to %s and reports why', async (domain, starttls, words, failure) => {
    const sink = await aDomain(domain, starttls === 'other name' ? good('other.example') : starttls)
    stsOf(domain, 'enforce', `*.${domain}`)
    const { last_event, recipients } = await fateOf(await sentTo(domain))
    expect(last_event).toBe('delivery_delayed')
    expect(recipients![0]!.reply).toContain(words)
    expect(recipients![0]!.reply).toContain(`MTA-STS (enforce) requires TLS at mx.${domain}`)
    expect(sink.messages).toEqual([])
    await eventually(() => countedOf(domain)).toEqual([expect.stringContaining(failure)])
  })

  it('sends nothing to a server that the policy does not list', async () => {
    const domain = 'unnamed.sts.example'
    const sink = await aDomain(domain, good(domain))
    stsOf(domain, 'enforce', 'mx.other.example')
    const { last_event, recipients } = await fateOf(await sentTo(domain))
    expect(last_event).toBe('delivery_delayed')
    expect(recipients![0]!.reply).toBe(`No mail server of ${domain} matches its MTA-STS policy (enforce)`)
    expect(sink.connections()).toBe(0)
  })

  it('counts failures and sends in testing mode', async () => {
    const domain = 'testing.sts.example'
    const sink = await aDomain(domain, selfSigned({ name: 'x' }))
    stsOf(domain, 'testing', `mx.${domain}`)
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
    await eventually(() => countedOf(domain)).toEqual(['no-policy-found successful 1', 'sts certificate-not-trusted 1'])
  })

  it('applies the stored policy when fetching a new one fails', async () => {
    const domain = 'kept.sts.example'
    const sink = await aDomain(domain, false)
    const until = new Date(Date.now() + 60_000).toISOString()
    const insert = statement<{ domain: string; mx: string; until: string }>((knex, param) =>
      knex('mta_sts_policies').insert({
        domain: param('domain'),
        policy_id: 'old',
        mode: 'enforce',
        mx: param('mx'),
        expires_at: param('until'),
      }),
    )
    await server.database.unit(async tx => tx.put(insert, { domain, mx: `["mx.${domain}"]`, until }))
    zone[`_mta-sts.${domain}`] = { TXT: ['v=STSv1; id=new;'] }
    zone[`mta-sts.${domain}`] = { A: ['127.0.0.1'] }
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivery_delayed')
    expect(sink.messages).toEqual([])
    await eventually(() => countedOf(domain)).toContain('sts sts-policy-fetch-error 1')
  })

  it('sends when no policy is stored and fetching it fails', async () => {
    const domain = 'broken.sts.example'
    await aDomain(domain, false)
    stsOf(domain, 'enforce', `mx.${domain}`)
    policies.set(`mta-sts.${domain}`, { status: 500, text: '' })
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivered')
  })
})

describe('DANE', () => {
  function tlsa(domain: string, ...records: string[]): void {
    zone[`_${port}._tcp.mx.${domain}`] = { TLSA: records }
  }

  it('accepts the pinned key without a trusted issuer', async () => {
    const domain = 'ee.dane.example'
    const certificate = selfSigned({ name: 'whoever', valid: { from: new Date(0), to: new Date(1) } })
    const sink = await aDomain(domain, certificate)
    tlsa(domain, `3 1 1 ${certificate.spki_sha256.toString('hex')}`)
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
    await eventually(() => countedOf(domain)).toEqual(['tlsa successful 1'])
  })

  it('accepts a certificate from an authority that the zone pins', async () => {
    const domain = 'ta.dane.example'
    const other = testAuthority('Another Authority')
    const sink = await aDomain(domain, other.issue({ name: 'x', dns: [`mx.${domain}`] }))
    tlsa(domain, `2 1 1 ${other.spki_sha256.toString('hex')}`)
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
  })

  it.each<[string, (domain: string) => { key: string; cert: string } | false, string]>([
    ['wrong.dane.example', good, `3 1 1 ${'ab'.repeat(32)}`],
    ['nottls.dane.example', () => false, `3 1 1 ${'ab'.repeat(32)}`],
    [
      'name.dane.example',
      () => authority.issue({ name: 'x', dns: ['mx.other.example'] }),
      `2 1 1 ${authority.spki_sha256.toString('hex')}`,
    ],
  ])('sends nothing to %s and reports why', async (domain, certificateOf, record) => {
    const sink = await aDomain(domain, certificateOf(domain))
    tlsa(domain, record)
    const { last_event, recipients } = await fateOf(await sentTo(domain))
    expect(last_event).toBe('delivery_delayed')
    expect(recipients![0]!.reply).toContain(`DANE requires TLS at mx.${domain}`)
    expect(sink.messages).toEqual([])
    await eventually(async () => (await countedOf(domain)).map(each => each.split(' ')[0])).toEqual(['tlsa'])
  })

  it('sends nothing while the TLSA lookup fails', async () => {
    const domain = 'unsure.dane.example'
    const sink = await aDomain(domain, false)
    zone[`_${port}._tcp.mx.${domain}`] = 'SERVFAIL'
    const { last_event, recipients } = await fateOf(await sentTo(domain))
    expect(last_event).toBe('delivery_delayed')
    expect(recipients![0]!.reply).toContain(`The lookup of the TLSA records of mx.${domain} failed`)
    expect(sink.connections()).toBe(0)
  })

  it('requires only encryption when no TLSA record is usable for SMTP', async () => {
    const domain = 'unusable.dane.example'
    const sink = await aDomain(domain, selfSigned({ name: 'x' }))
    tlsa(domain, `1 1 1 ${'ab'.repeat(32)}`)
    expect((await fateOf(await sentTo(domain))).last_event).toBe('delivered')
    expect(sink.messages[0]!.encrypted).toBe(true)
  })

  it('is ignored when the name server does not validate DNSSEC', async () => {
    const plain = await zoneServer(zone)
    const env = {
      DELIVERY: 'direct',
      UNVERIFIED_DOMAINS: 'allow',
      DNS_SERVERS: plain.address,
      MX_PORT: String(port),
      ALLOW_PRIVATE_ADDRESSES: 'true',
    }
    const own = await startServer(env)
    const domain = 'insecure.dane.example'
    const sink = await aDomain(domain, false)
    tlsa(domain, `3 1 1 ${'ab'.repeat(32)}`)
    const body = { from: 'me@from.example', to: `x@${domain}`, subject: 'S', text: 'T' }
    await own.call('POST', '/emails', { body })
    await sink.received(1)
    await own.stop()
    await plain.close()
  })
})
