import { describe, expect, it, test } from 'vitest'
import { clientIp, networkOf, parseProxies } from '../../src/base/net/client-ip.ts'

describe('clientIp', () => {
  const none = parseProxies('')
  const ours = parseProxies('127.0.0.1, 10.0.0.0/8, 2001:db8:1::/48')

  it('trusts no proxy by default', () => {
    expect(clientIp('192.0.2.1', '198.51.100.7', none)).toBe('192.0.2.1')
    expect(clientIp('127.0.0.1', '198.51.100.7', none)).toBe('127.0.0.1')
    expect(clientIp('192.0.2.1', '198.51.100.7', ours)).toBe('192.0.2.1')
  })

  test.each([
    ['127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', '203.0.113.1,198.51.100.7 , 10.1.2.3', '198.51.100.7'],
    ['127.0.0.1', '10.9.9.9, 10.1.2.3', '10.9.9.9'],
    ['2001:db8:1::1', '2001:db8:2::1', '2001:db8:2::1'],
    ['127.0.0.1', '[2001:DB8:2:0::1]:4711', '2001:db8:2::1'],
    ['127.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['127.0.0.1', '::ffff:198.51.100.7', '198.51.100.7'],
    ['127.0.0.1', 'fe80::1%eth0', 'fe80::1'],
    ['127.0.0.1', '198.51.100.7, 0x7f.1', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7, 10.0.0', '127.0.0.1'],
    ['127.0.0.1', '', '127.0.0.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7, unknown', '127.0.0.1'],
    ['127.0.0.1', '198.51.100.7, <script>', '127.0.0.1'],
    ['127.0.0.1', ','.repeat(50_000), '127.0.0.1'],
  ])('from %s with %j is %s', (peer, forwarded_for, ip) => {
    expect(clientIp(peer, forwarded_for, ours)).toBe(ip)
  })
})

describe('parseProxies', () => {
  test.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0', '::1/129', '10.0.0.0/-1', 'x/8'])(
    'rejects %j',
    text => expect(() => parseProxies(text)).toThrow('is not an IP address or network'),
  )

  it('ignores empty entries', () => {
    expect(parseProxies(' , ').includes('127.0.0.1')).toBe(false)
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::6', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:2::7', '2001:db8:1:2::/64'],
])('networkOf %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network))
