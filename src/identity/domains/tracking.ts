// The tracking settings of a domain, and the host of its tracked links.
import { isPresent, recordStatus } from './records.ts'
import type { Domain } from './store.ts'

export interface DomainTracking {
  opens: boolean
  clicks: boolean
  /** The newest tracking subdomain whose record was found, as a full name; `undefined` if there is none. */
  host: string | undefined
}

/** `undefined`: nothing is tracked. */
export function trackingOf(domain: Domain): DomainTracking | undefined {
  const { open_tracking: opens, click_tracking: clicks } = domain
  if (domain.is_placeholder || (!opens && !clicks)) return undefined
  return { opens, clicks, host: trackingHostsOf(domain).at(-1) }
}

/** The tracking subdomains whose records were found, newest last, whether or not tracking is currently enabled. */
export function trackingHostsOf(domain: Domain): string[] {
  // a subdomain whose record disappeared recently still counts: another team must not get it meanwhile
  return domain.tracking
    .map(label => `${label}.${domain.name}`)
    .filter(host => isPresent(recordStatus(domain, { record: 'Tracking', type: 'CNAME', host })))
}
