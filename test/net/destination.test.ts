// The two checks before outgoing requests: whether requests to a URL are allowed, and whether an address is public.
import { describe, expect, it } from 'vitest'
import { hostOf, isLocalName, isPublicAddress, urlFault } from '../../src/base/text/destination.ts'

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '169.253.255.255',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is public', address => expect(isPublicAddress(address)).toBe(true))

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.0'],
    ['private', '10.255.255.255'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.0.1'],
    ['of a carrier', '100.64.0.1'],
    ['of a carrier', '100.127.255.255'],
    ['link local', '169.254.0.1'],
    ['the metadata of a cloud', '169.254.169.254'],
    ['the metadata of a cloud', 'fd00:ec2::254'],
    ['the metadata of a cloud', '100.100.100.200'],
    ['of protocols', '192.0.0.192'],
    ['for documentation', '192.0.2.1'],
    ['for documentation', '198.51.100.1'],
    ['for documentation', '203.0.113.1'],
    ['for benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback', '0:0:0:0:0:0:0:1'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped', '::ffff:7f00:1'],
    ['mapped', '0:0:0:0:0:ffff:169.254.169.254'],
    ['mapped', '::FFFF:10.0.0.1'],
    ['compatible with IPv4', '::127.0.0.1'],
    ['compatible with IPv4', '::8.8.8.8'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::127.0.0.1'],
    ['NAT64', '64:ff9b::a9fe:a9fe'],
    ['NAT64', '64:ff9b::10.0.0.1'],
    ['NAT64 of a network of its own', '64:ff9b:1::8.8.8.8'],
    ['6to4', '2002:7f00:1::'],
    ['6to4', '2002:808:808::1'],
    ['Teredo', '2001:0:1::1'],
    ['unique local', 'fc00::1'],
    ['unique local', 'fdff::1'],
    ['link local', 'fe80::1'],
    ['link local with a zone', 'fe80::1%eth0'],
    ['site local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['for documentation', '2001:db8::1'],
    ['for documentation', '3fff::1'],
    ['discarded', '100::1'],
    ['segment routing', '5f00::1'],
    ['unallocated', '4000::1'],
    ['no address', 'localhost'],
    ['no address', ''],
    ['no address in its usual spelling', '0x7f.1'],
    ['no address in its usual spelling', '2130706433'],
    ['no address in its usual spelling', '0177.0.0.1'],
  ])('that is %s (%s) is not public', (_, address) => expect(isPublicAddress(address)).toBe(false))
})

describe('a host', () => {
  it.each([
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1/',
    'http://0177.0.0.1/',
    'http://017700000001/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[0:0:0:0:0:FFFF:7F00:0001]/',
  ])('that names the local machine in another spelling is detected (%s)', text => {
    expect(urlFault(text)).toBeUndefined()
    expect(isPublicAddress(hostOf(new URL(text)))).toBe(false)
  })

  it.each(['localhost', 'LOCALHOST', 'a.localhost'])('%s is the local machine', host =>
    expect(isLocalName(host)).toBe(true),
  )
  it.each(['localhost.example.com', 'mylocalhost'])('%s is not the local machine', host =>
    expect(isLocalName(host)).toBe(false),
  )
})

describe('a URL', () => {
  it.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'HTTPS://EXAMPLE.COM/',
    'https://example.com:443/',
    'http://example.com:443/',
    'https://example.com:1024/',
    'https://example.com:65535/',
    'https://bücher.example/',
    'https://example.com/@name',
    `https://example.com/${'😀'.repeat(1900)}`,
  ])('is accepted: %s', text => expect(urlFault(text)).toBeUndefined())

  it.each([
    ['', 'begin with https://'],
    ['example.com', 'begin with https://'],
    ['//example.com', 'begin with https://'],
    ['https:example.com', 'begin with https://'],
    [' https://example.com', 'begin with https://'],
    ['ftp://example.com', 'begin with https://'],
    ['file:///etc/passwd', 'begin with https://'],
    ['javascript:alert(1)', 'begin with https://'],
    ['data:text/plain,x', 'begin with https://'],
    ['https://example.com/\ud800', 'begin with https://'],
    ['https://example.com/\0', 'begin with https://'],
    ['https://exa\nmple.com', 'must not contain spaces'],
    ['https://example.com/a b', 'must not contain spaces'],
    ['https://example.com\\@127.0.0.1/', 'must not contain spaces'],
    ['https://', 'with a host'],
    ['https://a b', 'must not contain spaces'],
    ['https://exa%00mple.com', 'with a host'],
    ['https://1.2.3.4.5', 'with a host'],
    ['https://256.1.1.1', 'with a host'],
    [`https://${'a.'.repeat(200)}example`, 'with a host'],
    ['https://user@example.com', 'must not contain a user'],
    ['https://user:secret@example.com', 'must not contain a user'],
    ['https://@example.com', 'must not contain a user'],
    ['https://:@example.com', 'must not contain a user'],
    ['http://example.com:22', 'port'],
    ['http://example.com:25', 'port'],
    ['http://example.com:0', 'port'],
    ['http://example.com:1023', 'port'],
    ['http://example.com:65536', 'with a host'],
    [`https://example.com/${'x'.repeat(1990)}`, 'at most 2000'],
  ])('is rejected: %s, because it has to %s', (text, fault) => expect(urlFault(text)).toContain(fault))
})
