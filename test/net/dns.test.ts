// DNS queries: the outcome of a response, of a missing record, and of a server that does not respond.
import dgram from 'node:dgram'
import packets from 'dns-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { dnsClient, parseDnsServer, RECORDS_MAX } from '../../src/base/net/dns.ts'
import { nameServer, zoneServer } from '../support/dns.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function names(...given: Parameters<typeof nameServer>) {
  const made = await nameServer(...given)
  closing.push(made.close)
  return made
}

async function zone(given: Parameters<typeof zoneServer>[0]) {
  const made = await zoneServer(given)
  closing.push(made.close)
  return made
}

describe('a query', () => {
  const all = {
    'example.com': {
      A: ['192.0.2.1', '192.0.2.2'],
      AAAA: ['2001:db8::1'],
      NS: ['NS1.example.com'],
      TXT: ['v=spf1 -all', `p=${'x'.repeat(400)}`],
      MX: ['20 MX2.example.com', '10 mx1.example.com'],
      CAA: ['0 issue "ca.example"'],
    },
    'www.example.com': { CNAME: ['example.com'] },
    'null.example.com': { MX: ['0 .'] },
  }

  it.each([
    ['A', 'example.com', ['192.0.2.1', '192.0.2.2']],
    ['A', 'EXAMPLE.com.', ['192.0.2.1', '192.0.2.2']],
    ['AAAA', 'example.com', ['2001:db8::1']],
    ['NS', 'example.com', ['ns1.example.com']],
    ['TXT', 'example.com', ['v=spf1 -all', `p=${'x'.repeat(400)}`]],
    ['CAA', 'example.com', [{ tag: 'issue', value: 'ca.example' }]],
    ['CNAME', 'www.example.com', ['example.com']],
    ['A', 'www.example.com', ['192.0.2.1', '192.0.2.2']],
    ['MX', 'null.example.com', [{ priority: 0, exchange: '.' }]],
  ] as const)('for %s of %s returns the records', async (kind, name, found) => {
    const { address } = await zone(all)
    expect(await dnsClient({ servers: [address] }).query(kind, name)).toMatchObject({ found, authentic: false })
  })

  it('for MX returns names and priorities', async () => {
    const { address } = await zone(all)
    expect(await dnsClient({ servers: [address] }).query('MX', 'example.com')).toEqual({
      found: [
        { priority: 20, exchange: 'mx2.example.com' },
        { priority: 10, exchange: 'mx1.example.com' },
      ],
      ttl_s: 60,
      authentic: false,
    })
  })

  it('for TLSA returns its fields, and whether the server has validated them', async () => {
    const data = { usage: 3, selector: 1, matchingType: 1, certificate: Buffer.from('abcd', 'hex') }
    const { address } = await names(name => [{ type: 'TLSA', name, ttl: 30, data }], { authentic: true })
    expect(await dnsClient({ servers: [address] }).query('TLSA', '_25._tcp.mx.example.com')).toEqual({
      found: [{ usage: 3, selector: 1, matching_type: 1, certificate: Buffer.from('abcd', 'hex') }],
      ttl_s: 30,
      authentic: true,
    })
  })

  it.each([
    ['of a name that does not exist', 'no.example.com', { none: 'name' }],
    ['of a name that has others', 'www.example.com', { none: 'record' }],
    ['of no name', 'a..b', { none: 'name' }],
    ['of a name with a label that is too long', `${'a'.repeat(64)}.example.com`, { none: 'name' }],
    ['of a name that is too long', `${'a.'.repeat(127)}com`, { none: 'name' }],
    ['of a name with a space', 'a b.example.com', { none: 'name' }],
  ])('%s returns that there is no record', async (_, name, none) => {
    const { address } = await zone({ ...all, 'www.example.com': { A: ['192.0.2.3'] } })
    expect(await dnsClient({ servers: [address] }).query('TXT', name)).toMatchObject(none)
  })

  it('is repeated over TCP if the response does not fit into a packet', async () => {
    const { address, overTcp } = await names(name => [
      { type: 'TXT', name, ttl: 60, data: Array.from({ length: 60 }, () => 'y'.repeat(250)) },
    ])
    const answer = await dnsClient({ servers: [address] }).query('TXT', 'example.com')
    expect(answer).toMatchObject({ found: ['y'.repeat(15_000)] })
    expect(overTcp()).toBe(1)
  })

  it('returns a limited number of records', async () => {
    const { address } = await names(name =>
      Array.from({ length: RECORDS_MAX + 50 }, (_, index) => ({ type: 'TXT', name, ttl: 60, data: `${index}` })),
    )
    const answer = await dnsClient({ servers: [address] }).query('TXT', 'example.com')
    expect('found' in answer && answer.found.length).toBe(RECORDS_MAX)
  })
})

describe('a name server', () => {
  it.each(['SERVFAIL', 'REFUSED'] as const)('that answers %s does not count as "no record"', async word => {
    const { address } = await names(() => word)
    const trouble = `the DNS server responded with ${word}`
    expect(await dnsClient({ servers: [address] }).query('A', 'example.com')).toEqual({ trouble })
  })

  it('that does not respond is abandoned after the timeout', async () => {
    const { address, asked } = await names(() => undefined)
    const trouble = 'no response from a DNS server within 0.1 seconds'
    expect(await dnsClient({ servers: [address], try_ms: 100 }).query('A', 'example.com')).toEqual({ trouble })
    await expect.poll(() => asked).toHaveLength(2)
  })

  it('that is unreachable is reported', async () => {
    const { address, close } = await nameServer(() => [])
    await close()
    expect(await dnsClient({ servers: [address] }).query('A', 'example.com')).toEqual({
      trouble: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it.each(['SERVFAIL', undefined] as const)('that answers %s is followed by a query to the next server', async told => {
    const one = await names(() => told)
    const other = await names(() => ['192.0.2.7'])
    const dns = dnsClient({ servers: [one.address, other.address], try_ms: 100 })
    expect(await dns.query('A', 'example.com')).toMatchObject({ found: ['192.0.2.7'] })
    // a slow machine may repeat the query
    await expect.poll(() => new Set(one.asked)).toEqual(new Set(['A example.com']))
  })

  it.each([
    ['with another id', { id: 1 }, 'example.com'],
    ['of another name', { id: 0 }, 'example.org'],
  ])('is ignored if it answers %s', async (_, { id: more }, name) => {
    const socket = dgram.createSocket('udp4')
    closing.push(() => socket.close())
    socket.on('message', (query, { port }) => {
      const { id, questions } = packets.decode(query)
      const base = { type: 'response', flags: packets.RECURSION_DESIRED } as const
      const forged = { ...base, id: (id! + more) & 0xffff, questions: [{ ...questions![0]!, name }] }
      const answers = (data: string) => ({ answers: [{ type: 'A' as const, name, ttl: 60, data }] })
      socket.send(packets.encode({ ...forged, ...answers('198.51.100.66') }), port)
      socket.send(Buffer.from('no packet'), port)
      socket.send(packets.encode({ ...base, id, questions, ...answers('192.0.2.1') }), port)
    })
    await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve))
    const dns = dnsClient({ servers: [`127.0.0.1:${socket.address().port}`] })
    expect(await dns.query('A', 'example.com')).toMatchObject({ found: ['192.0.2.1'] })
  })

  it('is no longer awaited when the query is aborted', async () => {
    const { address, asked } = await names(() => undefined)
    const ending = new AbortController()
    const asking = dnsClient({ servers: [address], try_ms: 60_000 }).query('A', 'example.com', ending.signal)
    await expect.poll(() => asked.length).toBe(1)
    ending.abort()
    await expect(asking).rejects.toThrow('aborted')
  })
})

describe('the addresses of a host', () => {
  it('are those of both families', async () => {
    const { address } = await names(() => ['192.0.2.1', '2001:db8::1'])
    const dns = dnsClient({ servers: [address] })
    expect(await dns.addressesOf('example.com')).toEqual({ addresses: ['192.0.2.1', '2001:db8::1'] })
  })

  it('are those of one family if the query for the other failed', async () => {
    const { address } = await names((_, kind) => (kind === 'A' ? ['192.0.2.1'] : 'SERVFAIL'))
    const dns = dnsClient({ servers: [address] })
    expect(await dns.addressesOf('example.com')).toEqual({ addresses: ['192.0.2.1'] })
  })

  it.each([
    [[], { addresses: [] }],
    ['SERVFAIL', { trouble: 'the DNS server responded with SERVFAIL' }],
  ] as const)('are distinguished if the servers answer %j', async (told, answer) => {
    const { address } = await names(() => told)
    expect(await dnsClient({ servers: [address] }).addressesOf('example.com')).toEqual(answer)
  })
})

describe('the address of a DNS server', () => {
  it.each([
    ['10.0.0.53', { host: '10.0.0.53', port: 53 }],
    ['127.0.0.1:5353', { host: '127.0.0.1', port: 5353 }],
    ['::1', { host: '::1', port: 53 }],
    ['[::1]', { host: '::1', port: 53 }],
    ['[::1]:5353', { host: '::1', port: 5353 }],
    ['dns.example.com', undefined],
    ['10.0.0.53:', undefined],
    ['10.0.0.53:99999', undefined],
    ['[10.0.0.53]:53', undefined],
  ])('%s', (text, place) => {
    expect(parseDnsServer(text)).toEqual(place)
  })
})
