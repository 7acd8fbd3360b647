// What is tracked of a domain's mail, and where its tracked links lead.
import { isThere, statusOf } from './records.ts'
import type { Domain } from './store.ts'

export interface DomainTracking {
  opens: boolean
  clicks: boolean
  /** The newest tracking subdomain whose record was found, as a whole name; `undefined`: there is none. */
  host: string | undefined
}

/** `undefined`: nothing is tracked. */
export function trackingOf(domain: Domain): DomainTracking | undefined {
  const { open_tracking: opens, click_tracking: clicks } = domain
  if (domain.is_placeholder || (!opens && !clicks)) return undefined
  return { opens, clicks, host: trackingHostsOf(domain).at(-1) }
}

/** Its tracking subdomains whose records were found, the newest last; what is tracked now does not matter. */
export function trackingHostsOf(domain: Domain): string[] {
  // a tracking host that is gone for a while must not be given to another team meanwhile
  return domain.tracking
    .map(label => `${label}.${domain.name}`)
    .filter(host => isThere(statusOf(domain, { record: 'Tracking', type: 'CNAME', host })))
}
