// The domain tools of the published MCP server, unmodified and in a separate process, with records in a real name
// server.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../support/domains.ts'
import { type Mcp, startMcp } from '../support/mcp.ts'
import { aTeam, type TestServer, startServer } from '../support/server.ts'

const HOUR_MS = 3_600_000
const zone: Record<string, Names> = {}
let time: Clock
let names: NameServer
let server: TestServer
let mcp: Mcp

beforeAll(async () => {
  time = clock()
  names = await zoneServer(zone)
  server = await startServer({ MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address }, { now: time.now })
  mcp = await startMcp({ RESEND_API_KEY: server.key, RESEND_BASE_URL: server.url })
})
afterAll(async () => {
  mcp?.stop()
  await server.stop()
  await names.close()
})

const idIn = (text: string, name = 'ID'): string => new RegExp(`^${name}: ([0-9a-f-]{36})$`, 'm').exec(text)![1]!
const records = async (id: string) => (await server.call('GET', `/domains/${id}`)).body.records

describe('the MCP server', () => {
  it('adds, lists, retrieves, updates, verifies and deletes a domain', async () => {
    const args = { name: 'news.mcp.example', trackingSubdomain: 'go', capabilities: { receiving: 'enabled' } }
    const made = await mcp.call('create-domain', args)
    const id = idIn(made)
    expect(made).toContain('Status: not_started')
    expect(made).toMatch(/DKIM \(TXT\):\n {2}Name: lm\w{6}\._domainkey\.news\n {2}Value: v=DKIM1; k=rsa; p=/)
    expect(made).toMatch(
      /SPF \(MX\):\n {2}Name: send\.news\n {2}Value: mail\.sender\.example\n.*\n.*\n {2}Priority: 10/,
    )
    expect(made).toContain('Tracking Subdomain: go')
    const listed = await mcp.call('list-domains', { limit: 1 })
    expect(listed).toContain('Found 1 domain:')
    expect(listed).toContain('Sending: enabled\nReceiving: enabled')
    await mcp.call('update-domain', { id, clickTracking: true, tls: 'enforced' })
    expect(await mcp.call('get-domain', { id })).toContain('Click Tracking: true')
    addRecords(zone, await records(id))
    expect(await mcp.call('verify-domain', { id })).toContain('Domain verification started.')
    await server.queue.idle()
    const shown = await mcp.call('get-domain', { id })
    expect(shown).toContain('Status: verified\nRegion')
    expect(shown.match(/ {2}Status: verified/g)).toHaveLength(6)
    expect(await mcp.call('remove-domain', { id })).toContain('Domain removed successfully.')
    await expect(mcp.call('get-domain', { id })).rejects.toThrow('Domain not found')
    expect(await mcp.call('list-domains', {})).toContain('No domains found.')
  })

  it('claims a domain of another team and then verifies it', async () => {
    await aVerifiedDomain(server, zone, 'claimed.mcp.example', await aTeam(server, 'Owning team'))
    time.forward(80 * HOUR_MS)
    await server.queue.idle()
    const begun = await mcp.call('create-domain-claim', { name: 'claimed.mcp.example' })
    const id = idIn(begun, 'Domain ID')
    const [, value] = /Value: (resend-domain-verification=[0-9a-f]{32})$/m.exec(begun)!
    expect(await mcp.call('get-domain-claim', { id })).toContain('Status: pending')
    zone['claimed.mcp.example'] = { TXT: [value!] }
    expect(await mcp.call('verify-domain-claim', { id })).toContain(`Domain ID: ${id}\nStatus: pending`)
    await server.queue.idle()
    expect(await mcp.call('get-domain-claim', { id })).toContain('Status: completed')
    for (const record of await records(id)) if (record.record === 'DKIM') addRecords(zone, [record])
    await mcp.call('verify-domain', { id })
    await server.queue.idle()
    expect(await mcp.call('get-domain', { id })).toContain('Status: verified\nRegion')
  })

  it('receives our error messages', async () => {
    await expect(mcp.call('create-domain', { name: 'localhost' })).rejects.toThrow('it must be a domain name')
    await expect(mcp.call('create-domain-claim', { name: 'nobody.example' })).rejects.toThrow('not available to claim')
  })
})
