// The mail servers of a domain, from its MX and address records (RFC 5321 5.1, RFC 7505), and the order in which their
// addresses are tried.
import type { DnsAnswer } from '../../../base/net/dns.ts'

/**
 * Maximum hosts of one domain that are looked up. Without a limit, a domain with hundreds of hosts would cause as many DNS
 * queries.
 */
export const HOSTS_MAX = 6
/** Maximum addresses that one attempt tries. */
export const ADDRESSES_MAX = 8

/**
 * `refused`: the domain accepts no email, permanently. `delay`: unknown now. `authentic`: the resolver validated the answer
 * (DNSSEC). `implicit`: the domain has no MX record and is its own mail host.
 */
type MailHosts =
  | { hosts: string[]; authentic: boolean; implicit: boolean }
  | { refused: string; code: '5.1.2' | '5.1.10' | '5.4.6' }
  | { delay: string }

/** `ours`: host names of this server. `chance`: returns numbers from 0 to 1. */
export function orderMailHosts(
  domain: string,
  answer: DnsAnswer<'MX'>,
  ours: readonly string[],
  chance: () => number,
): MailHosts {
  if ('trouble' in answer) return { delay: `The lookup of the mail servers of ${domain} failed: ${answer.trouble}` }
  if ('none' in answer) {
    if (answer.none === 'name') return { refused: `The domain ${domain} does not exist`, code: '5.1.2' }
    return { hosts: [domain], authentic: answer.authentic, implicit: true }
  }
  const named = answer.found.filter(({ exchange }) => exchange !== '.' && exchange !== '')
  if (named.length === 0) return { refused: `The domain ${domain} does not accept email (null MX)`, code: '5.1.10' }
  const before = beforeUs(named, ours)
  if (before.length === 0)
    return { refused: `The mail server of ${domain} is this server, which does not accept email for it`, code: '5.4.6' }
  const hosts = [...new Set(byPreference(before, chance).map(({ exchange }) => exchange))]
  return { hosts: hosts.slice(0, HOSTS_MAX), authentic: answer.authentic, implicit: false }
}

interface Mx {
  exchange: string
  priority: number
}

/**
 * A server among the MX hosts forwards email only to hosts preferred to it, because email would loop otherwise (RFC 5321 5.1).
 */
function beforeUs(records: readonly Mx[], ours: readonly string[]): readonly Mx[] {
  const own = records.filter(({ exchange }) => ours.includes(exchange)).map(({ priority }) => priority)
  return own.length === 0 ? records : records.filter(({ priority }) => priority < Math.min(...own))
}

/** Sorts by preference; hosts of the same preference are in random order, to distribute the load. */
function byPreference(records: readonly Mx[], chance: () => number): Mx[] {
  const drawn = records.map(record => ({ record, lot: chance() }))
  return drawn
    .toSorted((one, other) => one.record.priority - other.record.priority || one.lot - other.lot)
    .map(({ record }) => record)
}

/** IPv6 and IPv4 addresses alternately, IPv6 first, so that an address family without a route costs one attempt at a time. */
export function alternateAddresses(addresses: readonly string[]): string[] {
  const six = addresses.filter(address => address.includes(':'))
  const four = addresses.filter(address => !address.includes(':'))
  return Array.from({ length: Math.max(six.length, four.length) }, (_, index) => [six[index], four[index]])
    .flat()
    .filter(address => address !== undefined)
}
