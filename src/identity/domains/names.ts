// Names of domains: which can be had, and where in them a record stands.
import type * as Tldts from 'tldts'
import { lazy } from '../../base/runtime/lazy.ts'
import { refusal } from '../../base/text/refusal.ts'
import { domainOf, parsedAddress } from '../../base/text/addresses.ts'
import { isAddress } from '../../base/text/destination.ts'
import { shown } from '../../base/text/shown.ts'

const tldts = lazy<typeof Tldts>('tldts')

/** So that the names of its records are names, too (RFC 1035 2.3.4). */
const NAME_LENGTH_MAX = 180
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** In lower case ASCII, or the refusal. */
export function checkedDomainName(text: string): string {
  const address = parsedAddress(`postmaster@${text.trim().replace(/\.$/, '')}`)
  if (!address)
    throw refusal(
      'validation_error',
      `Invalid \`name\` field: it must be a domain name such as example.com; received ${shown(text)}.`,
    )
  const name = domainOf(address.address)
  if (name.length > NAME_LENGTH_MAX)
    throw refusal('validation_error', `Invalid \`name\` field: it must have at most ${NAME_LENGTH_MAX} characters.`)
  if (registrableOf(name) === undefined)
    throw refusal(
      'validation_error',
      `Invalid \`name\` field: ${name} is not one domain but a suffix under which anyone can register one; add your own.`,
    )
  return name
}

/** The domain that was registered somewhere, of which this is one or a part; `undefined` for what only others have a part of. */
export function registrableOf(name: string): string | undefined {
  return tldts().parse(name, { allowPrivateDomains: true, validateHostname: false }).domain ?? undefined
}

/** Domains above a host that are looked at; no real host name has more labels. */
const ABOVE_MAX = 10

/** The domains that a host can be a part of, the nearest first. */
export function domainsAbove(host: string): string[] {
  const zone = registrableOf(host)
  if (zone === undefined) return []
  const labels = host.split('.')
  const count = labels.length - zone.split('.').length
  return Array.from({ length: Math.min(count, ABOVE_MAX) }, (_, index) => labels.slice(index + 1).join('.'))
}

/** As providers of DNS ask for it: without the registrable domain. */
export function relativeName(host: string, domain: string): string {
  const zone = registrableOf(domain) ?? domain
  return host.endsWith(`.${zone}`) ? host.slice(0, -zone.length - 1) : host
}

/** A label or several below the domain, in lower case ASCII. */
export function checkedSubdomain(text: string, domain: string, field: string): string {
  const lower = text.trim().toLowerCase()
  const label = lower.endsWith(`.${domain}`) ? lower.slice(0, -domain.length - 1) : lower
  const isRight =
    label.split('.').every(each => LABEL.test(each)) && label.length + domain.length < NAME_LENGTH_MAX + 64
  if (isRight) return label
  throw refusal(
    'validation_error',
    `Invalid \`${field}\` field: it must be a name below ${domain}, such as links; received ${shown(text)}.`,
  )
}

/** RFC 1035 2.3.1, as the wire has it. */
export function checkedReturnPath(text: string): string {
  const isRight = /^[A-Za-z](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(text)
  if (isRight) return text.toLowerCase()
  throw refusal(
    'validation_error',
    'Invalid `custom_return_path` field: it must be one label of at most 63 letters, digits and hyphens, begin with a letter ' +
      `and end with a letter or a digit; received ${shown(text)}.`,
  )
}

/** Where records get that are put into DNS with a slip: with the domain twice, or without the part below the registrable one. */
export function slipsOf(host: string, domain: string): { host: string; slip: 'doubled' | 'above' }[] {
  const zone = registrableOf(domain) ?? domain
  const above = host.endsWith(`.${domain}`) && domain !== zone ? host.slice(0, -domain.length) + zone : undefined
  return [{ host: `${host}.${zone}`, slip: 'doubled' }, ...(above ? [{ host: above, slip: 'above' as const }] : [])]
}

/** Ends of names that mean something within one machine or one network alone (RFC 6761, RFC 6762, RFC 8375, and what routers give). */
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|lan|home|home\.arpa)$/

/** Why records that lead to a server of this name lead nowhere, and what to do about it; `undefined`: they may lead to it. */
export function mailHostFault(mail_host: string): string | undefined {
  const name = mail_host.toLowerCase().replace(/^\[(.*)\]$/, '$1')
  if (name.includes('.') && !isAddress(name) && !LOCAL_NAME.test(name)) return undefined
  return `This server calls itself ${name} among mail servers, a name that other servers cannot resolve: set MAIL_HOST to one that is in DNS, such as mail.example.com, and start the server again.`
}
