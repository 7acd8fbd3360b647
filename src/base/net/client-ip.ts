// The IP address of a caller. A proxy in front of the server adds the address of its client to `X-Forwarded-For`. Any client
// can send such a header, so it is trusted only from configured proxies.
import { BlockList, isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isAddress, plainAddress } from '../text/destination.ts'

export interface Proxies {
  includes(ip: string): boolean
}

/** Longer than any real chain of proxies; addresses further left are ignored. */
const HOPS_MAX = 20

/** Parses a list of proxies such as `10.0.0.0/8, 192.0.2.7, ::1`. Throws if an item is not an address or network. */
export function parseProxies(text: string): Proxies {
  // Node's own list, because it is checked for each request: it takes 0.2 us, ipaddr.js 1.5
  const list = new BlockList()
  for (const item of text.split(',').map(part => part.trim())) if (item !== '') addTo(list, item)
  return { includes: ip => isIP(ip) !== 0 && list.check(ip, family(ip)) }
}

function addTo(list: BlockList, item: string): void {
  const [address = '', prefix, ...others] = item.split('/')
  const bits_max = isIP(address) === 4 ? 32 : 128
  const bits = Number(prefix ?? bits_max)
  const isNetwork = isAddress(address) && others.length === 0 && /^\d{1,3}$/.test(prefix ?? '0') && bits <= bits_max
  if (!isNetwork) throw new Error(`${item} is not an IP address or network`)
  list.addSubnet(address, bits, family(address))
}

function family(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * The address of the caller: that of the connection or, if that is a trusted proxy, the last address in
 * `X-Forwarded-For` that is not a trusted proxy. An entry forged by the caller is further left and never reached.
 * proxy-addr does the same, but accepts text that is not an address, and supports neither ports nor brackets.
 */
export function clientIp(peer: string, forwarded_for: string | undefined, proxies: Proxies): string {
  let ip = plain(peer) ?? peer
  const hops = (forwarded_for ?? '').split(',').slice(-HOPS_MAX)
  while (hops.length > 0 && proxies.includes(ip)) {
    const before = plain(hops.pop()!.trim())
    // a trusted proxy that sends no address hides its client, so the proxy counts as the caller
    if (before === undefined) break
    ip = before
  }
  return ip
}

/** Whether the connection comes from a trusted proxy. */
export function isFromProxy(peer: string, proxies: Proxies): boolean {
  return proxies.includes(plain(peer) ?? peer)
}

/** The address in its canonical spelling, without port, brackets or zone; `undefined` if the text is not an address. */
function plain(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.split(':')[0]! : text)
  const version = isIP(bare)
  // the common case, with only one spelling
  if (version === 4) return bare
  return version === 0 ? undefined : plainAddress(bare.split('%')[0]!)
}

/**
 * The key of a rate limit: an IPv4 address, or the /64 network of an IPv6 address, because a host usually has a whole
 * /64.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const { parts } = ipaddr.IPv6.parse(ip)
  return `${parts
    .slice(0, 4)
    .map(part => part.toString(16))
    .join(':')}::/64`
}

/** The network that a provider usually assigns to one customer: /24 for IPv4, /56 for IPv6. */
export function networkAround(ip: string): string {
  if (isIP(ip) !== 6) return `${ip.split('.').slice(0, 3).join('.')}.0/24`
  const { parts } = ipaddr.IPv6.parse(ip)
  const [a, b, c, d] = parts as [number, number, number, number]
  return `${[a, b, c, d & 0xff_00].map(part => part.toString(16)).join(':')}::/56`
}
