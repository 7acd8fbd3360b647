// Rules for URLs that customers provide: their form, and which addresses are public. The SSRF guard (net/ssrf-guard.ts)
// uses them: a URL that leads to our own machine or network would reach what a firewall protects.
import ipaddr from 'ipaddr.js'
import { isLongerThan } from './length.ts'
import { isReadable } from './readable.ts'

export const URL_CHARACTERS_MAX = 2000
/** The limit of DNS. */
const HOST_CHARACTERS_MAX = 253

/** The fault of a URL for requests of the server, as a sentence that can follow its name. */
export function urlFault(text: string, characters_max = URL_CHARACTERS_MAX): string | undefined {
  if (isLongerThan(text, characters_max)) return `must have at most ${characters_max} characters`
  if (!isReadable(text) || !/^https?:\/\//i.test(text)) return 'must begin with https:// or http://'
  // the parser accepts these, and other programs read them differently
  if (/[\s\\]/.test(text)) return 'must not contain spaces, line breaks or backslashes'
  // `https:///a/b` has no host, and the parser would take one from its path
  const url = /^https?:\/\/\//i.test(text) ? null : URL.parse(text)
  if (!url || hostOf(url) === '' || hostOf(url).length > HOST_CHARACTERS_MAX) return 'must be a URL with a host'
  if (url.username || url.password || /^https?:\/\/[^/?#]*@/i.test(text)) return 'must not contain a user or password'
  return isPort(url) ? undefined : 'must have the port 80, 443, 1024 or higher, or no port'
}

/** Lower ports belong to other services, which must not receive HTTP requests. */
function isPort({ port }: URL): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024
}

/**
 * The host as the URL parser normalizes it: `0x7f.1`, `017700000001` and `2130706433` become `127.0.0.1`. Without the
 * brackets of an IPv6 address and the trailing dot of a name.
 */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

export function isAddress(host: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host)
}

/** The address in its canonical spelling; an IPv4 address in IPv6 form (`::ffff:10.0.0.1`) as IPv4. */
export function plainAddress(address: string): string {
  return parsed(address).toString()
}

function parsed(address: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const old = /^::(?=\d+\.)/.test(address)
  // RFC 4291 2.5.5.1: the library reads `::10.0.0.1` as `::ffff:10.0.0.1`, but a connection goes elsewhere
  if (old)
    return new ipaddr.IPv6([...Array.from({ length: 12 }, () => 0), ...ipaddr.IPv4.parse(address.slice(2)).octets])
  return ipaddr.process(address)
}

/** Whether the address is reachable from the whole internet. */
export function isPublicAddress(address: string): boolean {
  if (!isAddress(address)) return false
  const plain = parsed(address)
  return plain instanceof ipaddr.IPv6 ? isPublicIpv6(plain) : plain.range() === 'unicast'
}

function isPublicIpv6(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray()
  // RFC 6052: a gateway translates it to the IPv4 address in its last four bytes
  if (address.match(NAT64, 96)) return new ipaddr.IPv4(bytes.slice(12)).range() === 'unicast'
  // RFC 4291 2.4: only this range is assigned; 6to4, Teredo and similar ranges lead through a third party's gateway
  return (bytes[0]! & 0b1110_0000) === 0b0010_0000 && address.range() === 'unicast'
}

const NAT64 = ipaddr.IPv6.parse('64:ff9b::')

/** In ASCII (RFC 1123 2.1). */
export function isHostName(text: string): boolean {
  const isRight = /^(?!-)[a-z\d-]{1,63}(?<!-)(?:\.(?!-)[a-z\d-]{1,63}(?<!-))*$/i.test(text)
  return isRight && text.length <= HOST_CHARACTERS_MAX
}

/** Whether it is an address or a name of this machine, judged by its text alone; `0.0.0.0` leads to it, too. */
export function isThisMachine(host: string): boolean {
  return isLocalName(host) || (isAddress(host) && ['loopback', 'unspecified'].includes(parsed(host).range()))
}

/** RFC 6761 6.3: such a name is this machine, regardless of a resolver's answer. */
export function isLocalName(host: string): boolean {
  return /(?:^|\.)localhost$/i.test(host)
}
