// Claiming a domain with the published SDK, unmodified and in a separate process, until the new team has verified it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clock } from '../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../support/domains.ts'
import { runSdkProgram } from '../support/sdk.ts'
import { aTeam, startServer, type TestServer } from '../support/server.ts'

const NAME = 'claimed.example'
const zone: Record<string, Names> = {}
let names: NameServer
let server: TestServer
// oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape
let answers: Record<string, any>

beforeAll(async () => {
  const time = clock()
  names = await zoneServer(zone)
  server = await startServer({ MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address }, { now: time.now })
  await aVerifiedDomain(server, zone, NAME, await aTeam(server, 'Owning team'))
  time.forward(80 * 3_600_000)
  await server.queue.idle()
  const seeing = new AbortController()
  const seen = seeToDns(seeing.signal)
  answers = await runSdkProgram('claims-program.ts', server)
  seeing.abort()
  await seen
})
afterAll(async () => {
  await server.stop()
  await names.close()
})

/** Adds the DNS records of the claim and its domain as soon as they are known. */
async function seeToDns(ending: AbortSignal): Promise<void> {
  let entered = false
  while (!ending.aborted) {
    await new Promise(resolve => setTimeout(resolve, 20))
    const { body: list } = await server.call('GET', '/domains')
    const [domain] = list.data
    if (!domain) continue
    const [{ body: claim }, { body }] = await Promise.all([
      server.call('GET', `/domains/${domain.id}/claim`),
      server.call('GET', `/domains/${domain.id}`),
    ])
    zone[NAME] = { TXT: [claim.record.value] }
    const keys = body.records.filter(({ record }: { record: string }) => record === 'DKIM')
    if (!entered && keys.length > 0) {
      entered = true
      addRecords(zone, keys)
    }
  }
}

describe('the SDK', () => {
  it('claims a domain, polls until the team owns it, and verifies it', () => {
    const { id, domain_id, record } = answers.create
    expect(answers.create).toMatchObject({
      object: 'domain_claim',
      name: NAME,
      status: 'pending',
      blocked_reason: null,
    })
    expect(record).toEqual({
      type: 'TXT',
      name: NAME,
      value: expect.stringMatching(/^resend-domain-verification=[0-9a-f]{32}$/),
      ttl: 'Auto',
    })
    expect(answers['create again']).toEqual(answers.create)
    expect(answers.get).toMatchObject({ id, domain_id, record })
    expect(answers.verify).toMatchObject({ object: 'domain_claim', id, status: 'pending' })
    expect(answers.completed).toMatchObject({ id, status: 'completed', blocked_reason: null, failure_reason: null })
    expect(answers['verify domain']).toEqual({ object: 'domain', id: domain_id })
    expect(answers.domain).toMatchObject({ id: domain_id, name: NAME, status: 'verified' })
  })
})
