// Which team may send from which domain: required verification, and API keys that are restricted to a domain.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/base/config/config.ts'
import { clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain } from '../../support/domains.ts'
import { aTeam, type Reply, startServer, type TestServer } from '../../support/server.ts'

const time = clock()
const zone: Record<string, Names> = {}
let names: NameServer
let server: TestServer
let lenient: TestServer

beforeAll(async () => {
  names = await zoneServer(zone)
  const env = { MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_IN_PORT: '0' }
  server = await startServer({ ...env, UNVERIFIED_DOMAINS: 'refuse' }, { now: time.now })
  lenient = await startServer(env)
})
afterAll(async () => {
  await server.stop()
  await lenient.stop()
  await names.close()
})

const mail = (from: string, more: object = {}): object => ({
  from,
  to: 'ana@example.net',
  subject: 'Hello',
  text: 'Hello',
  ...more,
})
const send = (from: string, key = server.key, at = server): Promise<Reply> =>
  at.call('POST', '/emails', { key, body: mail(from) })
const notVerified = (name: string): object => ({
  statusCode: 403,
  name: 'validation_error',
  message: `The \`${name}\` domain is not verified. Please, add and verify your domain.`,
})
async function aKey(at: TestServer, domain_id: string, permission = 'sending_access'): Promise<string> {
  return (await at.call('POST', '/api-keys', { body: { name: 'Restricted', permission, domain_id } })).body.token
}

describe('an email from a domain that requires verification', () => {
  it('is accepted only while the domain is verified and enabled for sending', async () => {
    expect((await send('a@strict.example')).body).toEqual(notVerified('strict.example'))
    const { id } = await aVerifiedDomain(server, zone, 'strict.example')
    expect((await send('Ada <a@STRICT.example>')).status).toBe(200)
    await server.call('PATCH', `/domains/${id}`, {
      body: { capabilities: { sending: 'disabled', receiving: 'enabled' } },
    })
    expect((await send('a@strict.example')).body).toMatchObject({
      statusCode: 403,
      message: expect.stringContaining('Enable its `sending` capability'),
    })
    await server.call('PATCH', `/domains/${id}`, { body: { capabilities: { sending: 'enabled' } } })
    expect((await send('a@strict.example')).status).toBe(200)
    await server.call('DELETE', `/domains/${id}`)
    expect((await send('a@strict.example')).body).toEqual(notVerified('strict.example'))
  })

  it('is checked by its whole domain name, not by a parent domain or a part of the name', async () => {
    await aVerifiedDomain(server, zone, 'mail.exact.example')
    expect((await send('a@exact.example')).body).toEqual(notVerified('exact.example'))
    expect((await send('a@b.mail.exact.example')).body).toEqual(notVerified('b.mail.exact.example'))
    expect((await send('a@mail.exact.example')).status).toBe(200)
  })

  it('is rejected for a team that does not own the domain', async () => {
    await aVerifiedDomain(server, zone, 'ours.example')
    const { key } = await aTeam(server, 'Envious team')
    expect((await send('a@ours.example', key)).body).toEqual(notVerified('ours.example'))
  })

  it('is checked by the domain in its template, too', async () => {
    await aVerifiedDomain(server, zone, 'templated.example')
    const made = await server.call('POST', '/templates', {
      body: { name: 'T', alias: 't', from: 'a@elsewhere.example', subject: 'S', html: '<p>Hello</p>' },
    })
    await server.call('POST', `/templates/${made.body.id}/publish`)
    const body = { to: 'ana@example.net', template: { id: 't' } }
    expect((await server.call('POST', '/emails', { body })).body).toEqual(notVerified('elsewhere.example'))
    const own = { ...body, from: 'a@templated.example' }
    expect((await server.call('POST', '/emails', { body: own })).status).toBe(200)
  })

  it('is rejected with its batch, or skipped in permissive validation', async () => {
    await aVerifiedDomain(server, zone, 'batched.example')
    const body = [mail('a@batched.example'), mail('a@unbatched.example')]
    const refused = await server.call('POST', '/emails/batch', { body })
    expect(refused.body).toMatchObject({ statusCode: 403, message: expect.stringContaining('`unbatched.example`') })
    const headers = { 'x-batch-validation': 'permissive' }
    const { body: part } = await server.call('POST', '/emails/batch', { body, headers })
    expect(part).toMatchObject({ data: [{}], errors: [{ index: 1, message: expect.stringContaining('not verified') }] })
  })

  it('is reported after the errors of the email itself', async () => {
    const answer = await server.call('POST', '/emails', { body: mail('a@nowhere.example', { subject: '' }) })
    expect(answer.body).toMatchObject({ statusCode: 422 })
  })
})

describe('an API key that is restricted to a domain', () => {
  it.each([true, false])('sends from that domain only, where domains must be verified: %s', async strict => {
    const at = strict ? server : lenient
    const name = strict ? 'only.example' : 'lenient-only.example'
    const { id } = await aVerifiedDomain(at, zone, name)
    const key = await aKey(at, id)
    expect((await send(`a@${name}`, key, at)).status).toBe(200)
    expect((await send(`a@sub.${name}`, key, at)).body).toEqual({
      statusCode: 403,
      name: 'validation_error',
      message: `This API key is not authorized to send from \`sub.${name}\`: it may only send from \`${name}\`.`,
    })
    await at.call('DELETE', `/domains/${id}`)
    expect((await send(`a@${name}`, key, at)).body).toMatchObject({
      statusCode: 403,
      message: 'This API key may only send from a domain that was removed. Use another key.',
    })
  })

  it('is not created for the domain of another team', async () => {
    const other = await aTeam(server, 'Key team')
    const made = await server.call('POST', '/domains', { key: other.key, body: { name: 'theirs.example' } })
    const body = { name: 'K', permission: 'sending_access', domain_id: made.body.id }
    const refused = { statusCode: 404, name: 'not_found', message: 'Domain not found' }
    expect((await server.call('POST', '/api-keys', { body })).body).toEqual(refused)
  })

  it('is not restricted if it has full access', async () => {
    const { id } = await aVerifiedDomain(lenient, zone, 'full.example')
    const key = await aKey(lenient, id, 'full_access')
    expect((await send('a@another.example', key, lenient)).status).toBe(200)
  })
})

describe('a claim of a domain', () => {
  const DAY_MS = 86_400_000
  const days = async (count: number): Promise<void> => {
    time.forward(count * DAY_MS)
    await server.queue.idle()
  }
  /** The claim, with its record in DNS. */
  async function claimed(name: string): Promise<() => Promise<Reply['body']>> {
    const { record, domain_id } = (await server.call('POST', '/domains/claim', { body: { name } })).body
    zone[name] = { TXT: [record.value] }
    return async () => {
      await server.call('POST', `/domains/${domain_id}/claim/verify`)
      await server.queue.idle()
      return (await server.call('GET', `/domains/${domain_id}/claim`)).body
    }
  }
  async function anOwner(name: string): Promise<string> {
    const { key } = await aTeam(server, `Owner of ${name}`)
    await aVerifiedDomain(server, zone, name, { key })
    await days(4)
    return key
  }

  it('is pending for 7 days after the other team last sent from the domain', async () => {
    const key = await anOwner('busy.example')
    expect((await send('a@busy.example', key)).status).toBe(200)
    const look = await claimed('busy.example')
    expect(await look()).toMatchObject({ status: 'blocked', blocked_reason: 'recent_owner_activity' })
    await days(6.9)
    expect(await look()).toMatchObject({ status: 'blocked', blocked_reason: 'recent_owner_activity' })
    await days(0.2)
    // the claim is also this old by then
    expect((await look()).status).toBe('expired')
    const again = await claimed('busy.example')
    expect((await again()).status).toBe('completed')
  })

  it('is pending until the scheduled emails of the other team are sent', async () => {
    const key = await anOwner('patient.example')
    const at = (count: number): string => new Date(time.now().getTime() + count * DAY_MS).toISOString()
    const body = mail('a@patient.example', { scheduled_at: at(14) })
    expect((await server.call('POST', '/emails', { key, body })).status).toBe(200)
    await days(8)
    const look = await claimed('patient.example')
    expect(await look()).toMatchObject({ status: 'blocked', blocked_reason: 'pending_scheduled_emails' })
    await days(6.1)
    expect(await look()).toMatchObject({ status: 'completed', blocked_reason: null })
  })

  it('is pending until rescheduled emails are sent', async () => {
    const key = await anOwner('later.example')
    const at = (count: number): string => new Date(time.now().getTime() + count * DAY_MS).toISOString()
    const body = mail('a@later.example', { scheduled_at: at(1) })
    const { id } = (await server.call('POST', '/emails', { key, body })).body
    const moved = { scheduled_at: at(20) }
    expect((await server.call('PATCH', `/emails/${id}`, { key, body: moved })).status).toBe(200)
    await days(8)
    const look = await claimed('later.example')
    expect(await look()).toMatchObject({ status: 'blocked', blocked_reason: 'pending_scheduled_emails' })
  })
})

describe('UNVERIFIED_DOMAINS', () => {
  const SMTP_URL = 'smtp://relay.example.com'
  it.each([
    [{}, 'captured'],
    [{ SMTP_URL }, 'refuse'],
    [{ SMTP_URL: 'smtp://127.0.0.1:2525' }, 'allow'],
    [{ SMTP_URL: 'smtp://localhost:2525' }, 'allow'],
    [{ SMTP_URL: 'smtp://[::1]:2525' }, 'allow'],
    [{ SMTP_URL: 'smtp://10.0.0.1' }, 'refuse'],
    [{ SMTP_URL, DELIVERY: 'capture' }, 'captured'],
    [{ DELIVERY: 'direct' }, 'refuse'],
    [{ SMTP_URL: 'smtp://127.0.0.1', SMTP_RELAYS: `a=${SMTP_URL};domains=a.example` }, 'refuse'],
    [{ SMTP_URL, UNVERIFIED_DOMAINS: 'allow' }, 'allow'],
    [{ UNVERIFIED_DOMAINS: 'refuse' }, 'refuse'],
  ])('%j gives %s', (env, is) => expect(readConfig(env).unverified_domains).toBe(is))
})
