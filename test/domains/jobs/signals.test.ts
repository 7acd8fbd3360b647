// Signals of domains: added, updated, verified, no longer verified, transferred and removed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Signal } from '../../../src/base/store/signals/signal.ts'
import { type Clock, clock } from '../../support/clock.ts'
import { type Names, type NameServer, zoneServer } from '../../support/dns.ts'
import { aVerifiedDomain, addRecords } from '../../support/domains.ts'
import { firstTeamOf } from '../../support/people.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'
import { subscribersCalling, collectInto } from '../../support/signals.ts'

const HOUR_MS = 3_600_000
const LOOKS_MAX = 20
const zone: Record<string, Names> = {}
const heard: Signal[] = []
let time: Clock
let names: NameServer
let server: TestServer
let team_id: string

beforeAll(async () => {
  time = clock()
  names = await zoneServer(zone)
  server = await startServer(
    { MAIL_HOST: 'mail.sender.example', DNS_SERVERS: names.address, SMTP_IN_PORT: '0' },
    { now: time.now },
  )
  team_id = await firstTeamOf(server, server.admin.email)
  server.database.subscribers = subscribersCalling(collectInto(heard))
})
afterAll(async () => {
  await server.stop()
  await names.close()
})
beforeEach(() => {
  heard.length = 0
})

// oxlint-disable-next-line typescript/no-explicit-any -- an answer
type Body = any
const ask = async (method: string, path: string, body?: object): Promise<Body> =>
  (await server.call(method, path, { ...(body && { body }) })).body
/** The signals of domains since the last call, as `type name status`. */
const told = (): string[] =>
  heard
    .splice(0)
    .flatMap(signal => ('domain' in signal ? `${signal.type} ${signal.domain.name} ${signal.domain.status}` : []))

describe('signals of domains', () => {
  it('report creation, update and removal with team and time', async () => {
    const { id } = await ask('POST', '/domains', { name: 'told.example' })
    expect(heard.filter(signal => 'domain' in signal)).toMatchObject([
      { type: 'domain.created', team_id, at: time.now(), domain: { id, name: 'told.example', status: 'not_started' } },
    ])
    expect(told()).toHaveLength(1)
    await ask('PATCH', `/domains/${id}`, { open_tracking: true })
    expect(heard).toMatchObject([{ type: 'domain.updated', domain: { id, name: 'told.example' } }])
    expect(told()).toHaveLength(1)
    await ask('DELETE', `/domains/${id}`)
    expect(told()).toEqual(['domain.deleted told.example not_started'])
  })

  it('are not published for refused requests', async () => {
    await ask('POST', '/domains', { name: 'localhost' })
    const { id } = await ask('POST', '/domains', { name: 'refused.example' })
    told()
    await ask('POST', '/domains', { name: 'refused.example' })
    await ask('PATCH', `/domains/${id}`, { capabilities: { sending: 'disabled' } })
    await ask('POST', '/domains/claim', { name: 'nobody.example' })
    await ask('DELETE', '/domains/5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10')
    expect(told()).toEqual([])
  })

  it('report what a DNS check changed, and nothing for a check without changes', async () => {
    const { id, records } = await ask('POST', '/domains', { name: 'looked.example' })
    addRecords(zone, records)
    told()
    await ask('POST', `/domains/${id}/verify`)
    await server.queue.idle()
    expect(told()).toEqual(['domain.updated looked.example verified'])
    time.forward(14 * HOUR_MS)
    await server.queue.idle()
    expect(told()).toEqual([])
    delete zone['send.looked.example']
    // a check without a response in time does not count
    for (let looks = 0; looks < LOOKS_MAX && heard.length === 0; looks++) {
      time.forward(13 * HOUR_MS)
      await server.queue.idle()
    }
    expect(told()).toEqual(['domain.updated looked.example failed'])
  })

  it('report a transfer to both teams', async () => {
    const owner = await aTeam(server, 'Owning team')
    await aVerifiedDomain(server, zone, 'handed.example', owner)
    time.forward(80 * HOUR_MS)
    await server.queue.idle()
    told()
    const claim = await ask('POST', '/domains/claim', { name: 'handed.example' })
    expect(told()).toEqual(['domain.created handed.example not_started'])
    zone['handed.example'] = { TXT: [claim.record.value] }
    await ask('POST', `/domains/${claim.domain_id}/claim/verify`)
    await server.queue.idle()
    expect(heard.filter(signal => 'domain' in signal)).toMatchObject([
      { type: 'domain.deleted', team_id: owner.team_id, domain: { name: 'handed.example' } },
      { type: 'domain.updated', team_id, domain: { id: claim.domain_id, name: 'handed.example' } },
    ])
    expect(told()).toHaveLength(2)
  })
})
