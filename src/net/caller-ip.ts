// Which address a request comes from. A proxy in front of the server adds the address it was asked from to
// `X-Forwarded-For`; anybody can send such a header, so only the configured proxies are believed.
import { BlockList, SocketAddress, isIP } from 'node:net'

export interface Proxies {
  includes(ip: string): boolean
}

/** More proxies in a row than anybody has; what stands further left is not looked at. */
const HOPS_MAX = 20

/** The proxies of a list such as `10.0.0.0/8, 192.0.2.7, ::1`. Throws at what is no address and no network. */
export function proxiesOf(text: string): Proxies {
  const list = new BlockList()
  for (const item of text.split(',').map(part => part.trim())) if (item !== '') addTo(list, item)
  return { includes: ip => isIP(ip) !== 0 && list.check(ip, family(ip)) }
}

function addTo(list: BlockList, item: string): void {
  const [address = '', prefix, ...others] = item.split('/')
  const bits = prefix === undefined ? undefined : Number(prefix)
  const bits_max = isIP(address) === 4 ? 32 : 128
  if (
    isIP(address) === 0 ||
    others.length > 0 ||
    (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) ||
    bits! > bits_max
  ) {
    throw new Error(`${item} is not an IP address or network`)
  }
  if (bits === undefined) list.addAddress(address, family(address))
  else list.addSubnet(address, bits, family(address))
}

function family(ip: string): 'ipv4' | 'ipv6' {
  return isIP(ip) === 6 ? 'ipv6' : 'ipv4'
}

/**
 * The address of the caller: of the connection, or when that is a proxy of ours, the last one in `X-Forwarded-For` that
 * is not. What the caller wrote into the header itself stands left of that and is never reached.
 */
export function callerIp(peer: string, forwarded_for: string | undefined, proxies: Proxies): string {
  let ip = plain(peer) ?? peer
  const hops = (forwarded_for ?? '').split(',').slice(-HOPS_MAX)
  while (hops.length > 0 && proxies.includes(ip)) {
    const before = plain(hops.pop()!.trim())
    // a proxy of ours that writes something else hides who asked; then it counts as the caller itself
    if (before === undefined) break
    ip = before
  }
  return ip
}

/** In one spelling, without port or brackets; `undefined` when it is no address. */
function plain(text: string): string | undefined {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? (/^[\d.]+:\d+$/.test(text) ? text.split(':')[0]! : text)
  const version = isIP(bare)
  if (version === 0) return undefined
  if (version === 4) return bare
  const { address } = new SocketAddress({ address: bare.split('%')[0]!, family: 'ipv6' })
  // an IPv4 address in the clothes of an IPv6 one, as a socket that listens to both shows it
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
}

/**
 * What to count by: an IPv4 address, or the network of an IPv6 one, for whoever has one address of a /64 network has all
 * of them.
 */
export function networkOf(ip: string): string {
  if (isIP(ip) !== 6) return ip
  const [head = '', tail] = ip.split('::')
  const [left, right] = [head.split(':'), tail?.split(':') ?? []]
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => group || '0')
    .join(':')}::/64`
}
