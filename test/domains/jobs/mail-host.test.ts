// A server whose own host name cannot be resolved by others: what the records of its domains report, and that no domain
// is verified.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailHostFault } from '../../../src/identity/domains/names.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { addRecords } from '../../support/domains.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const zone: Record<string, Names> = {}
let names: NameServer
let server: TestServer

beforeAll(async () => {
  names = await zoneServer(zone)
  server = await startServer({ DNS_SERVERS: names.address, SMTP_IN_PORT: '0' })
})
afterAll(async () => {
  await server.stop()
  await names.close()
})

const FAULT = /mail host of this server is localhost, .* Set MAIL_HOST to a name in DNS, such as mail\.example\.com/
// oxlint-disable-next-line typescript/no-explicit-any -- an answer
type Body = any
const problems = ({ records }: Body): Record<string, string | null> =>
  Object.fromEntries(records.map(({ record, type, problem }: Body) => [`${record} ${type}`, problem]))

describe('the records of a domain', () => {
  it('name the setting for the operator, before and after a DNS check, and are verified for no domain', async () => {
    const body = { name: 'early.example', capabilities: { receiving: 'enabled' }, tracking_subdomain: 'go' }
    const { body: made } = await server.call('POST', '/domains', { body })
    const lacking = {
      'SPF MX': expect.stringMatching(FAULT),
      'SPF TXT': expect.stringMatching(FAULT),
      'Receiving MX': expect.stringMatching(FAULT),
      'Tracking CNAME': expect.stringMatching(FAULT),
    }
    expect(problems(made)).toEqual({ 'DKIM TXT': null, ...lacking })
    addRecords(zone, made.records)
    await server.call('POST', `/domains/${made.id}/verify`)
    await server.queue.idle()
    const { body: looked } = await server.call('GET', `/domains/${made.id}`)
    expect(problems(looked)).toEqual({ 'DKIM TXT': null, ...lacking })
    expect(looked.records.map(({ status }: Body) => status)).toEqual([
      'verified',
      'verified',
      'pending',
      'pending',
      'pending',
      'pending',
    ])
    expect(looked.status).toBe('pending')
  })

  it('report no problem of the SPF record if a relay sends for the domain', async () => {
    const relayed = await startServer({ SPF_INCLUDE: 'spf.relay.example' })
    const { body } = await relayed.call('POST', '/domains', { body: { name: 'relayed.example' } })
    expect(problems(body)).toMatchObject({ 'SPF TXT': null, 'SPF MX': expect.stringMatching(FAULT) })
    await relayed.stop()
  })
})

describe('a host name', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'api.localhost',
    'server1',
    '127.0.0.1',
    '192.0.2.7',
    '[::1]',
    'nas.local',
    'mail.internal',
    'mail.corp.lan',
    'box.home.arpa',
  ])('%s is not public', name => expect(mailHostFault(name)).toContain('MAIL_HOST'))

  it.each(['mail.example.com', 'example.com', 'mail.local.example', 'localhost.example.com', 'lan.example'])(
    '%s may be public',
    name => expect(mailHostFault(name)).toBeUndefined(),
  )
})
