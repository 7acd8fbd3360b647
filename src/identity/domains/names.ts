// Names of domains: which names can be added, and the names of a domain's records.
import type * as Tldts from 'tldts'
import { lazy } from '../../base/runtime/lazy.ts'
import { refusal } from '../../base/text/refusal.ts'
import { domainOf, parseAddress } from '../../base/text/addresses.ts'
import { isAddress } from '../../base/text/destination.ts'
import { describeValue } from '../../base/text/describe-value.ts'

const tldts = lazy<typeof Tldts>('tldts')

/** Leaves space for the labels of its records (RFC 1035 2.3.4). */
const NAME_LENGTH_MAX = 180
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** The name in lower-case ASCII. Throws the refusal of text that is not a domain that a team can own. */
export function checkedDomainName(text: string): string {
  const address = parseAddress(`postmaster@${text.trim().replace(/\.$/, '')}`)
  if (!address)
    throw refusal(
      'validation_error',
      `Invalid \`name\` field: it must be a domain name such as example.com; received ${describeValue(text)}.`,
    )
  const name = domainOf(address.address)
  if (name.length > NAME_LENGTH_MAX)
    throw refusal('validation_error', `Invalid \`name\` field: it must have at most ${NAME_LENGTH_MAX} characters.`)
  if (registrableOf(name) === undefined)
    throw refusal(
      'validation_error',
      `Invalid \`name\` field: ${name} is a public suffix, under which anyone can register a domain. Add your own domain.`,
    )
  return name
}

/** The registrable domain of a name; `undefined` for a suffix below which others register domains. */
export function registrableOf(name: string): string | undefined {
  return tldts().parse(name, { allowPrivateDomains: true, validateHostname: false }).domain ?? undefined
}

/** Maximum domains above a host that are looked up; no real host name has more labels. */
const ABOVE_MAX = 10

/** The domains that a host can belong to, nearest first. */
export function domainsAbove(host: string): string[] {
  const zone = registrableOf(host)
  if (zone === undefined) return []
  const labels = host.split('.')
  const count = labels.length - zone.split('.').length
  return Array.from({ length: Math.min(count, ABOVE_MAX) }, (_, index) => labels.slice(index + 1).join('.'))
}

/** The name of a host as entered in the forms of DNS providers: without the registrable domain. */
export function relativeName(host: string, domain: string): string {
  const zone = registrableOf(domain) ?? domain
  return host.endsWith(`.${zone}`) ? host.slice(0, -zone.length - 1) : host
}

/** One or several labels below the domain, in lower-case ASCII. */
export function checkedSubdomain(text: string, domain: string, field: string): string {
  const lower = text.trim().toLowerCase()
  const label = lower.endsWith(`.${domain}`) ? lower.slice(0, -domain.length - 1) : lower
  const isRight =
    label.split('.').every(each => LABEL.test(each)) && label.length + domain.length < NAME_LENGTH_MAX + 64
  if (isRight) return label
  throw refusal(
    'validation_error',
    `Invalid \`${field}\` field: it must be a subdomain of ${domain}, such as links; received ${describeValue(text)}.`,
  )
}

/** A label by RFC 1035 2.3.1, as the public API restricts it. */
export function checkedReturnPath(text: string): string {
  const isRight = /^[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(text)
  if (isRight) return text.toLowerCase()
  throw refusal(
    'validation_error',
    'Invalid `custom_return_path` field: it must be one label of at most 63 letters, digits and hyphens, begin with a letter ' +
      `and end with a letter or a digit; received ${describeValue(text)}.`,
  )
}

/**
 * Where a record ends up after a typical mistake: with the domain repeated, or without the labels below the registrable domain.
 */
export function misplacedHosts(host: string, domain: string): { host: string; slip: 'doubled' | 'above' }[] {
  const zone = registrableOf(domain) ?? domain
  const above = host.endsWith(`.${domain}`) && domain !== zone ? host.slice(0, -domain.length) + zone : undefined
  return [{ host: `${host}.${zone}`, slip: 'doubled' }, ...(above ? [{ host: above, slip: 'above' as const }] : [])]
}

/** Suffixes that are meaningful only within one machine or network (RFC 6761, RFC 6762, RFC 8375, and those of routers). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|home\.arpa)$/

/** Why records cannot lead to a server of this name, and how to fix that; `undefined` if they can. */
export function mailHostFault(mail_host: string): string | undefined {
  const name = mail_host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name.includes('.') && !isAddress(name) && !LOCAL_NAME.test(name)) return undefined
  return `The mail host of this server is ${name}, which other servers cannot resolve. Set MAIL_HOST to a name in DNS, such as mail.example.com, and restart the server.`
}
