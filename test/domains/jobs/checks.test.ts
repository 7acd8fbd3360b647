// DNS checks of domains against a real name server: results, reported problems, status changes and transfers between
// teams.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clock, clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../../support/domains.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

const HOUR_MS = 3_600_000
let time: Clock
let names: NameServer
let server: TestServer
const zone: Record<string, Names | 'SERVFAIL' | 'silent'> = {}

beforeAll(async () => {
  time = clock()
  names = await zoneServer(zone)
  server = await startServer(
    { MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_IN_PORT: '0' },
    { now: time.now },
  )
})
afterAll(async () => {
  await server.stop()
  await names.close()
})
beforeEach(() => {
  for (const name of Object.keys(zone)) delete zone[name]
})

// oxlint-disable-next-line typescript/no-explicit-any -- an answer
type Body = any
const ask = async (method: string, path: string, body?: object, key = server.key): Promise<Body> =>
  (await server.call(method, path, { key, ...(body && { body }) })).body
const add = (name: string, more: object = {}): Promise<Body> => ask('POST', '/domains', { name, ...more })
const verify = async (id: string): Promise<Body> => {
  await ask('POST', `/domains/${id}/verify`)
  return looked(id)
}
/** The domain after all due jobs ran. */
const looked = async (id: string, key = server.key): Promise<Body> => {
  await server.queue.idle()
  return ask('GET', `/domains/${id}`, undefined, key)
}
const later = async (id: string, hours: number): Promise<Body> => {
  time.forward(hours * HOUR_MS)
  return looked(id)
}
const statuses = ({ records }: Body): string[] =>
  records.map(({ record, type, status }: Record<string, string>) => `${record} ${type} ${status}`)

describe('a domain', () => {
  it('is verified when its records are found, and is checked again later', async () => {
    const made = await add('good.example', { capabilities: { receiving: 'enabled' }, tracking_subdomain: 'go' })
    addRecords(zone, made.records)
    zone['_dmarc.good.example'] = { TXT: ['v=DMARC1; p=reject'] }
    const body = await verify(made.id)
    expect(body).toMatchObject({ status: 'verified', checked_at: time.now().toISOString() })
    expect(statuses(body)).toEqual([
      'DKIM TXT verified',
      'DKIM TXT verified',
      'SPF MX verified',
      'SPF TXT verified',
      'Receiving MX verified',
      'Tracking CNAME verified',
    ])
    expect(body.records.map(({ problem }: Body) => problem)).toEqual([null, null, null, null, null, null])
    expect(body.records[2].found).toEqual(['10 mail.sender.example'])
    expect(body.dmarc).toMatchObject({ status: 'verified', found: ['v=DMARC1; p=reject'] })
    const asked = names.asked.length
    expect((await later(body.id, 14)).checked_at).toBe(time.now().toISOString())
    expect(names.asked.length).toBeGreaterThan(asked)
  })

  it('is pending while records are missing, reports the problem of each record and is checked until they are found', async () => {
    const made = await add('mail.slow.example')
    addRecords(zone, [{ ...made.records[0], host: `${made.records[0].host}.slow.example` }])
    zone['send.mail.slow.example'] = { MX: ['5 other.example'], TXT: ['v=spf1 -all', 'v=spf1 mx -all'] }
    zone['_dmarc.mail.slow.example'] = { TXT: ['"v=DMARC1; p=none"'] }
    const body = await verify(made.id)
    expect(body.status).toBe('pending')
    expect(statuses(body)).toEqual(['DKIM TXT pending', 'DKIM TXT pending', 'SPF MX pending', 'SPF TXT pending'])
    const problems = [...body.records, body.dmarc].map(({ problem }: Body) => problem)
    expect(problems).toEqual([
      expect.stringMatching(/^The TXT record is at lm\w+\._domainkey\.mail\.slow\.example\.slow\.example/),
      expect.stringContaining('No TXT record at'),
      expect.stringContaining('is other.example, but must be mail.sender.example'),
      expect.stringContaining('two SPF records'),
      expect.stringContaining('quotes around it'),
    ])
    for (const name of Object.keys(zone)) delete zone[name]
    addRecords(zone, made.records)
    expect((await later(made.id, 0.02)).status).toBe('verified')
  })

  it('fails if its records are missing for 72 hours, is no longer checked, and starts again on request', async () => {
    const made = await add('never.example')
    await verify(made.id)
    for (let hours = 0; hours < 73; hours += 1.2) await later(made.id, 1.2)
    const failed = await looked(made.id)
    expect(failed.status).toBe('failed')
    expect(statuses(failed)).toEqual(['DKIM TXT failed', 'DKIM TXT failed', 'SPF MX failed', 'SPF TXT failed'])
    const asked = names.asked.length
    await later(made.id, 100)
    expect(names.asked.filter(each => each.includes('never.example')).length).toBeLessThanOrEqual(asked)
    expect((await verify(made.id)).status).toBe('pending')
  })

  it('stays verified for 72 hours after a record was removed, and indefinitely if DNS is unavailable', async () => {
    const body = await aVerifiedDomain(server, zone, 'vanishing.example')
    const host = 'send.vanishing.example'
    const had = zone[host]!
    zone[host] = 'SERVFAIL'
    const troubled = await later(body.id, 14)
    expect(troubled).toMatchObject({ status: 'verified', records: { 2: { status: 'verified' } } })
    expect(troubled.records[2].problem).toContain('SERVFAIL')
    delete zone[host]
    const gone = await later(body.id, 14)
    expect(gone.status).toBe('verified')
    expect(gone.records[2]).toMatchObject({ status: 'temporary_failure', problem: expect.stringContaining('No MX') })
    zone[host] = had
    expect((await later(body.id, 2)).records[2].status).toBe('verified')
    delete zone[host]
    await later(body.id, 14)
    for (let hours = 0; hours < 73; hours += 1.2) await later(body.id, 1.2)
    expect(await looked(body.id)).toMatchObject({ status: 'failed' })
  })

  it('with an unresponsive name server does not delay other domains', async () => {
    const silent = await add('silent.example')
    for (const { host } of silent.records) zone[host] = 'silent'
    await ask('POST', `/domains/${silent.id}/verify`)
    const body = await aVerifiedDomain(server, zone, 'quick.example')
    expect(body.status).toBe('verified')
    // no response for this domain yet
    expect((await ask('GET', `/domains/${silent.id}`)).checked_at).toBeNull()
    const after = await looked(silent.id)
    expect(after.status).toBe('pending')
    expect(after.records[0].problem).toContain('The DNS lookup failed: no response from a DNS server within')
  })

  it('added by two teams is verified for the team whose records are found first', async () => {
    const first = await add('contested.example')
    time.forward(80 * HOUR_MS)
    const other = await aTeam(server, 'Quick team')
    const body = await aVerifiedDomain(server, zone, 'contested.example', { key: other.key })
    expect(body.status).toBe('verified')
    addRecords(zone, first.records.slice(0, 2))
    expect((await verify(first.id)).status).toBe('failed')
  })
})

describe('rotating keys', () => {
  it('uses the new keys when they are found, and requires the old keys for 7 more days', async () => {
    const { id, records: old } = await aVerifiedDomain(server, zone, 'rotating.example')
    const fresh = (await ask('POST', `/domains/${id}/dkim/rotate`)).records
    expect(fresh).toHaveLength(2)
    expect(fresh[0].host).not.toBe(old[0].host)
    // a second request returns the same keys
    expect((await ask('POST', `/domains/${id}/dkim/rotate`)).records).toEqual(fresh)
    const waiting = await verify(id)
    expect(waiting.status).toBe('verified')
    const shownOf = (body: Body) => body.records.filter((each: Body) => each.record === 'DKIM')
    expect(shownOf(waiting).map(({ status, required }: Body) => [status, required])).toEqual([
      ['verified', true],
      ['verified', false],
      ['pending', false],
      ['pending', false],
    ])
    addRecords(zone, fresh)
    const used = await verify(id)
    expect(used.status).toBe('verified')
    expect(shownOf(used).map(({ required }: Body) => required)).toEqual([false, false, true, false])
    expect(shownOf(used)[0].problem).toContain('Keep this record for 7 days')
    for (let hours = 0; hours < 7 * 24 + 14; hours += 14) await later(id, 14)
    expect(shownOf(await looked(id)).map(({ host }: Body) => host)).toEqual(fresh.map(({ host }: Body) => host))
  })
})

describe('a claim', () => {
  /** A domain that a team verified the given number of hours ago. */
  async function owned(name: string, hours = 100): Promise<{ team: { key: string }; id: string }> {
    const team = await aTeam(server, `Owner of ${name}`)
    const { id } = await aVerifiedDomain(server, zone, name, team)
    time.forward(hours * HOUR_MS)
    await server.queue.idle()
    return { team, id }
  }
  const claim = (name: string, more: object = {}): Promise<Body> => ask('POST', '/domains/claim', { name, ...more })
  const claimOf = async ({ domain_id }: Body): Promise<Body> => {
    await server.queue.idle()
    return ask('GET', `/domains/${domain_id}/claim`)
  }
  const prove = async (made: Body): Promise<Body> => {
    zone[made.name] = { TXT: [made.record.value] }
    await ask('POST', `/domains/${made.domain_id}/claim/verify`)
    return claimOf(made)
  }

  it('that is verified transfers the domain, with new keys', async () => {
    const { team, id } = await owned('claimed.example')
    const made = await claim('claimed.example')
    expect(made).toMatchObject({
      object: 'domain_claim',
      name: 'claimed.example',
      status: 'pending',
      region: 'us-east-1',
      record: { type: 'TXT', name: 'claimed.example', ttl: 'Auto' },
      blocked_reason: null,
      failure_reason: null,
    })
    expect(made.record.value).toMatch(/^resend-domain-verification=[0-9a-f]{32}$/)
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(7 * 24 * HOUR_MS)
    // a second request returns the same claim
    const again = await server.call('POST', '/domains/claim', { body: { name: 'CLAIMED.example' } })
    expect([again.status, again.body]).toEqual([200, made])
    await ask('POST', `/domains/${made.domain_id}/claim/verify`)
    expect(await claimOf(made)).toMatchObject({
      status: 'pending',
      failure_reason: 'No TXT record with this value at claimed.example.',
    })
    expect((await ask('GET', `/domains/${id}`, undefined, team.key)).status).toBe('verified')
    expect(await prove(made)).toMatchObject({ status: 'completed', failure_reason: null })
    expect((await ask('GET', `/domains/${id}`, undefined, team.key)).statusCode).toBe(404)
    const ours = await ask('GET', `/domains/${made.domain_id}`)
    expect(ours).toMatchObject({ name: 'claimed.example', status: 'not_started' })
    addRecords(
      zone,
      ours.records.filter(({ record }: Body) => record === 'DKIM'),
    )
    expect((await verify(made.domain_id)).status).toBe('verified')
  })

  it('is rejected for a domain that no other team has verified', async () => {
    const refused = { statusCode: 422, name: 'validation_error', message: 'Domain is not available to claim' }
    expect(await claim('nobody.example')).toEqual(refused)
    const team = await aTeam(server, 'Unverified team')
    await ask('POST', '/domains', { name: 'unverified.example' }, team.key)
    expect(await claim('unverified.example')).toEqual(refused)
    await aVerifiedDomain(server, zone, 'own.example')
    expect(await claim('own.example')).toMatchObject({ statusCode: 403 })
    expect(await ask('GET', `/domains/5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10/claim`)).toEqual({
      statusCode: 404,
      name: 'not_found',
      message: 'Domain claim not found',
    })
  })

  it('is pending while the other team has verified the domain recently', async () => {
    await owned('fresh.example', 10)
    const made = await claim('fresh.example')
    expect(await prove(made)).toMatchObject({ status: 'blocked', blocked_reason: 'grace_period' })
    time.forward(70 * HOUR_MS)
    expect(await claimOf(made)).toMatchObject({ status: 'completed', blocked_reason: null })
  })

  it('expires after 7 days, and can be created again', async () => {
    await owned('late.example')
    const made = await claim('late.example')
    time.forward(7 * 24 * HOUR_MS)
    expect((await claimOf(made)).status).toBe('expired')
    expect((await prove(made)).status).toBe('expired')
    const next = await claim('late.example')
    expect(next.id).not.toBe(made.id)
    expect((await prove(next)).status).toBe('completed')
  })

  it('is replaced by a newer claim with other settings, and is deleted with its domain', async () => {
    await owned('twice.example')
    const made = await claim('twice.example')
    const newer = await claim('twice.example', { open_tracking: true })
    expect(newer.id).not.toBe(made.id)
    expect((await claimOf(made)).status).toBe('superseded')
    await ask('DELETE', `/domains/${newer.domain_id}`)
    expect((await claimOf(newer)).status).toBe('canceled')
  })

  it('that succeeds ends the claims of all other teams', async () => {
    await owned('wanted.example')
    const other = await aTeam(server, 'Wanting team')
    const theirs = await ask('POST', '/domains/claim', { name: 'wanted.example' }, other.key)
    const ours = await claim('wanted.example')
    expect(ours.record.value).not.toBe(theirs.record.value)
    await prove(ours)
    expect((await ask('GET', `/domains/${theirs.domain_id}/claim`, undefined, other.key)).status).toBe('superseded')
  })
})
