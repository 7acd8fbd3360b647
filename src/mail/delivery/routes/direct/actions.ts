// Direct delivery to the mail servers of a domain: selects the hosts, their order, their addresses and the encryption. DANE
// (RFC 7672) takes precedence over MTA-STS (RFC 8461); without either, TLS is used if the server offers it.
import type { Dns } from '../../../../base/net/dns.ts'
import { IS_PRIVATE, isAllowed } from '../../../../base/net/ssrf-guard.ts'
import type { NextHop, TlsaRecord, TlsPolicy } from '../../../../base/net/smtp-hop.ts'
import { isAddress, isLocalName, plainAddress } from '../../../../base/text/destination.ts'
import { ADDRESSES_MAX, alternateAddresses, orderMailHosts } from '../mail-hosts.ts'
import { isNamedBy } from '../mta-sts.ts'
import type { StsFinding, StsPolicies } from '../sts/actions.ts'
import type { TlsResult } from '../tls-results.ts'

interface DirectParts {
  dns: Pick<Dns, 'query'>
  sts: Pick<StsPolicies, 'findFor'>
  /** Private addresses that connections are allowed to. */
  allowed: { includes(ip: string): boolean }
  port: number
  /** Host names of this server. */
  ours: readonly string[]
  chance: () => number
}

export interface RoutedHop extends NextHop {
  policy: TlsResult['policy']
  /**
   * A trial of an MTA-STS policy in the mode `testing`; the next hop is the same host without the policy (RFC 8461 5).
   */
  isTrial?: true
  /** What requires the encryption, for the log and the timeline. */
  because?: string
}

type Hops =
  | { hops: RoutedHop[]; findings: TlsResult[] }
  | { refused: string; code: string }
  | { delay: string; findings?: TlsResult[] }

/** Connection timeout while further hosts remain. */
const CONNECT_MS = 10_000
/** The same over IPv6. RFC 8305 grants IPv6 a fraction of a second; email can wait longer, but not much. */
const CONNECT_IPV6_MS = 3_000

interface Host {
  name: string
  addresses: string[]
  tls: TlsPolicy
  policy: TlsResult['policy']
  because?: string
  isTrial?: true
}

/** Finds the hosts for email to a domain. `mustEncrypt`: the sending domain allows no unencrypted delivery. */
export async function findHops(parts: DirectParts, domain: string, mustEncrypt: boolean): Promise<Hops> {
  const { dns, sts, ours, chance } = parts
  const [answer, finding] = await Promise.all([dns.query('MX', domain), sts.findFor(domain)])
  const named = orderMailHosts(domain, answer, ours, chance)
  if ('refused' in named || 'delay' in named) return named
  const found = await Promise.all(named.hosts.map(host => lookUpHost(parts, host, named.authentic)))
  const findings: TlsResult[] = finding.fault ? [{ policy: 'sts', result: finding.fault.result }] : []
  const there = found.filter(each => 'addresses' in each)
  if (there.length === 0) return { ...noneOf(domain, found, named.implicit), findings }
  const hosts = there.flatMap(host => withPolicy(host, finding, mustEncrypt) ?? [])
  if (hosts.length > 0) return { hops: hopsOf(hosts, parts.port), findings }
  findings.push({ policy: 'sts', result: 'validation-failure' })
  return { delay: `No mail server of ${domain} matches its MTA-STS policy (enforce)`, findings }
}

type FoundHosts =
  | { name: string; addresses: string[]; tlsa: TlsaRecord[] | undefined }
  | { delay: string }
  | { gone: string }

/** `isSafe`: the host names are DNSSEC-validated; TLSA records count only then (RFC 7672 2.2.1). */
async function lookUpHost(parts: DirectParts, name: string, isSafe: boolean): Promise<FoundHosts> {
  const { dns, allowed } = parts
  if (isLocalName(name) && !allowed.includes('127.0.0.1')) return { gone: `${name} is this machine` }
  const answers = await Promise.all([dns.query('AAAA', name), dns.query('A', name)])
  const all = answers
    .flatMap(each => ('found' in each ? each.found : []))
    .filter(isAddress)
    .map(plainAddress)
  if (all.length === 0) {
    const trouble = answers.find(each => 'trouble' in each)
    return trouble
      ? { delay: `The DNS lookup of ${name} failed: ${trouble.trouble}` }
      : { gone: `${name} has no IP address` }
  }
  const addresses = all.filter(address => isAllowed(address, { allowed }))
  if (addresses.length === 0) return { gone: `${name} is ${IS_PRIVATE}` }
  const isValidated = isSafe && answers.every(each => !('trouble' in each) && each.authentic)
  const tlsa = isValidated ? await lookUpTlsa(parts, name) : undefined
  if (tlsa && 'delay' in tlsa) return tlsa
  return { name, addresses, tlsa }
}

/** A failed lookup delays the email: an attacker may be hiding the TLSA records (RFC 7672 2.1). */
async function lookUpTlsa(
  { dns, port }: DirectParts,
  name: string,
): Promise<TlsaRecord[] | { delay: string } | undefined> {
  const answer = await dns.query('TLSA', `_${port}._tcp.${name}`)
  if ('trouble' in answer) return { delay: `The lookup of the TLSA records of ${name} failed: ${answer.trouble}` }
  if ('none' in answer || !answer.authentic) return undefined
  return answer.found.map(({ usage, selector, matching_type, certificate }) => ({
    usage,
    selector,
    matching: matching_type,
    data: certificate,
  }))
}

/** Why there is no host to send to: a permanent refusal if none exists, otherwise a delay. */
function noneOf(
  domain: string,
  found: readonly FoundHosts[],
  implicit: boolean,
): { refused: string; code: string } | { delay: string } {
  const delayed = found.find(each => 'delay' in each)
  if (delayed) return { delay: delayed.delay }
  const gone = found.flatMap(each => ('gone' in each ? each.gone : []))
  if (implicit) return { refused: `The domain ${domain} has no mail server: ${gone[0]}`, code: '5.1.2' }
  return { refused: `No mail server of ${domain} can be reached: ${gone.join('; ')}`, code: '5.4.4' }
}

/**
 * The encryption required for each host. A sending domain requires encryption, but not a valid certificate: a host name from
 * unsigned DNS is not a statement of the destination, and many mail servers have no certificate for it (RFC 7672 1.3.2). DANE
 * and MTA-STS are such statements. Under a policy in the mode `testing`, a host is tried with the policy and then without it.
 * `undefined`: the policy excludes the host.
 */
function withPolicy(
  { name, addresses, tlsa }: Extract<FoundHosts, { addresses: string[] }>,
  { policy: sts }: StsFinding,
  mustEncrypt: boolean,
): Host[] | undefined {
  const host = { name, addresses }
  if (tlsa) return [{ ...host, tls: { dane: tlsa }, policy: 'tlsa', because: 'DANE' }]
  const plain: Host = { ...host, tls: mustEncrypt ? 'encrypted' : 'opportunistic', policy: 'no-policy-found' }
  if (mustEncrypt) plain.because = 'The sending domain'
  if (!sts || sts.mode === 'none') return [plain]
  const checked: Host = { ...host, tls: 'required', policy: 'sts', because: `MTA-STS (${sts.mode})` }
  if (sts.mode === 'enforce') return isNamedBy(sts, name) ? [checked] : undefined
  return isNamedBy(sts, name) ? [{ ...checked, isTrial: true }, plain] : [plain]
}

function hopsOf(hosts: readonly Host[], port: number): RoutedHop[] {
  const all = hosts.flatMap(host => alternateAddresses(host.addresses).map(address => hopTo(host, address, port)))
  const some = all.slice(0, ADDRESSES_MAX)
  for (const hop of some.slice(0, -1)) hop.connect_ms = hop.address!.includes(':') ? CONNECT_IPV6_MS : CONNECT_MS
  return some
}

function hopTo({ name, tls, policy, because, isTrial }: Host, address: string, port: number): RoutedHop {
  const hop = { host: name, servername: name, address, port, tls, policy }
  return { ...hop, ...(because !== undefined && { because }), ...(isTrial && { isTrial }) }
}
